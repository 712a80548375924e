import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import { safe } from '../text/sanitise.ts';
import { createGoing, type Going } from './going.ts';
import { pageRows } from './layout.ts';
import { anchored } from './moving.ts';
import { createReading, type Reading } from './reading.ts';
import { createRemover, type Remover } from './removing.ts';
import { currentView, initialState, type Rows, type Server, type State } from './state.ts';
import { currentLoad, cursorIndex, surfaceOf } from './surface.ts';
import type { Ending, KnownIds, World } from './world.ts';

/** The explorer without its screen: the state, and everything that can be done to it. */
export type Explorer = {
  readonly store: StoreApi<State>;
  readonly now: () => number;
  readonly leave: (ending: Ending) => void;
} & Reading &
  Going &
  Remover;

type Start = {
  readonly client: Client | undefined;
  readonly server: Server | undefined;
  readonly size: State['size'];
  readonly knownIds: KnownIds;
  /** The person's own keys, and what is wrong with the settings. */
  readonly preferences?: Pick<State, 'keymap' | 'problems'>;
  readonly now: () => number;
  readonly leave: (ending: Ending) => void;
};

/** What is wrong with the settings is said at once; the help has the whole list. */
function problemNotice(problems: State['problems']): State['notice'] {
  const [first] = problems;
  if (first === undefined) return undefined;
  const more = problems.length > 1 ? safe` (and ${problems.length - 1} more: press ?)` : safe``;
  return { tone: 'warn', text: safe`${first}${more}` };
}

/** Makes the explorer and asks for what the first screen shows. */
export function createExplorer({ client, server, size, knownIds, preferences, now, leave }: Start): Explorer {
  const store = createStore<State>(() => ({
    ...initialState(server, size, now()),
    ...preferences,
    notice: problemNotice(preferences?.problems ?? []),
  }));
  const world: World = { store, client, knownIds, now, leave };
  const reading = createReading(world);
  store.subscribe(state => {
    const tied = anchored(state);
    if (tied !== state) store.setState(tied, true);
  });
  store.subscribe(askAhead(reading));
  for (const view of store.getState().views.toReversed()) reading.load(view.place);
  return { store, now, leave, ...reading, ...createGoing(world, reading), ...createRemover(world, reading) };
}

/**
 * Asks for the next page when the cursor is within one screen of the last row: once for the same rows, so that
 * a page which was stopped is not asked for again by itself.
 */
function askAhead(reading: Reading): (state: State) => void {
  let asked: Rows | undefined;
  return state => {
    const surface = surfaceOf(state);
    if (surface.is !== 'table') asked = undefined;
    if (surface.is !== 'table' || surface.rows.next === undefined || surface.rows === asked) return;
    const view = currentView(state);
    const left = surface.ids.length - 1 - cursorIndex(surface, view);
    if (left >= pageRows(state, true) || currentLoad(state)?.phase !== 'ready') return;
    asked = surface.rows;
    reading.more(view.place);
  };
}
