import type { Terminal } from '@xterm/headless';
import { seenCells } from './cells.ts';

type Cells = ReturnType<typeof seenCells>;

/** What was on the screen when the program began to draw it anew, and when it had. */
export type Repaint = { readonly before: Cells; readonly after: Cells };

/** The mode that keeps a frame back until it is whole. */
export const SYNC = 2026;

/** So many cells of a row that is wrong are told. */
const SHOWN = 12;

/** Notes the screen before and after the program draws it whole, which begins with the end of any scroll region. */
export function watchRepaints(emulator: Terminal) {
  let before: Cells | undefined;
  let after: Cells | undefined;
  let hasRegion = false;
  emulator.parser.registerCsiHandler({ final: 'r' }, params => {
    const isRegion = params.length > 1;
    if (!isRegion && !hasRegion) [before, after] = [seenCells(emulator), undefined];
    hasRegion = isRegion;
    return false;
  });
  emulator.parser.registerCsiHandler({ prefix: '?', final: 'l' }, params => {
    if (params[0] === SYNC && before !== undefined) after ??= seenCells(emulator);
    return false;
  });
  return {
    forget: () => {
      before = undefined;
    },
    /** The last one; of a short frame the end is when nothing has come for a while. */
    last: (): Repaint | undefined =>
      before === undefined ? undefined : { before, after: after ?? seenCells(emulator) },
  };
}

/** Throws when drawing the screen anew has changed a cell of it: then what was written before was not enough. */
export function demandSame({ before, after }: Repaint): void {
  const rows = after.flatMap((row, y) => {
    const x = row.findIndex((cell, at) => cell !== before[y]?.[at]);
    const shown = (cells: readonly string[] | undefined) => JSON.stringify(cells?.slice(x, x + SHOWN));
    return x < 0 ? [] : [`row ${y} from column ${x}: ${shown(before[y])} was to be ${shown(row)}`];
  });
  if (rows.length > 0) throw new Error(`drawing the screen anew has changed it\n${rows.join('\n')}`);
}
