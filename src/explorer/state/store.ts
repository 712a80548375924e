import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { DeleteStorage } from '../../deletion/journal.ts';
import type { ExportRequest, ExportResult } from '../../storage/named-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { placeKey, type View } from './place.ts';
import { currentView, type Notice, type State } from './state.ts';

type Group = 'navigation' | 'data' | 'session' | 'screen' | 'user';

/** Only actions write. */
export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

export type StateChange = { readonly [G in Group]?: Partial<State[G]> } & Partial<Omit<State, Group>>;

/** Groups without a change stay the same object. */
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

/** Orders rows by the records of now: at a key they may move, but not by themselves. */
export const withSortedRecords = (state: State): State =>
  withChange(state, { data: { sortedRecords: state.data.records } });

export function withRowsOrdered(state: State): State {
  const next = withSortedRecords(state);
  const key = placeKey(currentView(state).place);
  const load = state.data.lists[key];
  if (load?.last?.value.base === undefined) return next;
  const ordered = { ...load, last: { ...load.last, value: { ...load.last.value, base: undefined } } };
  return withChange(next, { data: { lists: { ...state.data.lists, [key]: ordered } } });
}

export function withForbidden(state: State, ids: readonly string[], isForbidden: boolean): State {
  const { forbidden } = state.session;
  const others = forbidden.filter(id => !ids.includes(id));
  if (!isForbidden && others.length === forbidden.length) return state;
  return withChange(state, { session: { forbidden: isForbidden ? [...others, ...ids] : others } });
}

export function update(
  store: Pick<StoreApi<State>, 'setState'>,
  change: StateChange | ((state: State) => StateChange),
): void {
  store.setState(state => withChange(state, typeof change === 'function' ? change(state) : change), true);
}

export function notifyLate({ setState }: Pick<StoreApi<State>, 'setState'>, notice: Notice): void {
  setState(({ dialog }) => (dialog === undefined ? { notice } : {}));
}

/** Ids to suggest of a kind that the API does not list. */
export type KnownIds = (kind: string, parents: Ids) => readonly string[];

/** Writes a file whole or not at all; overwrites only the one to replace. Never throws. */
export type SaveFile = (request: ExportRequest) => Promise<ExportResult>;

/** Everything from outside is here, so that tests can replace it. */
export type Ports = Readonly<{
  store: StoreApi<State>;
  client: Client | undefined;
  knownIds: KnownIds;
  deleteStorage: DeleteStorage;
  /** Epoch milliseconds that never decrease: for durations and ages, not for files. */
  now: () => number;
  /** The line to the terminal is slow: the screen should change seldom. */
  isSlow: () => boolean;
  end: (ending: Ending) => void;
}>;

/** `next`: restart with the prepared connection, at `place`, showing `notice`. */
export type Ending = 'quit' | 'demo' | Readonly<{ to: 'next'; place?: string; notice: SafeText }>;
