import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { DeleteStorage } from '../../deletion/journal.ts';
import type { ExportRequest, ExportResult } from '../../storage/named-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { placeKey, type View } from './place.ts';
import { currentView, type Notice, type State } from './state.ts';

type Group = 'navigation' | 'data' | 'session' | 'screen' | 'user';

/** Store without `setState`, because only actions write. */
export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

/** New values for some fields of some groups; other fields keep theirs. */
export type StateChange = { readonly [G in Group]?: Partial<State[G]> } & Partial<Omit<State, Group>>;

/** Returns the state with the change applied. Groups without a change stay the same object. */
export function withChange(state: State, change: StateChange): State {
  const { navigation, data, session, screen, user, ...rest } = change;
  return {
    ...state,
    ...rest,
    ...(navigation && { navigation: { ...state.navigation, ...navigation } }),
    ...(data && { data: { ...state.data, ...data } }),
    ...(session && { session: { ...state.session, ...session } }),
    ...(screen && { screen: { ...state.screen, ...screen } }),
    ...(user && { user: { ...state.user, ...user } }),
  };
}

export const withView = (state: State, view: View): State =>
  withChange(state, { navigation: { views: [...state.navigation.views.slice(0, -1), view] } });

/**
 * Returns the state with filter and sort over all records loaded until now: rows may move at a key, but not
 * by themselves.
 */
export const withSortedRecords = (state: State): State =>
  withChange(state, { data: { sortedRecords: state.data.records } });

/** Returns the state with the list on the screen filtered and sorted over all its present rows. */
export function withRowsOrdered(state: State): State {
  const next = withSortedRecords(state);
  const key = placeKey(currentView(state).place);
  const load = state.data.lists[key];
  if (load?.last?.value.base === undefined) return next;
  const ordered = { ...load, last: { ...load.last, value: { ...load.last.value, base: undefined } } };
  return withChange(next, { data: { lists: { ...state.data.lists, [key]: ordered } } });
}

export function update(
  store: Pick<StoreApi<State>, 'setState'>,
  change: StateChange | ((state: State) => StateChange),
): void {
  store.setState(state => withChange(state, typeof change === 'function' ? change(state) : change), true);
}

/** Shows the notice of work that ended by itself, unless it would replace the field of an open dialog. */
export function notifyLate({ setState }: Pick<StoreApi<State>, 'setState'>, notice: Notice): void {
  setState(({ dialog }) => (dialog === undefined ? { notice } : {}));
}

/** Returns ids to suggest for records of a kind below a parent, where the API lists none. */
export type KnownIds = (kind: string, parents: Ids) => readonly string[];

/**
 * Writes a file completely or not at all; overwrites an existing file only if that is still the one to
 * replace. Never throws.
 */
export type SaveFile = (request: ExportRequest) => Promise<ExportResult>;

/** Dependencies of the actions. Everything from outside is here, so that tests can replace it. */
export type Ports = {
  readonly store: StoreApi<State>;
  readonly client: Client | undefined;
  readonly knownIds: KnownIds;
  readonly deleteStorage: DeleteStorage;
  /** Returns epoch milliseconds that never decrease: for durations and ages, not for files. */
  readonly now: () => number;
  /** Returns true while the line to the terminal is slow: the screen should change seldom. */
  readonly isSlow: () => boolean;
  /** Ends the explorer: for good, or to start it with another connection. */
  readonly end: (ending: Ending) => void;
};

/** `next`: restart with the prepared connection, at `place`, showing `notice`. */
export type Ending =
  | 'quit'
  | 'demo'
  | { readonly to: 'next'; readonly place?: string; readonly notice: SafeText };
