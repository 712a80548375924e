import type { State } from './state.ts';

/** How the rows of the terminal are shared out. */
export type Layout = {
  readonly columns: number;
  readonly rows: number;
  /** What the list or the reader gets. */
  readonly body: number;
  /** What a panel below it gets: suggestions, a menu, a question. */
  readonly panel: number;
  /** A line is drawn above the message. */
  readonly rule: boolean;
};

// Place, title, message, keys.
const FRAME = 4;
const PANELS: Readonly<Record<string, number>> = { line: 9, menu: 10, prompt: 8 };

export function layoutOf({ size, overlay }: Pick<State, 'size' | 'overlay'>): Layout {
  const columns = Math.max(1, size.columns);
  const rows = Math.max(1, size.rows);
  const rule = rows >= 10;
  const inside = Math.max(1, rows - FRAME - (rule ? 1 : 0));
  const wanted = PANELS[overlay?.is ?? ''] ?? 0;
  const panel = Math.min(wanted, Math.max(0, inside - 2));
  return { columns, rows, rule, panel, body: inside - panel };
}

/** Rows of the body that scroll: a table keeps its first one for the column titles. */
export function pageRows(state: Pick<State, 'size' | 'overlay'>, isTable: boolean): number {
  return Math.max(1, layoutOf(state).body - (isTable ? 1 : 0));
}
