import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import { createGoing, type Going } from './going.ts';
import { pageRows } from './layout.ts';
import { anchored } from './moving.ts';
import { createReading, type Reading } from './reading.ts';
import { createRemover, type Remover } from './removing.ts';
import { currentView, initialState, type Server, type State } from './state.ts';
import { cursorIndex, surfaceOf } from './surface.ts';
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
  readonly now: () => number;
  readonly leave: (ending: Ending) => void;
};

/** Makes the explorer and asks for what the first screen shows. */
export function createExplorer({ client, server, size, knownIds, now, leave }: Start): Explorer {
  const store = createStore<State>(() => initialState(server, size, now()));
  const world: World = { store, client, knownIds, now, leave };
  const reading = createReading(world);
  store.subscribe(state => {
    const tied = anchored(state);
    if (tied !== state) store.setState(tied, true);
  });
  store.subscribe(state => askAhead(state, reading));
  for (const view of store.getState().views.toReversed()) reading.load(view.place);
  return { store, now, leave, ...reading, ...createGoing(world, reading), ...createRemover(world, reading) };
}

/** Asks for the next page when the cursor is within one screen of the last row. */
function askAhead(state: State, reading: Reading): void {
  const surface = surfaceOf(state);
  if (surface.is !== 'table' || surface.rows.next === undefined) return;
  const view = currentView(state);
  const left = surface.ids.length - 1 - cursorIndex(surface, view);
  if (left < pageRows(state, true)) reading.more(view.place);
}
