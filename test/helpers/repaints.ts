import type { Terminal } from '@xterm/headless';
import { visibleCells } from './cells.ts';

type Cells = ReturnType<typeof visibleCells>;

export type Repaint = { readonly before: Cells; readonly after: Cells };

/** The terminal mode that holds back a frame until it is complete. */
export const SYNC = 2026;

const SHOWN = 12;

/** Records the screen before and after each repaint, which begins by resetting the scroll region. */
export function watchRepaints(emulator: Terminal) {
  let before: Cells | undefined;
  let after: Cells | undefined;
  let hasRegion = false;
  emulator.parser.registerCsiHandler({ final: 'r' }, params => {
    const isRegion = params.length > 1;
    if (!isRegion && !hasRegion) [before, after] = [visibleCells(emulator), undefined];
    hasRegion = isRegion;
    return false;
  });
  emulator.parser.registerCsiHandler({ prefix: '?', final: 'l' }, params => {
    if (params[0] === SYNC && before !== undefined) after ??= visibleCells(emulator);
    return false;
  });
  return {
    forget: () => {
      before = undefined;
    },
    /** Returns the last repaint. A short frame has no end mark: it ends once no output arrives. */
    last: (): Repaint | undefined =>
      before === undefined ? undefined : { before, after: after ?? visibleCells(emulator) },
  };
}

/** Throws if a repaint has changed a cell: then earlier output was incomplete. */
export function expectSameCells({ before, after }: Repaint): void {
  const rows = after.flatMap((row, y) => {
    const x = row.findIndex((cell, at) => cell !== before[y]?.[at]);
    const shown = (cells: readonly string[] | undefined) => JSON.stringify(cells?.slice(x, x + SHOWN));
    return x < 0 ? [] : [`row ${y} from column ${x}: ${shown(before[y])} was to be ${shown(row)}`];
  });
  if (rows.length > 0) throw new Error(`drawing the screen anew has changed it\n${rows.join('\n')}`);
}
