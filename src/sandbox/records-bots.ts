import type { Ids } from '../api/operation.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { type BotPlace, botIdAt, placeOfBot } from './bot-id.ts';
import { dice, hexText, iso, prefixedId, present } from './dice.ts';
import { botContents } from './records-contents.ts';
import { installations } from './records-installations.ts';
import { botName } from './records-names.ts';
import { DAY, HOUR, MINUTE, type Origin, type Source, type Traits } from './source.ts';

/** Bots of each workspace after the first. */
const SECOND_BOTS = 7;
const OLDEST = 900 * DAY;
const NEWEST = 12 * DAY;

/** Positions of the first screens that are not left to chance. */
const STAGED_UNTIL = 20;
const DEV_AT: readonly number[] = [8, 12, 16];
const STALE_AT: readonly number[] = [8, 18];
const DEPLOYING_AT = 6;
const DELETING_AT = 27;
const UNHEARD_OF_AT = 28;
/** The position of a bot of which the server tells no more than the list does: no field is promised (spec 2.6). */
const BARE_AT = 35;
/** Positions of bots that somebody else made. */
export const OTHERS_AT = [5, 14] as const;

const TEAMS = ['airport', 'care', 'loyalty', 'operations'] as const;
const TYPES = ['studio', 'studio', 'adk', 'desk'] as const;

/** How many bots a workspace ever had. */
export const botCount = (origin: Origin, workspace: number): number =>
  [origin.bots, SECOND_BOTS][workspace] ?? 0;

type Life = { readonly isDev: boolean; readonly isStale: boolean; readonly isStaged: boolean };

function lifeOf(origin: Origin, { workspace, index }: BotPlace): Life {
  const from = dice(origin.seed, 'life', workspace, index);
  const isStaged = workspace === 0 && index < STAGED_UNTIL;
  const isDev = isStaged ? DEV_AT.includes(index) : from.chance(0.35);
  const isStale = isStaged ? STALE_AT.includes(index) : isDev && from.chance(0.75);
  return { isDev, isStale, isStaged };
}

/** When a bot was made: the further down, the longer ago; never two at the same time. */
function birth(origin: Origin, { workspace, index }: BotPlace): number {
  const jitter = 0.05 + 0.9 * dice(origin.seed, 'birth', workspace, index).fraction();
  const share = (index + jitter) / Math.max(1, botCount(origin, workspace));
  return Math.floor(origin.now - NEWEST - (OLDEST - NEWEST) * share ** 1.35);
}

function lastChange(origin: Origin, place: BotPlace, createdAt: number): number {
  const from = dice(origin.seed, 'change', place.workspace, place.index);
  const { isStale, isStaged } = lifeOf(origin, place);
  if (isStaged && place.index === 0) return origin.now - 3 * HOUR - 12 * MINUTE;
  if (isStaged && place.index === DEPLOYING_AT) return origin.now - 7 * HOUR - 40 * MINUTE;
  const age = origin.now - createdAt;
  const share = isStale ? 0.98 + 0.02 * from.fraction() : 0.7 * from.fraction() ** 3;
  return Math.floor(origin.now - age * share);
}

function botTags(origin: Origin, place: BotPlace): Readonly<Record<string, string>> {
  const from = dice(origin.seed, 'tags', place.workspace, place.index);
  if (from.chance(0.3)) return {};
  const { isDev } = lifeOf(origin, place);
  return { env: isDev ? 'development' : 'production', team: from.pick(TEAMS) };
}

function botTraits(origin: Origin, place: BotPlace): Traits & { readonly dev: boolean } {
  const createdAt = birth(origin, place);
  return {
    createdAt,
    updatedAt: lastChange(origin, place, createdAt),
    dev: lifeOf(origin, place).isDev,
    tags: botTags(origin, place),
  };
}

function isOthers(origin: Origin, place: BotPlace): boolean {
  if (place.workspace > 0) return false;
  if (lifeOf(origin, place).isStaged) return OTHERS_AT.some(at => at === place.index);
  return dice(origin.seed, 'owner', place.index).chance(0.05);
}

function createdBy(origin: Origin, place: BotPlace): string | undefined {
  const from = dice(origin.seed, 'creator', place.workspace, place.index);
  if (isOthers(origin, place)) return prefixedId('user', dice(origin.seed, 'colleague', from.below(3)));
  return from.chance(0.75) || place.index === 0 ? prefixedId('user', dice(origin.seed, 'me')) : undefined;
}

function status({ workspace, index }: BotPlace): string {
  if (workspace > 0) return 'active';
  return (
    { [DEPLOYING_AT]: 'deploying', [DELETING_AT]: 'deleting', [UNHEARD_OF_AT]: 'hibernating' }[index] ??
    'active'
  );
}

function summary(origin: Origin, place: BotPlace): JsonObject {
  const { workspace, index } = place;
  const from = dice(origin.seed, 'bot', workspace, index);
  const { createdAt, updatedAt, tags = {} } = botTraits(origin, place);
  const deployed = Math.floor(updatedAt - (updatedAt - createdAt) * 0.3 * from.fraction() ** 2);
  const isNeverDeployed = lifeOf(origin, place).isStale;
  return present({
    id: botIdAt(origin.seed, place),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    name: botName(workspace, index, from),
    deployedAt: isNeverDeployed ? undefined : iso(index === 0 ? updatedAt : deployed),
    tags,
    type: index === 0 ? 'studio' : from.pick(TYPES),
  });
}

/** Whether an integration version was deleted: bots do not name it any more. */
export type IsGone = (versionId: string) => boolean;

function wholeBot(origin: Origin, place: BotPlace, isGone: IsGone): JsonObject {
  const { workspace, index } = place;
  if (workspace === 0 && index === BARE_AT) return summary(origin, place);
  const from = dice(origin.seed, 'whole', workspace, index);
  const traits = botTraits(origin, place);
  const entries = Object.entries(installations(origin, place, traits));
  const integrations: Json = Object.fromEntries(entries.filter(([id]) => !isGone(id)));
  return present({
    ...summary(origin, place),
    signingSecret: from.chance(0.1) ? `sign_${hexText(from, 32)}` : '',
    integrations,
    ...botContents(origin, place),
    dev: traits.dev,
    createdBy: createdBy(origin, place),
    alwaysAlive: (workspace === 0 && index === 0) || from.chance(0.08),
    status: status(place),
    maxExecutionTime: from.chance(0.2) ? 60 : undefined,
    description: from.chance(0.3) ? 'Answers what travellers ask most.' : undefined,
  });
}

/** Bots, made on demand from their place; their id leads back to it. Spec 2.2. */
export function botSource(origin: Origin, isGone: IsGone): Source {
  const workspaceOf = (ids: Ids): number => origin.workspaceIds.indexOf(ids['workspaceId'] ?? '');
  const placeAt = (parent: Ids, index: number): BotPlace => {
    const named = workspaceOf(parent);
    const known = named < 0 ? placeOfBot(origin.seed, parent['botId'] ?? '')?.workspace : named;
    return { workspace: known ?? 0, index };
  };
  return {
    count: parent => botCount(origin, workspaceOf(parent)),
    indexOf: ids => {
      const place = placeOfBot(origin.seed, ids['botId'] ?? '');
      if (place === undefined || place.index >= botCount(origin, place.workspace)) return undefined;
      const isElsewhere = ids['workspaceId'] !== undefined && workspaceOf(ids) !== place.workspace;
      return isElsewhere ? undefined : place.index;
    },
    traits: (parent, index) => botTraits(origin, placeAt(parent, index)),
    item: (parent, index) => summary(origin, placeAt(parent, index)),
    record: (parent, index) => wholeBot(origin, placeAt(parent, index), isGone),
    refusal: (parent, index) => (isOthers(origin, placeAt(parent, index)) ? 'not-yours' : undefined),
  };
}
