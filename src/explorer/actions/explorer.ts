import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import { createConcurrency } from '../../api/concurrency.ts';
import { createRequestLog, type RequestLog } from '../../api/request-log.ts';
import { type DeleteStorage, memoryStorage } from '../../deletion/journal.ts';
import { noMemory } from '../../storage/memory.ts';
import { noTerminalHost, type TerminalHost } from '../../terminal/host.ts';
import { safe } from '../../text/sanitise.ts';
import { startViews } from '../state/initial-views.ts';
import { keyName } from '../state/key-names.ts';
import { type Connect, type LoginOptions, noConnect, noLoginOptions } from '../state/login-options.ts';
import type { Place } from '../state/place.ts';
import type { PlaceText } from '../state/place-text.ts';
import type { Ending, KnownIds, Ports, SaveFile } from '../state/ports.ts';
import { noWriteProtection, type UndocumentedPolicy, type WriteProtection } from '../state/slices.ts';
import { initialState, type Server, type State } from '../state/state.ts';
import { type ReadonlyStore, withChange } from '../state/store.ts';
import { createRefreshing, type Refreshing } from './auto-refresh.ts';
import { type Breadcrumbs, createBreadcrumbs, createTourActions, type TourActions } from './breadcrumbs.ts';
import { chooseInUse } from './choose.ts';
import { type CursorActions, createCursorActions } from './cursor/cursor-actions.ts';
import { createDeleter, type Deleter } from './delete/delete.ts';
import { createUnfinishedCheck, openNotice, type UnfinishedCheck } from './delete/unfinished.ts';
import { createDialogActions, type DialogActions } from './dialogs.ts';
import { createListActions, type ListActions } from './filter-and-sort.ts';
import { createSeeker, type Seeker } from './find-owner.ts';
import type { Copies } from './last-seen.ts';
import { createVariantActions, type VariantActions } from './list-variant.ts';
import { createReading, type Reading } from './load/load.ts';
import { createLogins, type Logins } from './log-in.ts';
import { createGoing, type Going } from './navigate.ts';
import { createQuitActions, type QuitActions } from './quit.ts';
import { hearingClock, watchServer } from './reconnect.ts';
import { type BookmarkActions, createBookmarkActions, type Keeper } from './remember.ts';
import { createRevealing, type Revealing } from './reveal.ts';
import { createScanner, type Scanner } from './scan/scan.ts';
import { createScreenActions, type ScreenActions } from './screen.ts';
import { type Consent, createConsent, extendingClient } from './undocumented.ts';
import { watch } from './watch.ts';
import { createWriteProtection, type WriteProtectionActions } from './write-protection.ts';

/** The explorer without its screen: its state and its actions. */
export type Explorer = {
  readonly store: ReadonlyStore<State>;
  readonly now: () => number;
  readonly end: (ending: Ending) => void;
  readonly terminalHost: TerminalHost;
  readonly requestLog: RequestLog;
  readonly breadcrumbs: Breadcrumbs;
  readonly saveFile: SaveFile;
  readonly chooseInUse: () => void;
  readonly stopRetries: () => void;
} & DialogActions &
  CursorActions &
  ListActions &
  VariantActions &
  ScreenActions &
  BookmarkActions &
  QuitActions &
  TourActions &
  WriteProtectionActions &
  Consent &
  Reading &
  Going &
  Deleter &
  Pick<UnfinishedCheck, 'checkOpen'> &
  Scanner &
  Logins &
  Seeker &
  Revealing &
  Refreshing;

type ExplorerOptions = {
  readonly client: Client | undefined;
  readonly server: Server | undefined;
  readonly size: State['screen']['size'];
  readonly knownIds: KnownIds;
  /** The person's settings and their problems. */
  readonly preferences?: Partial<Omit<State['user'], 'memory' | 'logins'>>;
  /** Writes a file; without it nothing can be saved. */
  readonly saveFile?: SaveFile;
  /** First place; without it the usual list. */
  readonly place?: PlaceText | undefined;
  /** Storage of the memory; without it nothing is stored. */
  readonly keeper?: Keeper | undefined;
  /** Receives the requests and responses that the client observes. */
  readonly requestLog?: RequestLog;
  /** Ids of the commands that were run, for crash reports. */
  readonly breadcrumbs?: Breadcrumbs;
  /** Storage of deletes; without it journal and backups are in memory only. */
  readonly deleteStorage?: DeleteStorage | undefined;
  /** Storage of snapshots; without it there are none from earlier runs. */
  readonly copies?: Copies | undefined;
  /** Whether undocumented requests may be sent; without it the person is asked. */
  readonly undocumented?: UndocumentedPolicy;
  readonly now: () => number;
  readonly end: (ending: Ending) => void;
  /** Name of the first skin. */
  readonly skin?: string;
  /** Initial write protection. */
  readonly writeProtection?: WriteProtection;
  /** True if secrets may be shown on request. */
  readonly canReveal?: boolean;
  /** The ways to log in, and the function that connects. */
  readonly loginOptions?: LoginOptions;
  readonly connect?: Connect;
  /** The first notice. */
  readonly notice?: State['notice'] | undefined;
  /** The terminal host; without it nothing can be copied. */
  readonly terminalHost?: TerminalHost;
};

const noFile: SaveFile = () =>
  Promise.resolve({ kind: 'problem', words: safe`Saving is not possible here.` });

/** Returns the first problem of the settings as a notice; the help lists them all. */
function problemNotice({ user: { problems, keymap } }: Pick<State, 'user'>): State['notice'] {
  const [first] = problems;
  if (first === undefined) return undefined;
  const text =
    problems.length === 1
      ? first
      : safe`${problems.length} problems with your settings and files (${keyName(keymap, 'app.help')} lists them): ${first}`;
  return { tone: 'warn', text };
}

/** Returns the first state. */
function startState(options: ExplorerOptions & { readonly deleteStorage: DeleteStorage }): State {
  const { server, size, preferences, deleteStorage, place, keeper, now, notice, canReveal = true } = options;
  const { undocumented = 'asks' } = options;
  const memory = keeper?.contents ?? noMemory;
  const user = { ...preferences, memory, logins: options.loginOptions ?? noLoginOptions };
  const initial = withChange(initialState(server, size, now()), {
    navigation: { views: startViews(place, server) },
    session: {
      writeProtection: options.writeProtection ?? noWriteProtection,
      undocumented:
        undocumented === 'asks' && memory.extensions?.consentAt !== undefined ? 'allowed' : undocumented,
    },
    screen: { skin: options.skin ?? 'terminal', isRevealOff: !canReveal },
    user,
  });
  // An earlier run's unfinished delete matters more than problems of the settings.
  return { ...initial, notice: openNotice(deleteStorage, now) ?? notice ?? problemNotice(initial) };
}

/** Creates the explorer and loads what the first screen shows. */
export function createExplorer(options: ExplorerOptions): Explorer {
  const {
    client,
    knownIds,
    saveFile = noFile,
    keeper,
    deleteStorage = memoryStorage(),
    requestLog = createRequestLog(),
    breadcrumbs = createBreadcrumbs(),
    copies,
    now,
    end,
    connect = noConnect,
    terminalHost = noTerminalHost,
  } = options;
  const store = createStore<State>()(subscribeWithSelector(() => startState({ ...options, deleteStorage })));
  const retries = watchServer({ store, now });
  const asked = client && retries.hearing(hearingClock(extendingClient(client, { store, now }), store, now));
  const concurrency = createConcurrency();
  const ports: Ports = { ...{ store, client: asked, concurrency }, knownIds, deleteStorage, now, end };
  const reading = createReading(ports);
  const logins = createLogins(ports, connect);
  const scanner = createScanner(ports, reading);
  const { checkOpen, stopCheck } = createUnfinishedCheck(ports);
  retries.start(reading);
  const going = createGoing(ports, { reading, logins });
  watch({ store, now, reading, keeper, copies });
  for (const first of firstReads(store.getState())) reading.load(first);
  return {
    store,
    now,
    end,
    terminalHost,
    saveFile,
    ...createDialogActions(ports),
    ...createCursorActions(ports),
    ...createListActions(ports),
    ...createVariantActions(ports, going),
    ...createScreenActions(ports, terminalHost),
    ...createBookmarkActions(ports),
    ...createQuitActions(ports),
    ...createTourActions(ports, breadcrumbs),
    ...createWriteProtection(ports),
    ...createConsent(ports),
    chooseInUse: () => chooseInUse(ports),
    stopRetries: retries.stopRetries,
    ...reading,
    ...createRevealing(ports),
    ...createRefreshing(ports, reading),
    ...logins,
    ...going,
    ...createSeeker(ports, reading, going),
    requestLog,
    breadcrumbs,
    ...createDeleter(ports, reading),
    checkOpen,
    ...scanner,
    stop: place => reading.stop(place) || scanner.stopScan(place) || stopCheck(),
  };
}

/**
 * Returns the places to load at the start: the present one, and the records above it for their names. Lists
 * above it wait until they are opened.
 */
function firstReads({ navigation: { views } }: State): readonly Place[] {
  return views
    .map(({ place }) => place)
    .filter((place, at) => at === views.length - 1 || place.screen === 'record')
    .toReversed();
}
