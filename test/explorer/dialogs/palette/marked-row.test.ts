import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Explorer } from '../../../../src/explorer/actions/explorer.ts';
import { commands } from '../../../../src/explorer/commands/table.ts';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { placeText } from '../../../../src/explorer/state/place-text.ts';
import { editorText } from '../../../../src/explorer/state/text-field.ts';
import { type FakeExplorer, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { page } from '../../../helpers/fake-service.ts';
import { numRuns } from '../../../helpers/properties.ts';
import { keyNamed } from '../../../helpers/some-keys.ts';

const BOTS = [
  { id: 'c200b264-7699', name: 'refund-desk' },
  { id: 'c2ff0000-0001', name: 'support-prod' },
  { id: 'aec53e3e-02bc', name: 'end' },
  { id: 'aec5ffff-02bc', name: 'home' },
];
const MORE = [
  { id: 'ffff0000-0001', name: 'endless' },
  { id: 'ffff0000-0002', name: 'homeless' },
];

/** Returns the marked row as painted, with the kind of row it is; undefined without a palette. */
function markedRow({ state }: FakeExplorer) {
  const { dialog } = state();
  if (dialog?.kind !== 'palette') return undefined;
  const { lines, cursor } = paletteLines(state(), dialog, 9);
  const line = lines[cursor];
  // Rows of a scope begin with a digit.
  return line && { kind: line.id.split(':')[0], text: joinLine(line).trim().replace(/^\d /, '') };
}

/** Presses Enter alone; returns what it opened, ran or called, and the line if it stays open. */
function pressEnter({ explorer, state }: FakeExplorer) {
  const done: string[] = [];
  const spied: Partial<Explorer> = {
    end: reason => void done.push(String(reason)),
    openDelete: ([target]) => void done.push(`delete/${Object.values(target?.ref.ids ?? {}).at(-1)}`),
    saveView: ({ name = '' }) => void done.push(name),
    jump: ({ place, filter, sort }) => void done.push(placeText(place, { filter, sort }) ?? ''),
    noteCommand: id => void done.push(commands.find(command => command.id === id)?.title ?? id),
  };
  press({ ...explorer, ...spied }, keyNamed('enter'), { alone: true });
  const { dialog } = state();
  // A command comes before the calls that it makes.
  return { done: done.slice(0, 1), line: dialog?.kind === 'palette' ? editorText(dialog.editor) : undefined };
}

/** Returns true if what Enter did is what the marked row says. */
function isMarked({ kind, text }: { kind: string | undefined; text: string }, done: string): boolean {
  const id = decodeURIComponent(done.split('/').at(-1) ?? '');
  if (kind === 'command') return text.startsWith(done);
  return done === 'ws/wkspace_1' ? text.startsWith('home') : text.includes(id) || text.includes('as typed');
}

async function typed(...keys: readonly string[]) {
  const started = await startOnBots(BOTS, { size: { columns: 200, rows: 40 }, next: 'n' });
  for (const key of [':', ...keys]) press(started.explorer, keyNamed(key), { alone: true });
  return started;
}

describe('marked row', () => {
  test.each([
    ['end', /^bots? end|^bot end/, ['bot/aec53e3e-02bc']],
    ['home', /^home +the workspace/, ['ws/wkspace_1']],
    ['ws', /^home +the workspace/, ['ws/wkspace_1']],
    ['bot', /^bots +all bots/, ['bots']],
    ['down', /^mark and move down/, undefined],
    ['q', /^quit/, ['quit']],
    ['r', /./, undefined],
    ['xyzzy', /^Nothing matches "xyzzy"/, []],
    ['issue a b c', /^Usage: issue/, []],
    ['bot nobody', /^bot nobody +open this id as bot/, ['bot/nobody']],
    ['stop', /No retry is pending/, []],
    ['conversation c9', /^conversation c9 +delete this conversation/, ['delete/c9']],
  ])('palette: Enter on :%s runs the marked row', async (text, row, expected) => {
    const started = await typed(...text);
    const marked = markedRow(started);
    expect(marked?.text).toMatch(row);

    const { done } = pressEnter(started);

    if (expected !== undefined) expect(done).toEqual(expected);
    expect(done.filter(each => !isMarked(marked ?? { kind: '', text: '' }, each))).toEqual([]);
  });

  const WORDS = [
    ...'end home down up q r j tab space Ctrl-D Enter Home delete skin bots bot issue conversation'.split(
      ' ',
    ),
    ...[
      'bot c2',
      'bot end',
      'bot/aec53e3e-02bc',
      'bots?sort=name',
      'sort name',
      'open x',
      'view x',
      'view x =',
    ],
    ...['profile y', 'intver_1', 'iss_1', 'conv_1', 'sup', 'quit'],
  ];
  const KEYS = ['down', 'down', 'down', 'up', 'backspace', 'left', 'ctrl+w', ' ', 'e', '/', 'b', 'tab'];

  test('palette: whatever is typed, and whatever arrives before Enter, Enter runs what the last painted frame marked', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...WORDS).map(word => [...word]),
      fc.constantFrom(...KEYS).map(key => [key]),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 5 }), async pieces => {
        const started = await typed(...pieces.flat());
        const painted = markedRow(started);
        fc.pre(painted !== undefined);
        started.explorer.loadMore(LIST);
        await started.service.open('bot.list').answer(page(MORE));

        const { done, line } = pressEnter(started);

        if (painted.kind === 'none') expect(done).toEqual([]);
        expect({ painted, unlike: done.filter(each => !isMarked(painted, each)) }).toMatchObject({
          unlike: [],
        });
        if (done.length === 0) expect(line).toBeDefined();
      }),
      { numRuns: numRuns(400) },
    );
  });
});
