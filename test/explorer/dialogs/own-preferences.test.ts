import { expect, test } from 'vitest';
import { commands, standardKeys } from '../../../src/explorer/commands/registry.ts';
import { bindKeys, viewProblems } from '../../../src/explorer/dialogs/own-preferences.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { dialogPage } from '../../../src/explorer/dialogs/registry.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { loginForm } from '../../../src/explorer/state/login.ts';
import { initialState, type Keymap } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { safe } from '../../../src/text/sanitise.ts';

const RELOAD = 'place.reload';
const RAW = 'record.raw';
const all = [...commands, ...dialogBindings];

test.each<[string, Keymap, Keymap, RegExp]>([
  ['custom keys apply, also several for one action', { [RELOAD]: ['ctrl+r', 'Q'] }, {}, /^$/],
  [
    'written as the screen shows them or by their older names, they are the same keys',
    { [RELOAD]: ['Ctrl-R', 'PgDn', 'Esc', 'Q'] },
    { [RELOAD]: ['ctrl+r', 'pagedown', 'escape', 'Q'] },
    /PgDn is place\.reload now, not move\.page-down/,
  ],
  [
    'a custom key is taken from the standard action of the same place, with a message',
    { [RELOAD]: ['y'] },
    { 'record.raw': [] },
    /^y is place\.reload now, not record\.raw$/m,
  ],
  [
    'two actions with the same custom key are reported, and one of them keeps it',
    { [RELOAD]: ['Q'], [RAW]: ['Q'] },
    { [RELOAD]: [], [RAW]: ['Q'] },
    /^Q is record\.raw now, not place\.reload$/,
  ],
  [
    'one key may have different meanings in different places',
    { 'read.half-down': ['Q'], 'mark.toggle': ['Q'] },
    {},
    /^$/,
  ],
])('key bindings: %s', (_what, given, wanted, problem) => {
  const { keymap, problems } = bindKeys(commands, given);

  expect(keymap).toMatchObject({ ...given, ...wanted });
  expect(problems.join('\n')).toMatch(problem);
});

test.each<[id: string, key: string, why: string]>([
  [RELOAD, 'ctrl+i', 'arrives as Tab'],
  [RELOAD, 'ctrl+m', 'arrives as Enter'],
  [RELOAD, 'ctrl+h', 'arrives as Backspace'],
  [RELOAD, 'F5', 'is not a key'],
  [RELOAD, 'alt+x', 'is not a key'],
  [RELOAD, 'ctrl+c', 'always quits'],
  ['record.delete', 'x', 'would delete by a single key'],
  ['record.delete', 'delete', 'would delete by a single key'],
  ['record.delete', 'enter', 'would delete by a single key'],
])('key bindings: for %s, %s is refused because it %s', (id, key, why) => {
  const { keymap, problems } = bindKeys(commands, { [id]: [key, 'ctrl+y'] });

  expect(keymap[id]).toEqual(['ctrl+y']);
  expect(problems.join('\n')).toContain(why);
});

test('key bindings: an unknown action is reported with the nearest known one', () => {
  const { problems } = bindKeys(commands, { 'place.relaod': ['R'] });

  expect(problems.join('\n')).toContain('did you mean place.reload?');
});

test.each<[id: string, instead: string]>([
  ['sort-menu.health', 'press s and a letter, or bind sort.<column>'],
  ['log.open', 'the requests are a list, with the keys of lists'],
  ['log.failed-only', 'the requests are a list, with the keys of lists'],
  ['delete.list', 'marks on the list choose what is deleted'],
  ['delete.failed-only', 'marks on the list choose what is deleted'],
  ['skin.mono', 'set NO_COLOR'],
  ['tour.toggle', 'botscope help places has its steps'],
])('key bindings: a key for %s of earlier versions is reported with what to do instead', (id, instead) => {
  const { keymap, problems } = bindKeys(all, { [id]: ['K'] });

  expect(keymap).toEqual({});
  expect(problems).toEqual([`keys.${id} is gone: ${instead}`]);
});

test.each<[id: string, now: string, keys: readonly string[]]>([
  ['choose.open', 'palette.accept', ['enter', 'ctrl+y']],
  ['sort-menu.accept', 'palette.accept', ['enter', 'ctrl+y']],
  ['help.accept', 'palette.accept', ['enter', 'ctrl+y']],
  ['id-prompt.accept', 'palette.accept', ['enter', 'ctrl+y']],
  ['find-owner.ask', 'palette.accept', ['enter', 'ctrl+y']],
  ['skin.dark', 'skin.terminal', ['ctrl+y']],
  ['delete.retry', 'delete.retry', ['ctrl+y']],
])('key bindings: keys for %s of earlier versions are keys of %s', (id, now, keys) => {
  expect(bindKeys(all, { [id]: ['Ctrl-Y'] })).toMatchObject({
    keymap: { [now]: keys },
    problems: [],
  });
});

test('key bindings: keys of several former actions and those of the present one are all kept', () => {
  const given = { 'choose.open': ['Ctrl-Y'], 'palette.accept': ['Ctrl-T'], 'help.accept': ['Ctrl-Y', 'o'] };
  const { keymap, problems } = bindKeys(all, given);

  expect(keymap['palette.accept']).toEqual(['ctrl+t', 'ctrl+y']);
  expect(problems).toEqual(['keys.help.accept: o is text in a field: use Ctrl and a letter']);
});

test('custom keys: the login form shows the key bound to unlocking', () => {
  const door = {
    id: 't',
    kind: 'typed',
    label: safe`l`,
    detail: safe``,
    address: '',
    workspace: '',
  } as const;
  const blank = initialState(undefined, { columns: 80, rows: 24 }, 0);
  const said = (keymap: Keymap): string =>
    dialogPage(withChange(blank, { user: { keymap: { ...standardKeys, ...keymap } } }), loginForm(door), {
      rows: 30,
      columns: 80,
    })
      .lines.map(joinLine)
      .join('\n');

  expect(said({})).toContain('until you press W and type the profile name');
  expect(said({ 'guard.unlock': ['ctrl+u'] })).toContain('until you press Ctrl-U and type the profile name');
});

test('saved views: valid places cause no message', () => {
  expect(viewProblems({ stale: 'bots?filter=updated>90d', one: 'bot/b_1', 'v1.2-x': 'ws' })).toEqual([]);
});

test('saved views: invalid places are reported by name at the start', () => {
  const problems = viewProblems({ lost: 'nowhere/1', broken: 'bot/%zz', unread: 'conversation/b/c' });

  expect(problems).toEqual([
    'views.lost: "nowhere/1" is not a place: unknown kind "nowhere"',
    'views.broken: "bot/%zz" is not a place: it has a "%" that encodes no character',
    `views.unread: "conversation/b/c" has no screen: the API can't show conversations`,
  ]);
});

test('saved views: a name that cannot be typed after :view is reported without control characters', () => {
  expect(viewProblems({ 'two words\u001b[2J': 'bots' })).toEqual([
    'views.two words^[[2J: a name is a word of at most 40 letters',
  ]);
});
