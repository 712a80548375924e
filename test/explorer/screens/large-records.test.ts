import { expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { joinLine, type Line } from '../../../src/explorer/facts/line.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../../src/explorer/paint/screen.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { botPlace, startOnBots } from '../../helpers/fake-explorer.ts';

const integrations = Object.fromEntries(
  Array.from({ length: 500 }, (_, at) => [
    `i${at}`,
    { id: `intver_${at}`, name: `n${at}`, status: 'registration_failed', statusReason: `reason ${at}` },
  ]),
);

async function onIntegrations() {
  const started = await startOnBots([{ id: 'b_1', name: 'x' }]);
  started.explorer.open(botPlace('b_1'));
  await started.service.open('bot.read').answer({ id: 'b_1', name: 'x', integrations });
  started.explorer.change(state => withTab(state, 'Integrations'));
  const lines = (): readonly Line[] => {
    const content = contentOf(started.state());
    return content.kind === 'lines' ? content.lines.slice() : [];
  };
  return { ...started, lines };
}

test('large record: a key rebuilds only the lines of the entry under the cursor', async () => {
  const { explorer, lines } = await onIntegrations();
  const before = new Set(lines());

  press(explorer, { name: 'down', text: '' }, { alone: true });
  press(explorer, { name: 'down', text: '' }, { alone: true });

  const fresh = lines().filter(line => !before.has(line));
  expect(before.size).toBeGreaterThan(1000);
  expect(fresh.map(joinLine).join('\n')).toContain('intver_2');
  expect(fresh.length).toBeLessThan(20);
});

test('large record: the rows of a table are formatted only when shown', async () => {
  const { lines } = await onIntegrations();

  const late = lines().filter(line => Object.getOwnPropertyDescriptor(line, 'spans')?.get !== undefined);

  expect(late).toHaveLength(500);
  expect(late.map(joinLine)[499]).toContain('n499');
});

test('palette: typing a place does not diagnose the loaded records on every letter', async () => {
  const { explorer, service, state } = await startOnBots([{ id: 'b_1', name: 'x' }]);
  let reads = 0;
  const entry = {
    id: 'intver_1',
    get status() {
      reads++;
      return 'registration_failed';
    },
  };
  explorer.open(botPlace('b_1'));
  await service.open('bot.read').answer({ id: 'b_1', name: 'x', integrations: { one: entry } });
  const type = (text: string): void => {
    for (const name of text) press(explorer, { name, text: name }, { alone: true });
    screenRows(state(), themeOf('terminal', { depth: 'all', ascii: false, links: false }));
  };
  type(':bot/');
  const before = reads;

  type('abc');

  expect(before).toBeGreaterThan(0);
  expect(reads).toBe(before);
});
