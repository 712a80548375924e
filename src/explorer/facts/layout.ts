import { resourceOf } from '../../resources/registry.ts';
import { isLocal } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { roomOf } from '../state/dialogs.ts';
import { hasCauses, isCauses, type Place, placeKey } from '../state/place.ts';
import type { State } from '../state/state.ts';

type Layout = Readonly<{
  /** True if columns and long words give way. */
  isNarrow: boolean;
  /** True if the terminal has no room for what keys act on: a sentence says so. */
  isTooSmall: boolean;
  columns: number;
  rows: number;
  body: number;
  pane: PaneArea | undefined;
  panel: number;
  /** True if the row with the place is shown. The title below it always is. */
  header: boolean;
  titles: boolean;
  rule: boolean;
  /** True if the message has its own row; otherwise it replaces the keys. */
  message: boolean;
}>;

/** The pane of a list: beside its rows, after a line of one cell, or in place of the panel below them. */
type PaneArea = Readonly<{ isBeside: boolean; columns: number; rows: number }>;

type LayoutInputs = Pick<State, 'dialog'> &
  Readonly<{
    screen: Pick<State['screen'], 'size'> & Partial<Pick<State['screen'], 'isHeaderOff' | 'pane'>>;
    navigation?: Pick<State['navigation'], 'views'>;
  }>;

export const MIN_SIZE = { columns: 30, rows: 8 };
const NORMAL_FROM = 60;
const RULE_FROM = 10;
const TITLE_AND_KEYS = 2;
/** Columns from which a list has a pane unless the person decides, and from which there is room for it. */
const PANE_FROM = 120;
export const BESIDE_FROM = 100;
/** Columns of the pane: their share of the screen, and the most. */
const PANE_SHARE = 0.42;
const MAX_PANE = 90;

export const isNarrow = (columns: number) => columns < NORMAL_FROM;

function hasPaneAt({ screen: { size, pane = 'off' } }: LayoutInputs, place: Place | undefined): boolean {
  if (place?.screen !== 'list') return false;
  // Causes have two rows and a bar: below a list they would not fit.
  if (hasCauses(place) && size.columns < BESIDE_FROM) return false;
  if (pane === 'causes' || pane === 'row') return true;
  // A row of this machine has little more than its columns.
  const isOffered = size.columns >= PANE_FROM && !isLocal(resourceOf(place.kind));
  return isOffered && (pane === 'auto' || pane === 'paused');
}

/** While the cursor is in the pane: `:causes` is open, beside its list. */
export function isInPane(inputs: LayoutInputs): boolean {
  const [place, below] = inputs.navigation?.views.toReversed().map(view => view.place) ?? [];
  if (place === undefined || below === undefined || !isCauses(place) || !hasCauses(below)) return false;
  return hasPaneAt(inputs, below);
}

export const withoutPane = memo(
  (state: State): State =>
    isInPane(state)
      ? { ...state, navigation: { ...state.navigation, views: state.navigation.views.slice(0, -1) } }
      : state,
);

export const hasPane = (inputs: LayoutInputs) =>
  isInPane(inputs) || hasPaneAt(inputs, inputs.navigation?.views.at(-1)?.place);

export function paneKind(state: State): 'causes' | 'row' | undefined {
  const { pane } = state.screen;
  const place = state.navigation.views.at(-1)?.place;
  if (place === undefined || !hasPane(state)) return undefined;
  if (isInPane(state)) return 'causes';
  if (!hasCauses(place) || pane === 'row') return 'row';
  return pane === 'causes' || state.navigation.panes[placeKey(place)]?.row === undefined ? 'causes' : 'row';
}

function paneColumns(inputs: LayoutInputs, columns: number): number {
  if (columns < BESIDE_FROM || !hasPane(inputs)) return 0;
  return Math.min(MAX_PANE, Math.floor(columns * PANE_SHARE));
}

/** The rows of a terminal by their use. Any size has a layout, even 0x0. */
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
    return { ...form, ...nothing, panel: 0, body: 1, pane: undefined };
  }
  const room = dialog && roomOf(dialog);
  const header = !isHeaderOff;
  const rule = rows >= RULE_FROM;
  const message = !narrow || room?.hasMessage === true;
  const inside = rows - TITLE_AND_KEYS - Number(header) - Number(rule) - Number(message);
  const besideColumns = paneColumns(inputs, columns);
  const hasBelow = besideColumns === 0 && hasPane(inputs);
  // Most dialogs take the room of the pane.
  const hasPanel = room !== undefined && room.keepsBelow !== true;
  const below = hasBelow ? Math.floor(inside / 2) : 0;
  const panel = hasPanel ? Math.min(room.panel ?? 0, room.coversView ? inside : inside - 2) : below;
  const body = inside - panel;
  const beside = besideColumns > 0 ? { isBeside: true, columns: besideColumns, rows: body } : undefined;
  const pane = hasBelow && !hasPanel ? { isBeside: false, columns, rows: panel } : beside;
  return { ...form, header, titles: !narrow, rule, message, panel, body, pane };
}

export const CAUSE_ROWS = 2;

/** A table has its column titles in the first row of the body. */
export function pageRows(state: LayoutInputs, isTable: boolean): number {
  const { body, titles } = layoutOf(state);
  if (isInPane(state)) return Math.max(1, Math.floor((body - 1) / CAUSE_ROWS));
  return Math.max(1, body - (isTable && titles ? 1 : 0));
}

const SEPARATOR_CELLS = 1;

export function tableCells(state: LayoutInputs): number {
  const { columns, pane } = layoutOf(state);
  return pane?.isBeside === true ? columns - pane.columns - SEPARATOR_CELLS : columns;
}

export const PROGRAM_NAME = ' botscope' as SafeText;

export const NAMED_FROM = 80;
