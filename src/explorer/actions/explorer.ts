import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type DeleteStorage, memoryStorage } from '../../deletion/journal.ts';
import { createDigests, type Digests, withDigests } from '../../resources/digests.ts';
import type { Ref } from '../../resources/resource.ts';
import { type MemoryFile, noMemory } from '../../storage/memory.ts';
import type { TerminalHost } from '../../terminal/host.ts';
import { err, type Result } from '../../text/result.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { causesOf } from '../facts/causes.ts';
import { keyName } from '../state/key-names.ts';
import { type Connect, type LoginOptions, noConnect, noLoginOptions } from '../state/login.ts';
import type { Place } from '../state/place.ts';
import type { PlaceText } from '../state/place-text.ts';
import { usageOf } from '../state/records.ts';
import { createRequestLog, type RequestLog } from '../state/request-log.ts';
import { initialState, noWriteProtection, type Server, type State } from '../state/state.ts';
import { type Ports, type ReadonlyStore, type SaveFile, update, withChange } from '../state/store.ts';
import { initialPlaces, startViews } from '../state/view-stacks.ts';
import { createAutoRefresh } from './auto-refresh.ts';
import { createDeleter } from './delete/delete.ts';
import { createUnfinishedCheck, openNotice } from './delete/unfinished.ts';
import { createHealthQueue } from './health/health-queue.ts';
import { hasEarlierVersion, type SnapshotStorage } from './last-seen.ts';
import { createLoadActions } from './load/load.ts';
import { withLocalRecords } from './load/local-records.ts';
import { workspaceChanges } from './load/workspace-changes.ts';
import { createLoginActions } from './log-in.ts';
import { createNavigation } from './navigate.ts';
import { installReactions } from './reactions.ts';
import { watchServer } from './reconnect.ts';
import { createScreenActions } from './screen.ts';
import { createTimeLimits } from './time-limits.ts';
import { withConsent } from './undocumented.ts';

export const noTerminalHost: TerminalHost = {
  copy: () => ({ ok: false, words: safe`cannot be copied: not a terminal` }),
  isSlow: () => false,
  isKeyAlone: () => false,
  suspend: () => undefined,
  redraw: () => undefined,
  mouse: () => undefined,
  page: () => Promise.resolve(safe`Not a terminal.`),
  run: () => Promise.resolve(safe`Not a terminal.`),
  browse: () => Promise.resolve(false),
};

/** `later`: the names of those that take effect at the next start. */
export type ReloadedSettings = Readonly<{
  user: Partial<State['user']>;
  screen: Partial<State['screen']>;
  later: readonly SafeText[];
}>;

/**
 * By default the list below the root is shown, nothing can be saved, and bookmarks and snapshots are not
 * stored. Digests, journal and backups are in memory only; undocumented requests need the person's consent.
 * Texts name the keys of `preferences`, or commands where it has none.
 */
type ExplorerOptions = Pick<Ports, 'client' | 'knownIds' | 'now' | 'end'> &
  Readonly<{
    server: Server | undefined;
    size: State['screen']['size'];
    preferences?: Partial<Omit<State['user'], 'memory' | 'logins'>>;
    saveFile?: SaveFile;
    place?: PlaceText | undefined;
    memoryFile?: Pick<MemoryFile, 'contents' | 'save'> | undefined;
    requestLog?: RequestLog;
    deleteStorage?: DeleteStorage | undefined;
    snapshots?: SnapshotStorage | undefined;
    digests?: Digests | undefined;
    undocumented?: State['session']['undocumented'];
    screen?: Partial<State['screen']>;
    writeProtection?: State['session']['writeProtection'];
    loginOptions?: LoginOptions;
    connect?: Connect;
    reloadSettings?: () => Promise<Result<ReloadedSettings>>;
    notice?: State['notice'] | undefined;
    terminalHost?: TerminalHost;
  }>;

function problemNotice({ user: { problems, keymap } }: State): State['notice'] {
  const [first] = problems;
  if (first === undefined) return undefined;
  const text =
    problems.length === 1
      ? first
      : safe`${problems.length} problems with your settings and files (${keyName(keymap, 'app.help')} lists them): ${first}`;
  return { tone: 'warn', text };
}

function withSettings(state: State, settings: Result<ReloadedSettings>): State {
  if (!settings.ok) {
    const text = safe`${settings.why}. Settings stay as they were.`;
    return withChange(state, { notice: { tone: 'warn', text } });
  }
  const { user, screen, later } = settings.value;
  const next = withChange(state, { user, screen });
  const rest = later.length > 0 && safe` · at the next start: ${joinSafe(later)}`;
  const { tone, text } = problemNotice(next) ?? { tone: 'good', text: safe`Settings reloaded` };
  return { ...next, notice: { tone, text: safe`${text}${rest}` } };
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

export function createExplorer(options: ExplorerOptions) {
  const { client, knownIds, memoryFile, snapshots, now } = options;
  const {
    saveFile = async () => ({ kind: 'problem', words: safe`Saving is not possible here.` }),
    deleteStorage = memoryStorage(),
    requestLog = createRequestLog(),
    digests = createDigests(),
    connect = noConnect,
    reloadSettings = async () => err(safe`No settings file here`),
    terminalHost = noTerminalHost,
  } = options;
  let lastCommands: readonly string[] = [];
  const store = createStore<State>()(subscribeWithSelector(() => startState({ ...options, deleteStorage })));
  const end: Ports['end'] = ending => {
    update(store, { session: { isEnded: true } });
    options.end(ending);
  };
  const retries = watchServer({ store, now }, () => loading);
  const observed = client && retries.observe(withConsent(withDigests(client, digests), { store, now }));
  const { isSlow } = terminalHost;
  const ports: Ports = { store, client: observed, knownIds, deleteStorage, now, isSlow, end };
  const local = withLocalRecords(observed, ports, requestLog, {
    usedIntegrations: () => usageOf(store.getState()).used,
    causes: () => causesOf(store.getState()).rows,
    changes: () => workspaceChanges(store.getState(), digests, deleteStorage),
  });
  const loading = createLoadActions({ ...ports, client: local });
  const { checkOpen, stopCheck } = createUnfinishedCheck(ports);
  const health = createHealthQueue(ports, loading);
  installReactions({ store, now, loading, memoryFile, snapshots, isSlow });
  for (const first of initialPlaces(store.getState())) loading.load(first);
  const readonlyStore: ReadonlyStore<State> = store;
  return {
    store: readonlyStore,
    now,
    end,
    change: (to: (state: State) => State): void => store.setState(to),
    reloadSettings: async (): Promise<void> => {
      const settings = await reloadSettings();
      store.setState(state => withSettings(state, settings));
    },
    terminalHost,
    requestLog,
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
    stopLoading: (place: Place) =>
      [health.stopCheck(place), loading.stopLoading(place)].includes(true) || stopCheck(),
  };
}

export type Explorer = Readonly<ReturnType<typeof createExplorer>>;
