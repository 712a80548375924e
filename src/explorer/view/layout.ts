import type { SafeText } from '../../text/sanitise.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';

/**
 * How a screen is laid out by its size: `wide` from 100 columns on, `normal` from 60, `narrow` from 30, and below
 * that, or on fewer than 8 rows, one line that still moves, opens and quits.
 */
type Form = 'wide' | 'normal' | 'narrow' | 'line';

/** How the rows of the terminal are shared out. */
type Layout = {
  readonly form: Form;
  readonly columns: number;
  readonly rows: number;
  /** What the list or the reader gets. */
  readonly body: number;
  /** What a panel below it gets: suggestions, a menu, a question. */
  readonly panel: number;
  /** The line with the place is shown. The title below it always is. */
  readonly header: boolean;
  /** A table has a row with its column titles. */
  readonly titles: boolean;
  /** A line is drawn above the message. */
  readonly rule: boolean;
  /** The message has a row of its own; otherwise it stands in place of the keys when there is one. */
  readonly message: boolean;
};

type Shown = Pick<State, 'dialog'> & {
  readonly screen: Pick<State['screen'], 'size'> & Partial<Pick<State['screen'], 'isHeaderOff'>>;
  readonly session?: Pick<State['session'], 'tour'>;
};

/** Room of a dialog in rows. */
type DialogRoom = {
  /** Rows of its panel; without them it covers the body, or has only the row above the keys. */
  readonly panel?: number;
  /** The panel may take the whole body. */
  readonly coversView?: true;
  /** The row above the keys is there on narrow screens, too. */
  readonly hasMessage?: true;
};

const DIALOG_ROOMS: { readonly [K in AnyDialog['kind']]: DialogRoom } = {
  choose: { panel: 10 },
  // What a yes is for is read in full.
  consent: { panel: 8, coversView: true },
  failure: {},
  filter: {},
  find: {},
  help: {},
  line: { panel: 9 },
  log: {},
  login: {},
  menu: { panel: 10 },
  prompt: { panel: 8 },
  // What Enter would delete, and whether it would.
  remove: { hasMessage: true },
  'remove-many': { hasMessage: true },
  reveal: { panel: 7 },
  run: { panel: 7 },
  save: { panel: 7 },
  seek: { panel: 7 },
  unlock: {},
};
/** The tour with all its steps, and with the next one only. */
const TOUR = 7;
const NEXT_STEP = 2;
const LEAST = { columns: 30, rows: 8 };
const NORMAL_FROM = 60;
const WIDE_FROM = 100;
const RULE_FROM = 10;

/** Whether columns and long words give way: there is no room for both. */
export const isNarrow = (columns: number): boolean => columns < NORMAL_FROM;

function formOf(columns: number, rows: number): Form {
  if (columns < LEAST.columns || rows < LEAST.rows) return 'line';
  if (isNarrow(columns)) return 'narrow';
  return columns < WIDE_FROM ? 'normal' : 'wide';
}

/** What a panel takes of the rows inside the frame: that of the tour gives way to all others. */
function panelRows({ dialog, session }: Shown, inside: number): number {
  if (dialog !== undefined) {
    const { panel = 0, coversView } = DIALOG_ROOMS[dialog.kind];
    return Math.min(panel, coversView ? inside : inside - 2);
  }
  if (session?.tour?.isShown !== true) return 0;
  return inside >= 2 * TOUR ? TOUR : Math.min(NEXT_STEP, inside - 2);
}

export function layoutOf(shown: Shown): Layout {
  const { screen, dialog } = shown;
  const { size, isHeaderOff = false } = screen;
  const columns = Math.max(1, size.columns);
  const rows = Math.max(1, size.rows);
  const form = formOf(columns, rows);
  if (form === 'line') {
    const nothing = { header: false, titles: false, rule: false, message: false };
    return { form, columns, rows, ...nothing, panel: 0, body: 1 };
  }
  const header = !isHeaderOff;
  const rule = rows >= RULE_FROM;
  const message =
    form !== 'narrow' || (dialog !== undefined && DIALOG_ROOMS[dialog.kind].hasMessage === true);
  const title = 1;
  const keys = 1;
  const inside = rows - title - keys - Number(header) - Number(rule) - Number(message);
  const panel = panelRows(shown, inside);
  return {
    form,
    columns,
    rows,
    header,
    titles: form !== 'narrow',
    rule,
    message,
    panel,
    body: inside - panel,
  };
}

/** Rows of the body that scroll: a table keeps its first one for the column titles. */
export function pageRows(state: Shown, isTable: boolean): number {
  const { body, titles } = layoutOf(state);
  return Math.max(1, body - (isTable && titles ? 1 : 0));
}

/** What the first row begins with, where there is room for it. */
export const PROGRAM_NAME = ' botscope' as SafeText;

/** On fewer columns the way here needs the room of the program's own name, and of how long an answer took. */
export const NAMED_FROM = 80;
