import { expect, test } from 'vitest';
import { BY_USE } from '../../../src/explorer/commands/command.ts';
import { commands } from '../../../src/explorer/commands/registry.ts';
import { startExplorer } from '../../helpers/fake-explorer.ts';
import { answer, onBots, scenes } from '../../helpers/scenes.ts';

const has = (hint: string) => ({ hints: expect.arrayContaining([hint]) });
const hasNot = (hint: string) => ({ hints: expect.not.arrayContaining([hint]) });

scenes('footer', onBots(3), {
  'shows that a delete takes the marked rows': [
    hasNot('Ctrl-D delete marked'),
    'Space',
    has('Ctrl-D delete marked'),
  ],
  'shows the effect of Esc': [
    hasNot('Esc stop'),
    '/bo Enter',
    has('Esc clear filter'),
    'v',
    has('Esc cancel the range'),
  ],
  'shows no letter in the help, as letters are text': [
    ['?', { hints: ['Esc close', ' type to search all keys'] }],
  ],
  'names the row where no causes are': [': requests Enter', has('p row')],
  'shows that Esc stops a load': [{ start: startExplorer }, has('Esc stop')],
});

test('footer: every command with words for it has its place in the order by use', () => {
  const hinted = commands.filter(({ hint }) => hint !== undefined).map(({ id }) => id);

  expect(BY_USE.toSorted()).toEqual(hinted.toSorted());
});

scenes('footer', onBots(1, { size: { columns: 40, rows: 12 } }), {
  'on a narrow screen no delete is offered': [
    'Enter',
    answer('bot.read', {
      id: 'b0',
      integrations: { int_1: { id: 'int_1', name: 'slack', version: '1.0.0' } },
    }),
    ['2', { hints: ['Enter open', ': go to', '? help'] }],
  ],
});

const OPEN = 'Enter open, / filter, H check all';
for (const [columns, hints] of [
  [80, `${OPEN}, p causes, : go to, s sort, ? help`],
  [120, `${OPEN}, Tab causes, Space mark, : go to, s sort, c copy, Ctrl-D delete bot, ? help`],
] as const)
  scenes('footer', onBots(3, { size: { columns, rows: 24 } }), {
    [`on ${columns} columns a list of bots names its keys by use`]: [{ hints: hints.split(', ') }],
  });
