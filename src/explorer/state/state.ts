import type { OwnCommand } from '../../config/custom-commands.ts';
import type { Failure, Sent } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Format } from '../../json/tree-lines.ts';
import type { Tone } from '../../resources/field.ts';
import { listNames } from '../../resources/list-variant.ts';
import { listIds, ownIdName } from '../../resources/record-ids.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { type Memory, noMemory } from '../../storage/memory.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Overlay } from './dialogs.ts';
import { type Doors, noDoors } from './login-options.ts';
import type { Marks } from './mark-set.ts';
import { type History, keyOf, listKey, noHistory, type Place, type View } from './place.ts';
import type { Wait } from './retry-wait.ts';
import { rowOf } from './row-index.ts';
import { type Changes, type Extending, type Guard, noGuard, type Offline, type Refresh } from './slices.ts';

/** Reading something: under way, there, or failed; what was read before stays. Times are epoch milliseconds. */
export type Load<T> =
  | {
      readonly phase: 'loading';
      readonly since: number;
      readonly wait?: Wait;
      readonly last?: Read<T>;
    }
  | { readonly phase: 'ready'; readonly last: Read<T> }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly last?: Read<T> };

export type Read<T> = {
  readonly value: T;
  readonly at: number;
  readonly ms: number;
  /** How long the answer was. */
  readonly bytes?: number;
};

export const readOf = <T>(value: T, { at, ms, bytes }: Sent): Read<T> => ({
  value,
  at,
  ms,
  ...(bytes === undefined ? {} : { bytes }),
});

/** The pages of a list read so far, in the order they came, no id twice. */
export type Rows = {
  readonly items: readonly JsonObject[];
  /** Id of each row, or a made-up one (`#3`) for an item that has none. */
  readonly ids: readonly string[];
  /** Token of the next page; undefined when there is none, or when walking was stopped. */
  readonly next: string | undefined;
  readonly pages: number;
  /** Why walking stopped before the end. */
  readonly stopped?: SafeText;
  /** Items that could not be read. */
  readonly skipped: number;
};

/** A record as it was seen before, secrets masked. `isFirst`: it was never seen before its first read in this run. */
export type Earlier = { readonly record: JsonObject; readonly at: number; readonly isFirst?: true };

export type Notice = { readonly tone: Tone; readonly text: SafeText };

/** Which server, as it may be shown: no token. */
export type Server = {
  readonly label: SafeText;
  readonly demo: boolean;
  readonly baseUrl: SafeText;
  readonly workspaceId: string;
  /** Ids that are meant where a place gives none. */
  readonly defaultIds: Ref['ids'];
  readonly readOnly: boolean;
  /** What says so, where it is no flag. */
  readonly readOnlyBy?: SafeText | undefined;
  /** Where each setting came from, in words, and what may be said of the token. */
  readonly origins: { readonly baseUrl: SafeText; readonly token: SafeText; readonly workspaceId: SafeText };
  readonly tokenHint: SafeText;
  /** Address of a record's page elsewhere, ids in braces: `https://dash.example/{workspaceId}/bots/{botId}`. */
  readonly dashboard?: string;
  /** Its certificate is not verified. */
  readonly isUnverified?: boolean;
  /** Between us and the server, and the setting that says so. */
  readonly proxy?: { readonly address: SafeText; readonly from: SafeText };
};

/** The tour of the demo: whether it is shown, and the commands whose steps are ticked. */
type Tour = { readonly isShown: boolean; readonly done: readonly string[] };

/** The person's own keys by action id; an action that is not in it has its standard keys. */
export type Keymap = { readonly [id: string]: readonly string[] };

/** Records of a list that are being read whole, a few at a time. */
type Scan = {
  /** The key of the list. */
  readonly list: string;
  readonly total: number;
  readonly done: number;
  /** Ids of those that are asked for now. */
  readonly current: ReadonlySet<string>;
  readonly since: number;
  /** The wait that the server asked for, while it lasts. */
  readonly wait: Wait | undefined;
  /** What was read when the rows were ordered last: they keep their places until it ends. */
  readonly held: State['records'];
};

/** All that the explorer knows: plain data, replaced and never changed. */
export type State = {
  readonly server: Server | undefined;
  readonly size: { readonly columns: number; readonly rows: number };
  /** The way here, the present view last. Never empty. */
  readonly views: readonly View[];
  /** The ways that were gone before and after the present one. */
  readonly history: History;
  /** What is kept between runs. */
  readonly memory: Memory;
  /** Whether requests outside of the description may be sent, as the command line has it. */
  readonly extending: Extending;
  /** Operations outside of the description that this token may not use, by their ids, for this session. */
  readonly forbidden: readonly string[];
  readonly records: { readonly [key: string]: Load<JsonObject> };
  readonly lists: { readonly [key: string]: Load<Rows> };
  readonly scan: Scan | undefined;
  /** Unfinished deletes are being looked up: Esc stops that. */
  readonly isCheckingDeletes?: boolean;
  /** The records that were looked at in this run, as they were seen last before that. */
  readonly earlier: { readonly [key: string]: Earlier };
  /** Ids of the marked rows of each list, by the list's key. */
  readonly marks: { readonly [key: string]: Marks };
  readonly overlay: Overlay | undefined;
  readonly notice: Notice | undefined;
  /** Epoch milliseconds, moved on with keys and answers. */
  readonly now: number;
  /** How far the server's clock is ahead of this machine's, in milliseconds; 0 when they agree. */
  readonly skewMs: number;
  readonly guard: Guard;
  /** The server does not answer. */
  readonly offline: Offline | undefined;
  /** The place that is read again by itself. */
  readonly refresh: Refresh | undefined;
  /** What the last reading of a list has changed, for a while. */
  readonly changes: Changes | undefined;
  /** Which key to leave was pressed a first time, and when. */
  readonly leaving: { readonly by: 'interrupt' | 'quit'; readonly at: number } | undefined;
  /** Only in the demo. */
  readonly tour: Tour | undefined;
  readonly exactTimes: boolean;
  readonly isMouseOn: boolean;
  /** Secrets stay masked, whatever is pressed. */
  readonly isRevealOff: boolean;
  /** What is searched for in text; it stays from one record to the next. */
  readonly find: string;
  readonly isHeaderOff: boolean;
  /** How documents are written, and whether their long lines are wrapped. */
  readonly format: Format;
  readonly isWrapped: boolean;
  /** Name of the colours in use. */
  readonly skin: string;
  readonly keymap: Keymap;
  /** Views of the settings: places by name. */
  readonly savedViews: { readonly [name: string]: string };
  /** The person's own commands. */
  readonly ownCommands: readonly OwnCommand[];
  /** The ways to a server that are known. */
  readonly doors: Doors;
  /** What is wrong with the settings; the help lists it. */
  readonly problems: readonly SafeText[];
};

export const newView = (place: Place): View => ({ place, cursor: undefined, at: 0, top: 0 });

/** Where everything starts: the root record, and above it the list it leads to. */
export function firstPlaces(server: Server | undefined): readonly Place[] {
  if (server === undefined) return [{ screen: 'start' }];
  const ids = { [ownIdName(root)]: server.workspaceId };
  const home: Place = { screen: 'record', ref: { kind: root.kind, ids } };
  const listed = root.children.find(child => child.from === 'list');
  return listed === undefined ? [home] : [home, { screen: 'list', kind: listed.to, ids: {} }];
}

/** The state at the start: on the list below the root, or on the first screen when no server is known. */
export function initialState(server: Server | undefined, size: State['size'], now: number): State {
  return {
    server,
    size,
    views: firstPlaces(server).map(newView),
    history: noHistory,
    memory: noMemory,
    extending: 'asks',
    forbidden: [],
    records: {},
    lists: {},
    scan: undefined,
    earlier: {},
    marks: {},
    overlay: undefined,
    notice: undefined,
    now,
    leaving: undefined,
    skewMs: 0,
    guard: noGuard,
    offline: undefined,
    refresh: undefined,
    changes: undefined,
    tour: server?.demo === true ? { isShown: true, done: [] } : undefined,
    exactTimes: false,
    isMouseOn: false,
    isRevealOff: false,
    find: '',
    isHeaderOff: false,
    format: 'yaml',
    isWrapped: false,
    skin: 'terminal',
    keymap: {},
    savedViews: {},
    ownCommands: [],
    doors: noDoors,
    problems: [],
  };
}

export function currentView(state: State): View {
  const view = state.views.at(-1);
  if (view === undefined) throw new Error('there is always a view');
  return view;
}

/** A record as last read: from its own read, else as an item of a list. */
export function knownRecord(state: State, ref: Ref): JsonObject | undefined {
  const read = state.records[keyOf(ref.kind, ref.ids)]?.last?.value;
  return read ?? listItem(state, ref);
}

function listItem({ lists }: State, ref: Ref): JsonObject | undefined {
  const resource = resourceOf(ref.kind);
  if (resource.list === undefined) return undefined;
  const ids = listIds(resource.list, ref.ids);
  for (const variant of listNames(resource)) {
    const rows = lists[listKey(ref.kind, ids, variant)]?.last?.value;
    const at = rows === undefined ? -1 : rowOf(rows.ids, ref.ids[ownIdName(resource)] ?? '');
    if (at >= 0) return rows?.items[at];
  }
  return undefined;
}

export const withView = (state: State, view: View): State => ({
  ...state,
  views: [...state.views.slice(0, -1), view],
});
