import { expect, test } from 'vitest';
import type { Explorer } from '../../../../src/explorer/actions/explorer.ts';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { placeText } from '../../../../src/explorer/state/place-text.ts';
import { type FakeExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { keyNamed } from '../../../helpers/some-keys.ts';

const BOTS = [
  { id: 'c200b264-7699', name: 'refund-desk' },
  { id: 'c2ff0000-0001', name: 'support-prod' },
  { id: 'aec53e3e-02bc', name: 'end' },
  { id: 'aec5ffff-02bc', name: 'home' },
];
function markedRow({ state }: FakeExplorer): string | undefined {
  const { dialog } = state();
  if (dialog?.kind !== 'palette') return undefined;
  const { lines, cursor = -1 } = paletteLines(state(), dialog, 9);
  const line = lines[cursor];
  return line && joinLine(line).trim();
}

/** Presses Enter alone; returns what it opened, ran or called first. */
function pressEnter({ explorer }: FakeExplorer): readonly string[] {
  const done: string[] = [];
  const spied: Partial<Explorer> = {
    end: reason => void done.push(String(reason)),
    openDelete: ([target]) => void done.push(`delete/${Object.values(target?.ref.ids ?? {}).at(-1)}`),
    jump: ({ place, filter, sort }) => void done.push(placeText(place, { filter, sort }) ?? ''),
    noteCommand: id => void done.push(id),
  };
  press({ ...explorer, ...spied }, keyNamed('enter'), { alone: true });
  return done.slice(0, 1);
}

async function typed(...keys: readonly string[]) {
  const started = await startOnBots(BOTS, { size: { columns: 200, rows: 40 } });
  for (const key of [':', ...keys]) press(started.explorer, keyNamed(key), { alone: true });
  return started;
}

test.each([
  ['end', /^bots? end|^bot end/, ['bot/aec53e3e-02bc']],
  ['home', /^home +the workspace/, ['ws/wkspace_1']],
  ['ws', /^home +the workspace/, ['ws/wkspace_1']],
  ['bot', /^bots +all bots/, ['bots']],
  ['down', /^mark and move down/, ['mark.down']],
  ['q', /^quit/, ['quit']],
  ['r', /^recently opened records/, ['recent.list']],
  ['undo', /^trash +all backups/, ['trash']],
  ['restore', /^trash +all backups/, ['trash']],
  ['theme', /^colours: terminal/, ['skin.terminal']],
  ['skin dark', /^colours: terminal/, ['skin.terminal']],
  ['config', /^edit the settings file/, []],
  ['keys', /^every key/, ['help.keys']],
  ['integrations', /^integrations/, ['integrations']],
  ['xyzzy', /^Nothing matches "xyzzy"/, []],
  ['issue a b c', /^Usage: issue/, []],
  ['bot nobody', /^bot nobody +open this id as bot/, ['bot/nobody']],
  ['bot re', /^bot refund-desk/, ['bot/c200b264-7699']],
  ['stop', /No retry is pending/, []],
  ['conversation c9', /^conversation c9 +delete this conversation/, ['delete/c9']],
])('palette: Enter on :%s runs the marked row', async (text, row, expected) => {
  const started = await typed(...text);

  expect(markedRow(started)).toMatch(row);
  expect(pressEnter(started)).toEqual(expected);
});
