import { resourceOf } from '../../resources/registry.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { isTroubledOnly, withTroubledToggled } from '../actions/filter-and-sort.ts';
import { contentOf } from '../screens/content.ts';
import { scannedPlace } from '../selection/rows-to-check.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { type Command, PLACES } from './command.ts';

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
  return safe`Nothing checked yet: ${keyName(state.user.keymap, 'list.scan-all')} checks all.`;
}

const checkAll: Command = {
  id: 'list.scan-all',
  word: 'scan all',
  keys: ['H'],
  title: safe`check health of all, on all pages (Esc stops)`,
  group: 'Look',
  where: PLACES,
  keysIn: ['list'],
  blocked: state => (scannedPlace(state) === undefined ? safe`These records have no health.` : undefined),
  run: ({ checkAll }) => checkAll(),
};

/** Commands about the health of rows; each row takes a request. */
export const scanCommands: readonly Command[] = [
  { ...checkAll, hint: { text: safe`check`, rank: 5 } },
  { ...checkAll, id: 'list.check', word: 'check', keys: ['h'], isFormer: true },
  { ...checkAll, id: 'list.scan', word: 'scan', keys: [], isFormer: true },
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
];
