import { describe, expect, test } from 'vitest';
import { BY_USE } from '../../../src/explorer/commands/command.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { fittingHints } from '../../../src/explorer/paint/footer.ts';
import { type FakeExplorer, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

function keys({ explorer }: FakeExplorer, ...names: readonly string[]): void {
  for (const name of names) press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
}

const hints = ({ state }: FakeExplorer): readonly string[] =>
  fittingHints(state()).map(({ key, text }) => `${key} ${text}`);

describe('hints', () => {
  test('footer: shows that a delete takes the marked rows', async () => {
    const started = await startOnBots(bots(3));
    expect(hints(started)).not.toContain('Ctrl-D delete marked');

    keys(started, 'space');

    expect(hints(started)).toContain('Ctrl-D delete marked');
  });

  test('footer: shows the effect of Esc', async () => {
    expect(hints(startExplorer())).toContain('Esc stop');
    const started = await startOnBots(bots(3));
    expect(hints(started)).not.toContain('Esc stop');

    keys(started, '/', 'b', 'o', 'enter');
    expect(hints(started)).toContain('Esc clear filter');

    keys(started, 'v');
    expect(hints(started)).toContain('Esc cancel the range');
  });

  test('footer: shows no letter in the help, as letters are text', async () => {
    const started = await startOnBots(bots(3));

    keys(started, '?');

    expect(hints(started)).toEqual(['Enter run', 'Esc close', '↑ ↓ choose']);
  });
});

test('footer: every command with words for it has its place in the order by use', () => {
  const hinted = commands.filter(({ hint }) => hint !== undefined).map(({ id }) => id);

  expect(BY_USE.toSorted()).toEqual(hinted.toSorted());
});

test('footer: on a narrow tab the kind that Ctrl-D deletes stays, and the help gives way', async () => {
  const integrations = { int_1: { id: 'int_1', name: 'slack', version: '1.0.0' } };
  const started = await startOnBots(bots(1), { size: { columns: 40, rows: 12 } });
  keys(started, 'enter');
  await started.service.open('bot.read').answer({ id: 'b0', integrations });
  keys(started, '2');

  expect(hints(started)).toEqual(['Enter open', 'Ctrl-D delete integration']);
});

test.each([
  [80, 'Enter / H Space Ctrl-D c ?'],
  [120, 'Enter / H Space Ctrl-D i c y a L ?'],
])('footer: on %i columns a list of bots names its keys by use', async (columns, keys) => {
  const started = await startOnBots(bots(3), { size: { columns, rows: 24 } });

  expect(
    fittingHints(started.state())
      .map(({ key }) => key)
      .join(' '),
  ).toBe(keys);
});
