import type { CustomCommand } from '../../config/config-file.ts';
import type { ProfileColour } from '../../config/profiles.ts';
import type { AutoMode } from '../../config/settings.ts';
import type { Failure } from '../../failure.ts';
import type { Notation } from '../../json/document.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Tone } from '../../resources/field.ts';
import { refId, resourceOf, root } from '../../resources/registry.ts';
import { listIds, type Ref, refTo } from '../../resources/resource.ts';
import { type Memory, noMemory } from '../../storage/memory.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { span } from '../../text/units.ts';
import type { AnyDialog } from './dialogs.ts';
import { type LastSeen, type Lists, type Records, type RetryWait, rowIndex } from './load.ts';
import { type LoginOptions, noLoginOptions } from './login.ts';
import { type History, keyOf, listPlaces, noHistory, type Place, placeKey, type View } from './place.ts';

/** Protection against deletes, besides `--read-only`. */
export type WriteProtection = Readonly<{
  isDry: boolean;
  /** Deletes are locked until a person unlocks them, for a while. */
  isProtected: boolean;
  /** Epoch milliseconds; 0 while locked. */
  unlockedUntil: number;
  /** Milliseconds between the last Enter and the first request. */
  graceMs: number;
}>;

export const GRACE_MS = 5000;

export const noWriteProtection: WriteProtection = {
  isDry: false,
  isProtected: false,
  unlockedUntil: 0,
  graceMs: GRACE_MS,
};

type UndocumentedPolicy = 'never' | 'with-consent' | 'allowed';

export type Offline = Readonly<{
  failure: Failure;
  /** Failed requests in a row; simultaneous ones count once. */
  tries: number;
  /** Seconds until the next retry; undefined while one is in progress, or when none follows. */
  left: number | undefined;
  /** No retry follows until the server has responded. */
  isStopped: boolean;
}>;

/** Auto-refresh of a place; idle when no key was pressed for a long time. */
export type Refresh = Readonly<{ key: string; seconds: number; isIdle: boolean }>;

/**
 * `auto`: on a wide screen, with the causes until the cursor moves. `causes`, `row`: as a person chose.
 * `paused`: as `auto`, but not painted, because the line to the terminal is slow. `none`: never, for screen
 * readers.
 */
type PaneMode = 'auto' | 'causes' | 'row' | 'off' | 'paused' | 'none';

export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

export type RecordChanges = Readonly<{ key: string; before: JsonObject; fields: number }>;

/** Changes of a list that the person has not seen yet; all ids are those of rows. */
export type ListChanges = Readonly<{
  cells: ChangedCells;
  /** Rows that have left their page: gone from the list, or moved to another page. */
  missing: ReadonlyMap<string, 'gone' | 'moved'>;
  added: ReadonlySet<string>;
}>;

export type HealthCheck = Readonly<{
  list: string;
  /** True while it has only rows that the program checks by itself. */
  isAutomatic: boolean;
  /** All rows that a person asked for, those of them with a response, and those that had one before. */
  total: number;
  done: number;
  from: number;
  current: ReadonlySet<string>;
  /** Start of the work, which may begin with the pages of the list, and of the checks. */
  since: number;
  checkedSince: number;
  /** The pause that the server requested, while it lasts. */
  wait: RetryWait | undefined;
}>;

export type Screen = Readonly<{
  size: Readonly<{ columns: number; rows: number }>;
  exactTimes: boolean;
  isMouseOn: boolean;
  isRevealOff: boolean;
  /** The last text searched for, to bring it back in another text. */
  lastFind: string;
  isHeaderOff: boolean;
  format: Notation;
  isWrapped: boolean;
  skin: string;
  pane: PaneMode;
  /** False: keys are named in words, `Up` in place of `↑`, for --ascii and screen readers. */
  hasArrows: boolean;
}>;

export type Notice = Readonly<{ tone: Tone; text: SafeText }>;

export type Server = Readonly<{
  label: SafeText;
  demo: boolean;
  /** Records of a file, and no hints. */
  isReplay?: boolean;
  colour?: ProfileColour;
  baseUrl: SafeText;
  workspaceId: string;
  defaultIds: Ref['ids'];
  readOnly: boolean;
  readOnlyBy?: SafeText | undefined;
  origins: Readonly<{ baseUrl: SafeText; token: SafeText; workspaceId: SafeText }>;
  tokenHint: SafeText;
  /** `https://dash.example/{workspaceId}/bots/{botId}` */
  dashboard?: string;
  isUnverified?: boolean;
  proxy?: Readonly<{ address: SafeText; from: SafeText }>;
}>;

export type Keymap = { readonly [id: string]: readonly string[] };

type Navigation = Readonly<{
  /** The present one last. Never empty. */
  views: readonly View[];
  history: History;
  /** Content of the panes of lists whose cursor was moved, by the list's key. */
  panes: { readonly [key: string]: Pane };
}>;

export type Pane = Readonly<{
  row: string | undefined;
  /**
   * Content of the pane until the cursor rests, so that a held key does not paint it. `top`: the first
   * visible row of the list before the first move.
   */
  frozen?: Pick<State, 'data' | 'session'> & { readonly top: number };
}>;

type Data = Readonly<{
  records: Records;
  lists: Lists;
  snapshots: { readonly [key: string]: LastSeen };
  marks: { readonly [key: string]: ReadonlySet<string> };
  check?: HealthCheck | undefined;
  /** The records as of the last sort, filter, reload or check: later ones move no row by themselves. */
  sortedRecords: Records;
  /** Why the program checks no health by itself any more; a check by a person removes it. */
  healthPause?: Failure | undefined;
  /** True while deletes without a recorded outcome are looked at again; Esc stops it. */
  isCheckingDeletes?: boolean;
  lastBackups?: readonly string[];
  recordChanges?: RecordChanges | undefined;
  /** Changes that the person has not seen yet, by the list's key. */
  listChanges: { readonly [key: string]: ListChanges };
}>;

type Session = Readonly<{
  server: Server | undefined;
  writeProtection: WriteProtection;
  offline?: Offline | undefined;
  autoRefresh?: Refresh | undefined;
  undocumented: UndocumentedPolicy;
  /** Undocumented operations that this token may not use. */
  forbidden: readonly string[];
  /** Milliseconds by which the server's clock is ahead of this machine's; negative if it is behind. */
  clockSkewMs: number;
  /** Epoch milliseconds, updated with keys and responses. */
  now: number;
  /** Of the two key presses that quit. */
  firstQuitPress?: Readonly<{ by: 'interrupt' | 'quit'; at: number }> | undefined;
  connecting?: SafeText | undefined;
  /** The program quits or uses another connection: nothing is requested by itself any more. */
  isEnded: boolean;
  /** The terminal has reported that its window has no focus, and no key came since. */
  isAway: boolean;
}>;

type User = Readonly<{
  memory: Memory;
  keymap: Keymap;
  /** Checks of rows: by the program while keys rest, or only by a person. */
  health: AutoMode;
  /** Of lists and stale records: by the program, or only by a person. */
  refresh: AutoMode;
  savedViews: { readonly [name: string]: string };
  customCommands: readonly CustomCommand[];
  /** The words of a command; the last is the path of the settings file. */
  settingsEditor: readonly string[];
  logins: LoginOptions;
  problems: readonly SafeText[];
}>;

export type State = Readonly<{
  navigation: Navigation;
  data: Data;
  session: Session;
  screen: Screen;
  user: User;
  dialog?: AnyDialog | undefined;
  notice?: Notice | undefined;
}>;

export const newView = (place: Place): View => ({ place, cursor: undefined, at: 0, top: 0 });

export function firstPlaces(server: Server | undefined): readonly Place[] {
  if (server === undefined) return [{ screen: 'start' }];
  const home: Place = { screen: 'record', ref: refTo(root, server.workspaceId) };
  const child = root.children.find(child => child.from === 'list');
  return child === undefined ? [home] : [home, { screen: 'list', kind: child.to, ids: {} }];
}

export const initialState = (server: Server | undefined, size: Screen['size'], now: number): State => ({
  navigation: { views: firstPlaces(server).map(newView), history: noHistory, panes: {} },
  data: { records: {}, lists: {}, snapshots: {}, marks: {}, sortedRecords: {}, listChanges: {} },
  session: {
    server,
    writeProtection: noWriteProtection,
    undocumented: 'with-consent',
    forbidden: [],
    clockSkewMs: 0,
    now,
    isEnded: false,
    isAway: false,
  },
  screen: {
    size,
    exactTimes: false,
    isMouseOn: false,
    isRevealOff: false,
    lastFind: '',
    isHeaderOff: false,
    format: 'yaml',
    isWrapped: false,
    skin: 'terminal',
    pane: 'auto',
    hasArrows: true,
  },
  user: {
    memory: noMemory,
    keymap: {},
    health: 'auto',
    refresh: 'auto',
    savedViews: {},
    customCommands: [],
    settingsEditor: [],
    logins: noLoginOptions,
    problems: [],
  },
});

export function currentView(state: State): View {
  const view = state.navigation.views.at(-1);
  if (view === undefined) throw new Error('there is always a view');
  return view;
}

export function knownRecord(state: State, ref: Ref): JsonObject | undefined {
  const read = state.data.records[keyOf(ref)]?.last?.value;
  return read ?? listItem(state, ref);
}

function listItem({ data: { lists } }: State, ref: Ref): JsonObject | undefined {
  const resource = resourceOf(ref.kind);
  if (resource.list === undefined) return undefined;
  const ids = listIds(resource.list, ref.ids);
  for (const place of listPlaces(ref.kind, ids)) {
    const rows = lists[placeKey(place)]?.last?.value;
    const at = rows === undefined ? -1 : rowIndex(rows.ids, refId(ref));
    if (at >= 0) return rows?.items[at];
  }
  return undefined;
}

/** Epoch milliseconds of the server, by its `Date` header. "Ago" counts from it. */
export const serverNow = (state: State) => state.session.now + state.session.clockSkewMs;

/** For ages of many records: what is cached by it stays for a minute. */
export const serverMinute = (state: State) => Math.floor(serverNow(state) / 60_000) * 60_000;

export function skewWords({ session: { clockSkewMs: skewMs } }: State) {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}
