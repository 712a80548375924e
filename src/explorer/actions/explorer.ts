import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { createRequestLog, type RequestLog } from '../../api/request-log.ts';
import { type DeleteStorage, memoryStorage } from '../../deletion/journal.ts';
import type { Ref } from '../../resources/resource.ts';
import { type MemoryFile, noMemory } from '../../storage/memory.ts';
import { noTerminalHost, type TerminalHost } from '../../terminal/host.ts';
import { safe } from '../../text/sanitise.ts';
import { usageOf } from '../facts/usage.ts';
import { keyName } from '../state/key-names.ts';
import { type Connect, type LoginOptions, noConnect, noLoginOptions } from '../state/login.ts';
import type { Place } from '../state/place.ts';
import type { PlaceText } from '../state/place-text.ts';
import {
  noWriteProtection,
  type Screen,
  type UndocumentedPolicy,
  type WriteProtection,
} from '../state/slices.ts';
import { initialState, type Server, type State } from '../state/state.ts';
import {
  type Ending,
  type Ports,
  type ReadonlyStore,
  type SaveFile,
  update,
  withChange,
} from '../state/store.ts';
import { initialPlaces, startViews } from '../state/view-stacks.ts';
import { createAutoRefresh } from './auto-refresh.ts';
import { createDeleter } from './delete/delete.ts';
import { createUnfinishedCheck, openNotice } from './delete/unfinished.ts';
import { hasEarlierVersion, type SnapshotStorage } from './last-seen.ts';
import { createLoadActions } from './load/load.ts';
import { withLocalRecords } from './load/local-records.ts';
import { createLoginActions } from './log-in.ts';
import { createNavigation } from './navigate.ts';
import { watchServer } from './reconnect.ts';
import { createHealthQueue } from './scan/health-queue.ts';
import { createScreenActions } from './screen.ts';
import { createTimeLimits } from './time-limits.ts';
import { withConsent } from './undocumented.ts';
import { watch } from './watch.ts';

type ExplorerOptions = Pick<Ports, 'client' | 'knownIds' | 'now' | 'end'> & {
  readonly server: Server | undefined;
  readonly size: State['screen']['size'];
  readonly preferences?: Partial<Omit<State['user'], 'memory' | 'logins'>>;
  /** Writes a file; default: saving is not possible. */
  readonly saveFile?: SaveFile;
  /** First place; default: the list below the root. */
  readonly place?: PlaceText | undefined;
  /** File of recents and bookmarks; default: nothing is stored. */
  readonly memoryFile?: Pick<MemoryFile, 'contents' | 'save'> | undefined;
  readonly requestLog?: RequestLog;
  /** Storage of deletes; default: journal and backups in memory only. */
  readonly deleteStorage?: DeleteStorage | undefined;
  /** Storage of snapshots; default: none from earlier runs. */
  readonly snapshots?: SnapshotStorage | undefined;
  /** Policy for undocumented requests; default: with the person's consent. */
  readonly undocumented?: UndocumentedPolicy;
  readonly screen?: Partial<Screen>;
  readonly writeProtection?: WriteProtection;
  readonly loginOptions?: LoginOptions;
  readonly connect?: Connect;
  readonly notice?: State['notice'] | undefined;
  readonly terminalHost?: TerminalHost;
};

const noFile: SaveFile = () =>
  Promise.resolve({ kind: 'problem', words: safe`Saving is not possible here.` });

function problemNotice({ user: { problems, keymap } }: Pick<State, 'user'>): State['notice'] {
  const [first] = problems;
  if (first === undefined) return undefined;
  const text =
    problems.length === 1
      ? first
      : safe`${problems.length} problems with your settings and files (${keyName(keymap, 'app.help')} lists them): ${first}`;
  return { tone: 'warn', text };
}

function startState(options: ExplorerOptions & { readonly deleteStorage: DeleteStorage }): State {
  const { server, size, preferences, deleteStorage, place, memoryFile, now, notice } = options;
  const { undocumented = 'with-consent' } = options;
  const memory = memoryFile?.contents ?? noMemory;
  const user = { ...preferences, memory, logins: options.loginOptions ?? noLoginOptions };
  const initial = withChange(initialState(server, size, now()), {
    navigation: { views: startViews(place, server) },
    session: {
      writeProtection: options.writeProtection ?? noWriteProtection,
      undocumented:
        undocumented === 'with-consent' && memory.extensions?.consentAt !== undefined
          ? 'allowed'
          : undocumented,
    },
    screen: options.screen ?? {},
    user,
  });
  // Unfinished deletes of an earlier run matter more than problems of the settings.
  return {
    ...initial,
    notice: openNotice(deleteStorage, now) ?? notice ?? problemNotice(initial) ?? demoHint(initial),
  };
}

function demoHint({ session: { server }, user: { keymap } }: State): State['notice'] {
  if (server?.demo !== true || server.isReplay === true) return undefined;
  const [open, help] = [keyName(keymap, 'place.open'), keyName(keymap, 'app.help')];
  const connect = keyName(keymap, 'profile.switch');
  const text = safe`Sample data: ${open} opens a bot, ${help} lists the keys, ${connect} connects.`;
  return { tone: 'plain', text };
}

const MAX_LAST_COMMANDS = 20;

/** Creates the explorer without its screen: its state and its actions. */
export function createExplorer(options: ExplorerOptions) {
  const { client, knownIds, memoryFile, snapshots, now } = options;
  const {
    saveFile = noFile,
    deleteStorage = memoryStorage(),
    requestLog = createRequestLog(),
    connect = noConnect,
    terminalHost = noTerminalHost,
  } = options;
  let lastCommands: readonly string[] = [];
  const store = createStore<State>()(subscribeWithSelector(() => startState({ ...options, deleteStorage })));
  const end = (ending: Ending): void => {
    update(store, { session: { isEnded: true } });
    options.end(ending);
  };
  const retries = watchServer({ store, now }, () => loading);
  const observed = client && retries.observe(withConsent(client, { store, now }));
  const { isSlow } = terminalHost;
  const ports: Ports = { store, client: observed, knownIds, deleteStorage, now, isSlow, end };
  const used = () => usageOf(store.getState()).used;
  const local = withLocalRecords(observed, { deleteStorage, now, requestLog, used });
  const loading = createLoadActions({ ...ports, client: local });
  const { checkOpen, stopCheck } = createUnfinishedCheck(ports);
  const health = createHealthQueue(ports, loading);
  watch({ store, now, loading, memoryFile, snapshots, isSlow });
  for (const first of initialPlaces(store.getState())) loading.load(first);
  const readonlyStore: ReadonlyStore<State> = store;
  return {
    store: readonlyStore,
    now,
    end,
    /** Changes the state in one write, by one of the functions `withX` of the actions. */
    change: (to: (state: State) => State): void => store.setState(to),
    terminalHost,
    requestLog,
    /** Returns the ids of the last commands, the oldest first, for crash reports. */
    lastCommands: () => lastCommands,
    noteCommand: (id: string): void => {
      lastCommands = [...lastCommands.slice(1 - MAX_LAST_COMMANDS), id];
    },
    saveFile,
    ...createScreenActions(ports, terminalHost),
    ...createTimeLimits(ports),
    stopRetries: retries.stopRetries,
    hasEarlierVersion: (ref: Ref): boolean => hasEarlierVersion(store.getState(), snapshots, ref),
    ...loading,
    ...createAutoRefresh(ports, loading, health.noteKey),
    ...createLoginActions(ports, connect),
    ...createNavigation(ports, loading),
    ...createDeleter(ports, loading),
    checkOpen,
    checkAll: health.checkAll,
    stopLoading: (place: Place): boolean =>
      [health.stopCheck(place), loading.stopLoading(place)].includes(true) || stopCheck(),
  };
}

export type Explorer = Readonly<ReturnType<typeof createExplorer>>;
