import type { JsonObject } from '../json/json.ts';
import { dice, iso, prefixedId } from './dice.ts';
import { DAY, type Origin, type Source } from './source.ts';

/** Profiles by place: a full one, one with everything unset (spec 2.3: empty), one that leaves fields out. */
const PROFILES: readonly JsonObject[] = [
  {
    name: 'Borealis Air',
    about: 'The airline of the north.\nBots for booking, baggage and everything in between.',
    profilePicture: 'https://files.borealis.example/profile/tail-fin.png',
    contactEmail: 'bots@borealis.example',
    website: 'https://borealis.example',
    socialAccounts: ['https://social.example/@borealis', 'https://video.example/borealis-air'],
    handle: 'borealis-air',
  },
  {
    name: 'Untitled workspace',
    about: '',
    profilePicture: '',
    contactEmail: '',
    website: '',
    socialAccounts: [],
    handle: '',
  },
  { name: 'Empty hangar' },
];

/** The ids of the made-up workspaces; `first` replaces the one of the main workspace. */
export function workspaceIds(seed: number, first: string | undefined): readonly string[] {
  const made = PROFILES.map((_, at) => prefixedId('wkspace', dice(seed, 'workspace', at)));
  return first === undefined ? made : [first, ...made.slice(1)];
}

/** The public details of workspaces. Spec 2.3. */
export function workspaceSource(origin: Origin): Source {
  const traits = (_parent: unknown, index: number) => ({
    createdAt: origin.now - (930 - index * 200) * DAY,
    updatedAt: origin.now - (12 + index * 40) * DAY,
  });
  const record = (parent: unknown, index: number): JsonObject => {
    const { createdAt, updatedAt } = traits(parent, index);
    return {
      id: origin.workspaceIds[index] ?? '',
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      ...PROFILES[index],
    };
  };
  return {
    count: () => PROFILES.length,
    indexOf: ids => {
      const index = origin.workspaceIds.indexOf(ids['workspaceId'] ?? '');
      return index < 0 ? undefined : index;
    },
    traits,
    item: record,
    record,
  };
}
