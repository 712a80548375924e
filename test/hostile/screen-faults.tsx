import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { joinLine } from '../../src/explorer/facts/line.ts';
import { screenRows } from '../../src/explorer/paint/screen.ts';
import { screenStyleOf, type TerminalStyle, themeOf } from '../../src/explorer/paint/theme.ts';
import { contentOf } from '../../src/explorer/screens/content.ts';
import type { State } from '../../src/explorer/state/state.ts';
import { withChange } from '../../src/explorer/state/store.ts';
import { createFrames } from '../../src/terminal/output/frames.ts';
import { cells } from '../../src/text/width.ts';
import { foreignBytes } from '../helpers/payloads.ts';
import { renderScreen } from '../helpers/render-screen.tsx';
import { INVISIBLE } from '../text/hostile.ts';

/** Screen sizes: usual, large, narrow and very small. */
export const SIZES: readonly State['screen']['size'][] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 12 },
  { columns: 20, rows: 5 },
];

const LOOKS: TerminalStyle = { depth: 'all', ascii: false, links: true };

/** Style sequences and links of our own. */
const OWN = /\u001b\[[\d;]*m|\u001b\]8;;(?:https:\/\/[!-~]+?)?(?:\u0007|\u001b\\)/g;

/**
 * Returns the faults of the present screen at a size, as sentences; throws if painting fails. Ink draws the
 * painted rows as they are, which takes most of the time.
 */
export function faults(
  explorer: Explorer,
  size: State['screen']['size'],
  isDrawn: boolean,
): readonly string[] {
  const state = withChange(explorer.store.getState(), { screen: { size } });
  const theme = themeOf(state.screen.skin, LOOKS);
  const rows = isDrawn ? renderScreen(explorer, state, theme).split('\n') : screenRows(state, theme);
  const bare = rows.map(row => row.replace(OWN, ''));
  const bytes = createFrames(screenStyleOf('terminal', LOOKS)).paint(rows, size);
  return [
    ...(rows.length === size.rows || (!isDrawn && rows.length < size.rows)
      ? []
      : [`${rows.length} rows of ${size.rows}`]),
    ...bare.filter(row => cells(row) > size.columns).map(row => `${cells(row)} cells: ${row}`),
    ...bare.filter(row => INVISIBLE.test(row)).map(row => `not text: ${JSON.stringify(row)}`),
    ...foreignBytes(bytes.replace(OWN, '')).map(byte => `byte ${JSON.stringify(byte)}`),
  ];
}

/** Returns the faults in all lines of the present view, including those outside the screen. */
export function lineFaults({ store }: Explorer): readonly string[] {
  const content = contentOf(store.getState());
  const lines = content.kind === 'lines' ? content.lines.slice().map(joinLine) : [];
  return lines
    .filter(line => INVISIBLE.test(line))
    .map(line => `line: ${JSON.stringify(line.slice(0, 300))}`);
}
