import { expect, test } from 'vitest';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../../src/explorer/paint/screen.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { layoutOf } from '../../../src/explorer/view/layout.ts';
import { joinLine } from '../../../src/explorer/view/line.ts';
import { tourLines } from '../../../src/explorer/view/tour.ts';
import { cells } from '../../../src/text/width.ts';
import { SERVER, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

const start = (server: Partial<typeof SERVER> = {}) =>
  startExplorer({ server: { ...SERVER, demo: true, ...server } });

test('tour: the records of a file have none', () => {
  const { state } = start({ isReplay: true });

  expect([start().state().session.tour?.isShown, state().session.tour]).toEqual([true, undefined]);
});

test.each([
  [{ columns: 120, rows: 40 }, 7],
  [{ columns: 80, rows: 24 }, 7],
  [{ columns: 40, rows: 12 }, 2],
  [{ columns: 30, rows: 8 }, 2],
  [{ columns: 20, rows: 5 }, 0],
])('tour: at %j it has %i whole rows and leaves at least half of the screen', (size, rows) => {
  const { state } = start();
  const at = withChange(state(), { screen: { size } });
  const { panel, body } = layoutOf(at);

  expect(panel).toBe(rows);
  expect(body).toBeGreaterThanOrEqual(panel);
  for (const line of tourLines(at, panel).slice(1, size.columns < 60 ? 0 : undefined))
    expect(cells(joinLine(line))).toBeLessThanOrEqual(size.columns);
});

test('tour: hides below a dialog, and its key hides and shows it', () => {
  const { explorer, state } = start();
  expect(layoutOf(state()).panel).toBe(7);

  press(explorer, { name: '?', text: '?' }, { alone: true });
  expect(layoutOf(state()).panel).toBe(0);
  press(explorer, { name: '?', text: '?' }, { alone: true });
  press(explorer, { name: 'T', text: 'T' }, { alone: true });
  expect(layoutOf(state()).panel).toBe(0);
  press(explorer, { name: 'T', text: 'T' }, { alone: true });
  expect(layoutOf(state()).panel).toBe(7);
});

test('tour: keeps its room while a filter is typed, so that no row moves', async () => {
  const { explorer, state } = await startOnBots(bots(30), { server: { ...SERVER, demo: true } });
  const before = layoutOf(state());

  press(explorer, { name: '/', text: '/' }, { alone: true });

  expect(state().dialog).toBeDefined();
  expect(layoutOf(state())).toEqual(before);
  const rows = screenRows(state(), themeOf('terminal', { depth: 'all', ascii: false, links: false }));
  expect(rows.join('\n')).toContain('open a bot');
});

test('tour: is only in the demo', () => {
  const { explorer, state } = start({ demo: false });

  expect(layoutOf(state()).panel).toBe(0);
  press(explorer, { name: 'T', text: 'T' }, { alone: true });
  expect(state().notice?.text).toBe('Only the demo has a tour.');
});

test('tour: read-only, it does not suggest deleting', () => {
  const { state } = start({ readOnly: true });

  expect(tourLines(state(), 7).map(joinLine).join('\n')).not.toContain('delete');
});

test('tour: a step is ticked only when it was done', async () => {
  const { explorer, state } = await startOnBots(bots(30), { server: { ...SERVER, demo: true } });
  const keys = (...names: readonly string[]) => {
    for (const name of names) press(explorer, { name, text: '' }, { alone: true });
    return state().session.tour?.done;
  };

  expect(keys('space', 'space', 'ctrl+d')).toEqual([]);
  expect(keys('escape', 'space', 'ctrl+d')).toEqual(['mark three and delete them']);
});
