import type { SafeText } from '../../text/sanitise.ts';
import { roomOf } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';

type Layout = {
  /** True if columns and long words give way. */
  readonly isNarrow: boolean;
  /** True if the terminal has no room for what keys act on: a sentence says so. */
  readonly isTooSmall: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Rows of the list or document. */
  readonly body: number;
  readonly preview: PreviewArea | undefined;
  /** Rows of a panel below the body: suggestions, a menu, a question. */
  readonly panel: number;
  /** True if the row with the place is shown. The title below it always is. */
  readonly header: boolean;
  readonly titles: boolean;
  /** True if a rule is drawn above the message. */
  readonly rule: boolean;
  /** True if the message has its own row; otherwise it replaces the keys while there is one. */
  readonly message: boolean;
};

/** The preview of a list: beside its rows, after a line of one cell, or in place of the panel below them. */
export type PreviewArea = { readonly isBeside: boolean; readonly columns: number; readonly rows: number };

type LayoutInputs = Pick<State, 'dialog'> & {
  readonly screen: Pick<State['screen'], 'size'> & Partial<Pick<State['screen'], 'isHeaderOff' | 'preview'>>;
  readonly navigation?: Pick<State['navigation'], 'views'>;
};

export const MIN_SIZE = { columns: 30, rows: 8 };
/** Columns from which columns and long words need not give way. */
const NORMAL_FROM = 60;
const RULE_FROM = 10;
const TITLE_AND_KEYS = 2;
/** Columns from which a list has a preview unless the person decides. */
const PREVIEW_FROM = 130;
/** Columns of the preview: their share of the screen, and its limits. */
const PREVIEW_SHARE = 0.42;
const MIN_PREVIEW = 58;
const MAX_PREVIEW = 90;

export const isNarrow = (columns: number): boolean => columns < NORMAL_FROM;

export function hasPreview({ screen: { size, preview = 'off' }, navigation }: LayoutInputs): boolean {
  if (navigation?.views.at(-1)?.place.screen !== 'list') return false;
  return preview === 'on' || ((preview === 'auto' || preview === 'paused') && size.columns >= PREVIEW_FROM);
}

/** Returns the columns of the preview beside a list; 0 if there is none, or no room for both. */
function previewColumns(inputs: LayoutInputs, columns: number): number {
  if (columns < 2 * MIN_PREVIEW || !hasPreview(inputs)) return 0;
  return Math.max(MIN_PREVIEW, Math.min(MAX_PREVIEW, Math.floor(columns * PREVIEW_SHARE)));
}

/** Returns the rows of a terminal by their use. Any size has a layout, even 0x0. */
export function layoutOf(inputs: LayoutInputs): Layout {
  const { screen, dialog } = inputs;
  const { size, isHeaderOff = false } = screen;
  const columns = Math.max(1, size.columns);
  const rows = Math.max(1, size.rows);
  const narrow = isNarrow(columns);
  const isTooSmall = columns < MIN_SIZE.columns || rows < MIN_SIZE.rows;
  const form = { isNarrow: narrow, isTooSmall, columns, rows };
  if (isTooSmall) {
    const nothing = { header: false, titles: false, rule: false, message: false };
    return { ...form, ...nothing, panel: 0, body: 1, preview: undefined };
  }
  const room = dialog && roomOf(dialog);
  const header = !isHeaderOff;
  const rule = rows >= RULE_FROM;
  const message = !narrow || room?.hasMessage === true;
  const inside = rows - TITLE_AND_KEYS - Number(header) - Number(rule) - Number(message);
  const besideColumns = previewColumns(inputs, columns);
  const hasBelow = besideColumns === 0 && hasPreview(inputs);
  // Most dialogs take the room of the preview.
  const hasPanel = room !== undefined && room.keepsBelow !== true;
  const below = hasBelow ? Math.floor(inside / 2) : 0;
  const panel = hasPanel ? Math.min(room.panel ?? 0, room.coversView ? inside : inside - 2) : below;
  const body = inside - panel;
  const beside = besideColumns > 0 ? { isBeside: true, columns: besideColumns, rows: body } : undefined;
  const preview = hasBelow && !hasPanel ? { isBeside: false, columns, rows: panel } : beside;
  return { ...form, header, titles: !narrow, rule, message, panel, body, preview };
}

/** Returns the number of scrolling rows: a table has its column titles in the first row of the body. */
export function pageRows(state: LayoutInputs, isTable: boolean): number {
  const { body, titles } = layoutOf(state);
  return Math.max(1, body - (isTable && titles ? 1 : 0));
}

const SEPARATOR_CELLS = 1;

export function tableCells(state: LayoutInputs): number {
  const { columns, preview } = layoutOf(state);
  return preview?.isBeside === true ? columns - preview.columns - SEPARATOR_CELLS : columns;
}

/** Shown at the start of the first row, where there is room. */
export const PROGRAM_NAME = ' botscope' as SafeText;

export const NAMED_FROM = 80;
