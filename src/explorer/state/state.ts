import type { CustomCommand } from '../../config/custom-commands.ts';
import type { ProfileColour } from '../../config/profiles.ts';
import type { AutoMode } from '../../config/settings.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Tone } from '../../resources/field.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { listIds, ownIdName, type Ref } from '../../resources/resource.ts';
import { type Memory, noMemory } from '../../storage/memory.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { span } from '../../text/units.ts';
import type { AnyDialog } from './dialogs.ts';
import { type LastSeen, type Load, type Rows, rowIndex } from './load.ts';
import { type LoginOptions, noLoginOptions } from './login.ts';
import { type History, keyOf, listPlaces, noHistory, type Place, placeKey, type View } from './place.ts';
import {
  type ListChanges,
  noWriteProtection,
  type Offline,
  type RecordChanges,
  type Refresh,
  type Scan,
  type Screen,
  type UndocumentedPolicy,
  type WriteProtection,
} from './slices.ts';

export type Notice = { readonly tone: Tone; readonly text: SafeText };

/** The server without its token, for screens. */
export type Server = {
  readonly label: SafeText;
  readonly demo: boolean;
  /** The demo has the records of a file, and no hints. */
  readonly isReplay?: boolean;
  readonly colour?: ProfileColour;
  readonly baseUrl: SafeText;
  readonly workspaceId: string;
  /** Ids for places that name none. */
  readonly defaultIds: Ref['ids'];
  readonly readOnly: boolean;
  /** Source of the read-only setting, if it is not a flag. */
  readonly readOnlyBy?: SafeText | undefined;
  readonly origins: { readonly baseUrl: SafeText; readonly token: SafeText; readonly workspaceId: SafeText };
  readonly tokenHint: SafeText;
  /** URL template of a record's page in a dashboard: `https://dash.example/{workspaceId}/bots/{botId}`. */
  readonly dashboard?: string;
  /** True if its certificate is not verified. */
  readonly isUnverified?: boolean;
  /** The proxy, and the setting that names it. */
  readonly proxy?: { readonly address: SafeText; readonly from: SafeText };
};

/** The person's own keys by command id; other commands have their standard keys. */
export type Keymap = { readonly [id: string]: readonly string[] };

/** The present place, and the places before and after it. */
type Navigation = {
  /** Open views, the present one last. Never empty. */
  readonly views: readonly View[];
  /** Earlier and later view stacks, for going back and forward. */
  readonly history: History;
  /** Previews of lists whose cursor was moved, by the list's key. */
  readonly previews: { readonly [key: string]: Preview };
};

export type Preview = {
  /** Id of the row; undefined for the rows that need attention. */
  readonly row: string | undefined;
  /**
   * Set while the cursor moves: what the preview shows until the cursor rests, so that a held key does not
   * paint it. `top`: the first visible row of the list before the first move.
   */
  readonly held?: Pick<State, 'data' | 'session'> & { readonly top: number };
};

type Data = {
  readonly records: { readonly [key: string]: Load<JsonObject> };
  readonly lists: { readonly [key: string]: Load<Rows> };
  /** Snapshots of the records opened in this run, from before it. */
  readonly snapshots: { readonly [key: string]: LastSeen };
  /** Ids of the marked rows of each list, by the list's key. */
  readonly marks: { readonly [key: string]: ReadonlySet<string> };
  readonly scan?: Scan | undefined;
  /**
   * The records at the last time when a person sorted, filtered, reloaded or checked a list, or came to it.
   * Lists are filtered and sorted by them: a record that arrives by itself moves no row.
   */
  readonly sortedRecords: State['data']['records'];
  /** Why the program checks no health by itself any more; a check by a person removes it. */
  readonly healthPause?: Failure | undefined;
  /** True while the deletes without a recorded outcome are checked; Esc stops it. */
  readonly isCheckingDeletes?: boolean;
  readonly lastBackups?: readonly string[];
  /** Changes of the last reload of a record, shown for a while. */
  readonly recordChanges?: RecordChanges | undefined;
  /** Changes of lists that the person has not seen, by the list's key. */
  readonly listChanges: { readonly [key: string]: ListChanges };
};

/** The connection, and all state that ends with it. */
type Session = {
  readonly server: Server | undefined;
  readonly writeProtection: WriteProtection;
  /** Set while the server does not respond. */
  readonly offline?: Offline | undefined;
  /** The place that a person refreshes on a timer. */
  readonly autoRefresh?: Refresh | undefined;
  readonly undocumented: UndocumentedPolicy;
  /** Ids of the undocumented operations that this token may not use. */
  readonly forbidden: readonly string[];
  /** Milliseconds by which the server's clock is ahead of this machine's; 0 when they agree. */
  readonly clockSkewMs: number;
  /** Epoch milliseconds, updated with keys and responses. */
  readonly now: number;
  /** Time of the last change of the status bar: the age in it grows only with other changes. */
  readonly barAt: number;
  /** The first of the two key presses that quit, and its time. */
  readonly firstQuitPress?: { readonly by: 'interrupt' | 'quit'; readonly at: number } | undefined;
  /** The profile or login that the explorer is connecting to. */
  readonly connecting?: SafeText | undefined;
  /** True once the program quits or uses another connection: nothing is requested by itself any more. */
  readonly isEnded: boolean;
};

type User = {
  readonly memory: Memory;
  readonly keymap: Keymap;
  /** Who starts checks of the health of rows: the program while keys rest, or only a person. */
  readonly health: AutoMode;
  /** Who refreshes lists and reloads stale records: the program, or only a person. */
  readonly refresh: AutoMode;
  /** Views of the settings: places by name. */
  readonly savedViews: { readonly [name: string]: string };
  readonly customCommands: readonly CustomCommand[];
  /** The words that open the settings file in an editor: its path is the last one. */
  readonly settingsEditor: readonly string[];
  readonly logins: LoginOptions;
  readonly problems: readonly SafeText[];
};

/** State of the explorer: plain data, never mutated. */
export type State = {
  readonly navigation: Navigation;
  readonly data: Data;
  readonly session: Session;
  readonly screen: Screen;
  readonly user: User;
  readonly dialog?: AnyDialog | undefined;
  readonly notice?: Notice | undefined;
};

export const newView = (place: Place): View => ({ place, cursor: undefined, at: 0, top: 0 });

/** Returns the first places: the root record, and the list it leads to. */
export function firstPlaces(server: Server | undefined): readonly Place[] {
  if (server === undefined) return [{ screen: 'start' }];
  const ids = { [ownIdName(root)]: server.workspaceId };
  const home: Place = { screen: 'record', ref: { kind: root.kind, ids } };
  const child = root.children.find(child => child.from === 'list');
  return child === undefined ? [home] : [home, { screen: 'list', kind: child.to, ids: {} }];
}

/** Returns the state at the start: on the list below the root, or on the first screen without a server. */
export function initialState(server: Server | undefined, size: State['screen']['size'], now: number): State {
  return {
    navigation: { views: firstPlaces(server).map(newView), history: noHistory, previews: {} },
    data: {
      records: {},
      lists: {},
      snapshots: {},
      marks: {},
      sortedRecords: {},
      listChanges: {},
    },
    session: {
      server,
      writeProtection: noWriteProtection,
      undocumented: 'with-consent',
      forbidden: [],
      clockSkewMs: 0,
      now,
      barAt: now,
      isEnded: false,
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
      preview: 'auto',
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
  };
}

/** Returns the view on the screen. Throws without one, because there always is one. */
export function currentView(state: State): View {
  const view = state.navigation.views.at(-1);
  if (view === undefined) throw new Error('there is always a view');
  return view;
}

/** Returns the last loaded version of a record: from its own request, else from a list. */
export function knownRecord(state: State, ref: Ref): JsonObject | undefined {
  const read = state.data.records[keyOf(ref.kind, ref.ids)]?.last?.value;
  return read ?? listItem(state, ref);
}

function listItem({ data: { lists } }: State, ref: Ref): JsonObject | undefined {
  const resource = resourceOf(ref.kind);
  if (resource.list === undefined) return undefined;
  const ids = listIds(resource.list, ref.ids);
  for (const place of listPlaces(ref.kind, ids)) {
    const rows = lists[placeKey(place)]?.last?.value;
    const at = rows === undefined ? -1 : rowIndex(rows.ids, ref.ids[ownIdName(resource)] ?? '');
    if (at >= 0) return rows?.items[at];
  }
  return undefined;
}

/**
 * Returns the server's time in epoch milliseconds, from the `Date` header of its responses. "Ago" counts from
 * it.
 */
export const serverNow = (state: Pick<State, 'session'>): number =>
  state.session.now + state.session.clockSkewMs;

/** Returns the difference of the clocks in words; undefined when they agree. */
export function skewWords({
  session: { clockSkewMs: skewMs },
}: Pick<State, 'session'>): SafeText | undefined {
  if (skewMs === 0) return undefined;
  return skewMs > 0 ? safe`server clock ${span(skewMs)} ahead` : safe`server clock ${span(skewMs)} behind`;
}
