import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  withFoldsFrom,
  withFoldToggled,
  withFormatToggled,
  withNextMatch,
  withSearch,
  withWrappingToggled,
} from '../../../src/explorer/actions/cursor/document.ts';
import { standardKeys } from '../../../src/explorer/commands/registry.ts';
import { joinLine, type Line } from '../../../src/explorer/facts/line.ts';
import { tabsOf } from '../../../src/explorer/facts/tabs.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { settledView, withCursorMoved } from '../../../src/explorer/selection/cursor.ts';
import { documentStatus, readerOf } from '../../../src/explorer/selection/document-cursor.ts';
import { keyOf, type Place, type View } from '../../../src/explorer/state/place.ts';
import { initialState, newView, type State } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { type JsonObject, parseJson } from '../../../src/json/json.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { cells } from '../../../src/text/width.ts';
import { forAll } from '../../helpers/property.ts';
import { hostileText, INVISIBLE } from '../../text/hostile.ts';

const ref = { kind: 'bot', ids: { botId: 'b1' } };

type DocumentOptions = Partial<Pick<State['screen'], 'format' | 'size'>> & {
  readonly on?: 'raw' | 'record';
  readonly view?: Partial<View>;
};

function reading(bot: JsonObject, { on = 'raw', view, ...screen }: DocumentOptions = {}): State {
  const place: Place = { screen: on, ref };
  return withChange(initialState(undefined, { columns: 80, rows: 24 }, 0), {
    navigation: { views: [{ ...newView(place), ...view }] },
    data: { records: { [keyOf(ref)]: { phase: 'ready', last: { value: bot, at: 0, ms: 0 } } } },
    screen,
    user: { keymap: standardKeys },
  });
}

function lines(state: State): readonly Line[] {
  const content = contentOf(state);
  return content.kind === 'lines' ? content.lines.slice() : [];
}
const texts = (state: State): readonly string[] => lines(state).map(line => joinLine(line).slice(3));
const underCursor = (state: State): string | undefined => texts(state)[settledView(state).at];
const down = (state: State, times: number): State =>
  Array.from({ length: times }).reduce<State>(next => withCursorMoved(next, 'down'), state);

const json = (bot: JsonObject): State => reading(bot, { format: 'json' });

test('document: shows the record as sent, with its keys in order', () => {
  const bot = { name: 'support', id: 'b1', tags: { z: 'a' }, new: [1, true, null] };

  expect(JSON.parse(texts(json(bot)).join('\n'))).toEqual(bot);
  expect(texts(json(bot))[1]).toBe('  "name": "support",');
  expect(texts(reading(bot)).slice(0, 4)).toEqual(['name: support', 'id: b1', 'tags:', '  z: a']);
});

test('document: keeps every digit of long numbers', () => {
  expect(texts(reading(parseJson('{"size":12345678901234567890}') as JsonObject))).toEqual([
    'size: 12345678901234567890',
  ]);
});

test('document: names and values have different styles', () => {
  expect(lines(json({ 'a"b': 'c: "d"' }))[1]).toMatchObject({
    spans: [
      { text: '     ' },
      { text: '"a\\"b"', style: 'label' },
      { text: ': ' },
      { text: '"c: \\"d\\""' },
      { text: '' },
    ],
  });
});

test('document: hostile names and values are shown without invisible characters', () =>
  forAll(100, fc.dictionary(hostileText, hostileText, { maxKeys: 5 }), fc.boolean(), (bot, isWrapped) => {
    for (const format of ['json', 'yaml'] as const) {
      const state = withChange(reading(bot, { format }), { screen: { isWrapped } });
      for (const line of lines(state)) expect(joinLine(line)).not.toMatch(INVISIBLE);
    }
  }));

test('document: extremely deep nesting is shown', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as JsonObject;

  expect(texts(json(deep)).length).toBeLessThan(1000);
  expect(texts(reading(deep)).length).toBeLessThan(1000);
});

test('document: of 50 000 lines only the visible ones are built', () => {
  const bot = { events: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`e${at}`, at])) };
  const state = withCursorMoved(reading(bot), 'last');
  const content = contentOf(state);

  expect(underCursor(state)).toBe('  e49999: 49999');
  expect(contentOf(withCursorMoved(state, 'up'))).toBe(content);
});

const FOLDED = { id: 'b1', tags: { a: 'x', b: 'z' }, list: [{ k: 1, l: 2 }], note: 'one\ntwo\nthree' };

test('folding: folds what a line opens and unfolds it again', () => {
  const state = down(reading(FOLDED), 2);
  const folded = withFoldToggled(state);

  expect(texts(folded).slice(0, 3)).toEqual(['id: b1', 'tags: { 2 keys }', 'list:']);
  expect(underCursor(folded)).toBe('tags: { 2 keys }');
  expect(texts(withFoldToggled(folded))).toEqual(texts(state));
});

test('folding: folds the parent of a line and moves the cursor to it', () => {
  expect(underCursor(withFoldToggled(down(reading(FOLDED), 3)))).toBe('tags: { 2 keys }');
  expect(underCursor(withFoldToggled(withCursorMoved(reading(FOLDED), 'last')))).toBe('note: | 3 lines');
});

test('folding: folds an item on the line that it shares with its first key', () => {
  const folded = withFoldToggled(down(reading(FOLDED), 5));

  expect(texts(folded)).toContain('  - { 2 keys }');
});

test('folding: in JSON works on the opening and on the closing line', () => {
  const closing = down(json(FOLDED), 5);

  expect(underCursor(closing)).toBe('  },');
  expect(underCursor(withFoldToggled(closing))).toBe('  "tags": { 2 keys },');
});

test('folding: fold all keeps the top level, and unfold all shows everything', () => {
  const all = withFoldsFrom(withCursorMoved(reading(FOLDED), 'last'), 1);

  expect(texts(all)).toEqual(['id: b1', 'tags: { 2 keys }', 'list: [ 1 item ]', 'note: | 3 lines']);
  expect(underCursor(all)).toBe('note: | 3 lines');
  expect(texts(withFoldsFrom(all, Number.POSITIVE_INFINITY))).toEqual(texts(reading(FOLDED)));
});

test('folding: after any changes the cursor is on a line and unfolding shows everything', () => {
  const changes = [
    withFoldToggled,
    withFormatToggled,
    withWrappingToggled,
    (state: State) => withFoldsFrom(state, 1),
    (state: State) => withFoldsFrom(state, Number.POSITIVE_INFINITY),
    (state: State) => withCursorMoved(state, 'down'),
    (state: State) => withCursorMoved(state, 'last'),
    (state: State) => withCursorMoved(state, 'half-up'),
    (state: State) => withSearch(state, 'e'),
  ];
  const value = fc.object({ maxDepth: 4, values: [fc.string(), fc.constantFrom('a\nb', 1, null)] });
  forAll(100, value, fc.array(fc.constantFrom(...changes)), (bot, steps) => {
    const end = steps.reduce((state, change) => change(state), reading(bot as JsonObject));

    expect(texts(end)).toHaveLength(contentOf(end).ids.length);
    expect(underCursor(end) !== undefined).toBe(contentOf(end).ids.length > 0);
    expect(
      texts(
        withFoldsFrom(
          withChange(end, { screen: { format: 'yaml', isWrapped: false } }),
          Number.POSITIVE_INFINITY,
        ),
      ),
    ).toEqual(texts(reading(bot as JsonObject)));
  });
});

const SEARCHED = { a: { b: { c: 'needle' } }, items: [{ id: 'needle', x: 1 }], text: 'one\nneedle\ntwo' };
const folded = withFoldsFrom(reading(SEARCHED, { view: { find: 'needle' } }), 1);

test('document search: finds and counts folded matches and unfolds only their parents', () => {
  const first = withNextMatch(folded, 1);
  expect(texts(first)).toEqual(['a:', '  b:', '    c: needle', 'items: [ 1 item ]', 'text: | 3 lines']);
  expect(documentStatus(first)).toMatch(/^"needle" 1\/3 .*a\.b\.c +n next +N/);

  const second = withNextMatch(first, 1);
  expect(underCursor(second)).toBe('  - id: needle');
  expect(documentStatus(second)).toMatch(/^"needle" 2\/3 .*items\[0\]\.id +n next +N/);

  const third = withNextMatch(second, 1);
  expect(underCursor(third)).toBe('  needle');
  expect(underCursor(withNextMatch(third, 1))).toBe('    c: needle');
  // The previous match may be folded, too.
  expect(underCursor(withNextMatch(folded, -1))).toBe('  needle');
});

test('document search: finds text beyond the right edge of the screen', () => {
  const state = withNextMatch(
    reading({ a: 'x', long: `${'x'.repeat(9000)}needle` }, { view: { find: 'needle' } }),
    1,
    'here',
  );

  expect(underCursor(state)).toMatch(/^long: x/);
});

test('document: changing the format keeps the cursor on its value', () => {
  const bot = { id: 'b1', list: [{ k: 1, l: 2 }, [3]], note: 'one\ntwo' };
  forAll(100, fc.nat(9), at => {
    const pathOf = (state: State) => documentStatus(state)?.replace(/^\S+ +/, '');
    const state = down(reading(bot), at);

    expect(pathOf(withFormatToggled(state))).toBe(pathOf(state));
    expect(pathOf(withFormatToggled(withFormatToggled(state)))).toBe(pathOf(state));
  });
});

const LONG = { a: { note: `first ${'word '.repeat(100)}last`, ['k'.repeat(300)]: '漢'.repeat(300) }, z: 1 };

test('long line: is cut, and the status shows the command that wraps it', () => {
  expect(documentStatus(down(reading(LONG), 1))).toMatch(/^2\/5 +a\.note +:wrap wraps it$/);
});

test('long line: wraps to the screen without losing text, and the cursor stays', () => {
  for (const columns of [30, 40, 80, 200]) {
    const state = reading(LONG, { size: { columns, rows: 24 } });
    const open = withWrappingToggled(down(state, 1));
    const all = texts(open);

    for (const line of lines(open)) expect(cells(joinLine(line))).toBeLessThanOrEqual(columns);
    expect(all.map(each => each.trim()).join('')).toContain('k'.repeat(300));
    expect(all.join('').match(/漢/g)).toHaveLength(300);
    expect(all.join(' ').match(/word/g)).toHaveLength(100);
    expect(underCursor(open)).toMatch(/^ {2}note:/);
    expect(underCursor(withWrappingToggled(withCursorMoved(open, 'last')))).toBe('z: 1');
  }
});

const tab = (bot: JsonObject, at: number): State =>
  reading(bot, { on: 'record', view: { tab: tabsOf(resourceOf('bot'))[at]?.title ?? '' } });

test('document tab: shows its fields, their contents folded', () => {
  const bot = {
    configuration: { data: { secret: 1 }, schema: { type: 'object' } },
    states: { s: { type: 'x' } },
    name: 'me',
  };

  expect(texts(tab(bot, 4))).toEqual(['configuration:', '  schema: { 1 key }', 'states:', '  s: { 1 key }']);
});

test('document tab: shows "not set" when no field was sent', () => {
  expect(texts(tab({ name: 'me' }, 4))).toEqual(['not set']);
  expect(readerOf(tab({ name: 'me' }, 4))).toBeUndefined();
});

test.each([
  { states: 1 },
  { states: 'x\ny' },
  { configuration: [] },
  { configuration: null },
  { states: [] },
])('document tab: accepts fields of the wrong type: %j', bot => {
  expect(texts(tab(bot as JsonObject, 4)).length).toBeGreaterThan(0);
});
