import { resourceOf } from '../../resources/registry.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { isTroubledOnly, withTroubledToggled } from '../actions/filter-and-sort.ts';
import { contentOf } from '../screens/content.ts';
import { scannedPlace } from '../selection/rows-to-check.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { type Command, PLACES } from './command.ts';

const noScan = (state: State): SafeText | undefined =>
  scannedPlace(state) === undefined ? safe`These records have no health.` : undefined;

const noRows = (state: State): SafeText | undefined =>
  noScan(state) ?? (contentOf(state).ids.length === 0 ? safe`No row here to check.` : undefined);

function isAnyLoaded({ data: { records } }: State, kind: string): boolean {
  for (const key in records) if (key.startsWith(`${kind}\n`)) return true;
  return false;
}

function noTrouble(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resourceOf(place.kind).troubled === undefined)
    return safe`These records have no health.`;
  if (contentOf(state).kind !== 'table') return safe`Still loading the first page.`;
  if (isTroubledOnly(state) || isAnyLoaded(state, place.kind)) return undefined;
  const { keymap } = state.user;
  return safe`Nothing checked yet: ${keyName(keymap, 'list.check')} checks visible rows, ${keyName(keymap, 'list.scan-all')} checks all.`;
}

/** Commands that check the health of rows, which takes a request each. */
export const scanCommands: readonly Command[] = [
  {
    id: 'list.check',
    keys: ['h'],
    title: safe`check health of visible or marked (Esc stops)`,
    group: 'Look',
    where: ['list'],
    // Visible rows are checked by themselves: then the key of all rows matters more.
    hint: ({ user }) => ({ text: safe`health`, rank: user.health === 'auto' ? 9 : 5 }),
    blocked: noRows,
    run: ({ scanNear }) => scanNear(),
  },
  {
    id: 'list.troubled',
    keys: ['z'],
    title: safe`problems only / all`,
    group: 'Look',
    where: ['list'],
    hint: { text: safe`problems`, rank: 7 },
    blocked: noTrouble,
    change: withTroubledToggled,
  },
  {
    id: 'list.scan',
    word: 'scan',
    keys: [],
    title: safe`check health of all loaded rows (Esc stops)`,
    group: 'Look',
    where: PLACES,
    blocked: noScan,
    run: ({ scanAll }) => scanAll(),
  },
  {
    id: 'list.scan-all',
    word: 'scan all',
    keys: ['H'],
    title: safe`check health of all, on all pages (Esc stops)`,
    group: 'Look',
    where: PLACES,
    keysIn: ['list'],
    hint: ({ user }) => ({ text: safe`check all`, rank: user.health === 'auto' ? 5 : 9 }),
    blocked: noScan,
    run: ({ scanAll }) => scanAll('pages'),
  },
];
