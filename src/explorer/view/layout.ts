import type { SafeText } from '../../text/sanitise.ts';
import { dialogRooms } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';

/**
 * Layout by size: `wide` from 100 columns, `normal` from 60, `narrow` from 30. Below that, or on fewer than 8
 * rows, one line on which moving, opening and quitting still work.
 */
type Form = 'wide' | 'normal' | 'narrow' | 'line';

/** Rows of the terminal by their use. */
type Layout = {
  readonly form: Form;
  readonly columns: number;
  readonly rows: number;
  /** Rows of the list or document. */
  readonly body: number;
  /** Rows of a panel below the body: suggestions, a menu, a question. */
  readonly panel: number;
  /** True if the row with the place is shown. The title below it always is. */
  readonly header: boolean;
  /** True if tables have a row with column titles. */
  readonly titles: boolean;
  /** True if a rule is drawn above the message. */
  readonly rule: boolean;
  /** True if the message has its own row; otherwise it replaces the keys while there is one. */
  readonly message: boolean;
};

type LayoutInputs = Pick<State, 'dialog'> & {
  readonly screen: Pick<State['screen'], 'size'> & Partial<Pick<State['screen'], 'isHeaderOff'>>;
  readonly session?: Pick<State['session'], 'tour'>;
};

/** Rows of the tour with all its steps, and with the next one only. */
const TOUR = 7;
const TOUR_STEP = 2;
const MIN_SIZE = { columns: 30, rows: 8 };
const NORMAL_FROM = 60;
const WIDE_FROM = 100;
const RULE_FROM = 10;

/** Returns true if columns and long words give way. */
export const isNarrow = (columns: number): boolean => columns < NORMAL_FROM;

function formOf(columns: number, rows: number): Form {
  if (columns < MIN_SIZE.columns || rows < MIN_SIZE.rows) return 'line';
  if (isNarrow(columns)) return 'narrow';
  return columns < WIDE_FROM ? 'normal' : 'wide';
}

/** Returns the rows of the panel. The tour gives way to dialogs. */
function panelRows({ dialog, session }: LayoutInputs, inside: number): number {
  if (dialog !== undefined) {
    const { panel = 0, coversView } = dialogRooms[dialog.kind];
    return Math.min(panel, coversView ? inside : inside - 2);
  }
  if (session?.tour?.isShown !== true) return 0;
  return inside >= 2 * TOUR ? TOUR : Math.min(TOUR_STEP, inside - 2);
}

export function layoutOf(inputs: LayoutInputs): Layout {
  const { screen, dialog } = inputs;
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
  const message = form !== 'narrow' || (dialog !== undefined && dialogRooms[dialog.kind].hasMessage === true);
  const title = 1;
  const keys = 1;
  const inside = rows - title - keys - Number(header) - Number(rule) - Number(message);
  const panel = panelRows(inputs, inside);
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

/** Returns the number of scrolling rows: a table has its column titles in the first row of the body. */
export function pageRows(state: LayoutInputs, isTable: boolean): number {
  const { body, titles } = layoutOf(state);
  return Math.max(1, body - (isTable && titles ? 1 : 0));
}

/** Returns the columns of a table. */
export const tableCells = (state: LayoutInputs): number => layoutOf(state).columns;

/** Shown at the start of the first row, where there is room. */
export const PROGRAM_NAME = ' botscope' as SafeText;

/** Terminals with fewer columns show neither the program's name nor how long a response took. */
export const NAMED_FROM = 80;
