import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import { createRequestLog, type RequestLog } from '../../api/request-log.ts';
import { type DeleteStorage, memoryStorage } from '../../deletion/journal.ts';
import { noMemory } from '../../storage/memory.ts';
import { noTerminalHost, type TerminalHost } from '../../terminal/host.ts';
import { safe } from '../../text/sanitise.ts';
import { startViews } from '../state/initial-views.ts';
import { keyName } from '../state/key-names.ts';
import { type Doors, noDoors, noOpening, type OpenDoor } from '../state/login-options.ts';
import type { Place } from '../state/place.ts';
import type { PlaceText } from '../state/place-text.ts';
import type { Ending, KnownIds, SaveFile, World } from '../state/ports.ts';
import { type Extending, type Guard, noGuard } from '../state/slices.ts';
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
  readonly leave: (ending: Ending) => void;
  readonly desk: TerminalHost;
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

type Start = {
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
  readonly keeping?: DeleteStorage | undefined;
  /** Storage of snapshots; without it there are none from earlier runs. */
  readonly copies?: Copies | undefined;
  /** Whether undocumented requests may be sent; without it the person is asked. */
  readonly extending?: Extending;
  readonly now: () => number;
  readonly leave: (ending: Ending) => void;
  /** Name of the first skin. */
  readonly skin?: string;
  /** Initial write protection. */
  readonly guard?: Guard;
  /** True if secrets may be shown on request. */
  readonly reveals?: boolean;
  /** The ways to log in, and the function that connects. */
  readonly doors?: Doors;
  readonly openDoor?: OpenDoor;
  /** The first notice. */
  readonly notice?: State['notice'] | undefined;
  /** The terminal host; without it nothing can be copied. */
  readonly desk?: TerminalHost;
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
function startState(start: Start & { readonly keeping: DeleteStorage }): State {
  const { server, size, preferences, keeping, place, keeper, now, notice, reveals = true } = start;
  const { extending = 'asks' } = start;
  const memory = keeper?.contents ?? noMemory;
  const user = { ...preferences, memory, logins: start.doors ?? noDoors };
  const initial = withChange(initialState(server, size, now()), {
    navigation: { views: startViews(place, server) },
    session: {
      writeProtection: start.guard ?? noGuard,
      undocumented:
        extending === 'asks' && memory.extensions?.consentAt !== undefined ? 'allowed' : extending,
    },
    screen: { skin: start.skin ?? 'terminal', isRevealOff: !reveals },
    user,
  });
  // An earlier run's unfinished delete matters more than problems of the settings.
  return { ...initial, notice: openNotice(keeping, now) ?? notice ?? problemNotice(initial) };
}

/** Creates the explorer and loads what the first screen shows. */
export function createExplorer(start: Start): Explorer {
  const {
    client,
    knownIds,
    saveFile = noFile,
    keeper,
    keeping = memoryStorage(),
    requestLog = createRequestLog(),
    breadcrumbs = createBreadcrumbs(),
    copies,
    now,
    leave,
    openDoor = noOpening,
    desk = noTerminalHost,
  } = start;
  const store = createStore<State>()(subscribeWithSelector(() => startState({ ...start, keeping })));
  const retries = watchServer({ store, now });
  const asked = client && retries.hearing(hearingClock(extendingClient(client, { store, now }), store, now));
  const world: World = { store, client: asked, knownIds, keeping, now, leave };
  const reading = createReading(world);
  const logins = createLogins(world, openDoor);
  const scanner = createScanner(world, reading);
  const { checkOpen, stopCheck } = createUnfinishedCheck(world);
  retries.start(reading);
  const going = createGoing(world, { reading, logins });
  watch({ store, now, reading, keeper, copies });
  for (const first of firstReads(store.getState())) reading.load(first);
  return {
    store,
    now,
    leave,
    desk,
    saveFile,
    ...createDialogActions(world),
    ...createCursorActions(world),
    ...createListActions(world),
    ...createVariantActions(world, going),
    ...createScreenActions(world, desk),
    ...createBookmarkActions(world),
    ...createQuitActions(world),
    ...createTourActions(world, breadcrumbs),
    ...createWriteProtection(world),
    ...createConsent(world),
    chooseInUse: () => chooseInUse(world),
    stopRetries: retries.stopRetries,
    ...reading,
    ...createRevealing(world),
    ...createRefreshing(world, reading),
    ...logins,
    ...going,
    ...createSeeker(world, reading, going),
    requestLog,
    breadcrumbs,
    ...createDeleter(world, reading),
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
