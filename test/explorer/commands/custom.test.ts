import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomCommand } from '../../../src/config/config-file.ts';
import { noTerminalHost } from '../../../src/explorer/actions/explorer.ts';
import { checkCustom, shownWords, VALUE_NAMES, wordsFor } from '../../../src/explorer/commands/custom.ts';
import { commands } from '../../../src/explorer/commands/registry.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { noWriteProtection, type State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { type SafeText, safe } from '../../../src/text/sanitise.ts';
import {
  type FakeExplorer,
  LIST,
  SERVER,
  setKeys,
  startOnBots,
  writable,
} from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { forAllAsync } from '../../helpers/property.ts';
import { after, answer, scenes } from '../../helpers/scenes.ts';
import { INVISIBLE } from '../../text/hostile.ts';

const own = (name: string, run: readonly string[], more: Partial<CustomCommand> = {}): CustomCommand => ({
  name,
  run,
  keys: [],
  on: [],
  isDangerous: false,
  waits: true,
  origin: safe`settings.yaml line 1`,
  ...more,
});

const REF = { kind: 'bot', ids: { botId: 'b0' } };
const LOCKED = { ...noWriteProtection, isProtected: true };
const DRY = { ...noWriteProtection, isDry: true };
const SPECIAL = 'begins with -, + or @';

let ran: { readonly words: readonly string[]; readonly waits: boolean }[] = [];
const runs =
  (...wanted: typeof ran) =>
  (): void =>
    expect(ran).toEqual(wanted);

const start =
  (
    ownCommands: readonly CustomCommand[],
    {
      items = [{ id: 'b0', name: 'support' }],
      server = SERVER,
      writeProtection = noWriteProtection,
      ownKeys = {},
    }: {
      items?: readonly JsonObject[];
      server?: typeof SERVER;
      writeProtection?: typeof noWriteProtection;
      ownKeys?: Readonly<Record<string, readonly string[]>>;
    } = {},
  ) =>
  async (): Promise<FakeExplorer> => {
    ran = [];
    const terminalHost = {
      ...noTerminalHost,
      run: async (words: readonly string[], waits: boolean) => void ran.push({ words, waits }),
    };
    const started = await startOnBots(items, { terminalHost, server, writeProtection });
    const { own: good, keys, commands: all } = checkCustom(ownCommands, commands);
    const { keymap } = bindKeys([...commands, ...all, ...dialogBindings], { ...keys, ...ownKeys });
    update(writable(started.explorer.store), { user: { customCommands: good } });
    setKeys(started.explorer, keymap);
    return started;
  };

const show = own('show', ['x', '{id}', '--name={name}', 'https://d/{workspaceId}/{botId}'], { keys: ['D'] });

const look = own('look', ['y'], { keys: ['D'], help: 'look at it' });

const CLOSED = { dialog: undefined };
const wipe = own('wipe', ['x', '{id}'], { keys: ['ctrl+w'], isDangerous: true, waits: false });
const ASKED = { dialog: 'question' };
scenes('custom command', start([wipe]), {
  'its key runs it on the record under the cursor, with each value in one word': [
    { start: start([show], { items: [{ id: 'b0', name: "a b'; $(touch x) *" }] }) },
    ['D', runs({ words: ['x', 'b0', "--name=a b'; $(touch x) *", 'https://d/wkspace_1/b0'], waits: true })],
  ],
  'is listed in the palette and in help, with its words for help': [
    { start: start([own('show', ['x', '{id}']), look]) },
    [':look', { choices: { 0: { words: 'look', title: 'look at it', key: 'D' } } }],
    ['Esc ? :show', { choices: [{ key: ':show', label: "x '{id}'" }] }],
    ['Ctrl-U look Space at', { choices: [{ key: 'D', label: 'look at it' }] }],
  ],
  'is disabled for other kinds, and the notice names its kind': [
    { start: start([own('show', ['x'], { keys: ['D'], on: ['integration'] })]) },
    ['D', { notice: 'It is for integration.' }, runs()],
  ],
  'a dangerous one asks first; Enter takes no, and only a y that arrives alone runs it': [
    ['`Ctrl-W`', CLOSED, 'Ctrl-W', { open: { kind: 'question', action: { ref: REF, words: ['x', 'b0'] } } }],
    ['Enter', CLOSED, 'Ctrl-W j k x Y `y` j `Enter`', runs()],
    ['y', runs({ words: ['x', 'b0'], waits: false })],
  ],
  'n, q and Esc cancel the question': ['Ctrl-W n', CLOSED, 'Ctrl-W q', CLOSED, 'Ctrl-W Esc', CLOSED, runs()],
  'own keys say no, and run a dangerous one only when one came alone and was not pasted': [
    { start: start([wipe], { ownKeys: { 'confirm.yes': ['Y'], 'confirm.no': ['ctrl+n'] } }) },
    'Ctrl-W',
    { hints: ['Enter not now', 'Y yes, run it', 'Esc not now', '↑ ↓ choose'] },
    'y n `Y`',
    ASKED,
    '"Y\n" Esc Ctrl-W Ctrl-N',
    CLOSED,
    runs(),
    'Ctrl-W Y',
    runs({ words: ['x', 'b0'], waits: false }),
  ],
});

const named = own('wipe', ['x', '{id}', '{name}'], { keys: ['ctrl+w'], isDangerous: true });
const askedOnSecond = after(start([named], { items: bots(3) }), 'j', { cursor: 'b1' }, 'Ctrl-W');
const reload = ({ explorer }: FakeExplorer): void => explorer.reload(LIST);
const OFFLINE = { kind: 'unreachable', reached: false } as const;
const change =
  (session: Partial<State['session']>) =>
  ({ explorer }: FakeExplorer): void =>
    update(writable(explorer.store), { session });

for (const [what, others] of [
  ['row has vanished', bots(1, 2)],
  ['record has changed', [{ id: 'b1', name: 'renamed' }]],
] as const)
  scenes('custom command', askedOnSecond, {
    [`a confirmed one runs with the words of the question after its ${what}`]: [
      [reload, answer('bot.list', page([...bots(1), ...others])), { open: { texts: ["x b1 'bot 1'"] } }],
      ['y', runs({ words: ['x', 'b1', 'bot 1'], waits: true })],
    ],
  });

for (const [what, session, notice] of [
  ['deletes are locked', { writeProtection: LOCKED }, /Deletes are locked/],
  ['this is a dry run', { writeProtection: DRY }, /this is a dry run/],
  [
    'the server is unreachable',
    { offline: { failure: OFFLINE, tries: 1, left: undefined, isStopped: false } },
    /Offline/,
  ],
] as const)
  scenes('custom command', askedOnSecond, {
    [`a confirmed one is refused if ${what} by then`]: [change(session), 'y', { ...CLOSED, notice }, runs()],
  });

scenes('custom command', start([named], { items: [{ id: 'b0', name: '-rf' }] }), {
  'a dangerous one with a refused value says why and asks nothing': [
    ['Ctrl-W', { ...CLOSED, notice: new RegExp(SPECIAL.replace('+', '\\+')) }, runs()],
  ],
  'a dangerous one is absent when read-only': [
    { start: start([wipe, own('show', ['y'])], { server: { ...SERVER, readOnly: true } }) },
    ['Ctrl-W y', runs()],
    ['? wipe', { choices: [{ label: 'Nothing matches.' }] }],
    ['Ctrl-C :wipe', { choices: { 0: { kind: 'none' } } }],
    ['Ctrl-U show', { choices: { 0: { id: 'own.show', blocked: undefined } } }],
  ],
});

for (const [writeProtection, blocked] of [
  [LOCKED, /Deletes are locked/],
  [DRY, /this is a dry run/],
] as const)
  scenes('custom command', start([wipe], { writeProtection }), {
    [`a dangerous one is disabled: ${blocked.source}`]: [
      'Ctrl-W',
      { ...CLOSED, notice: blocked },
      'y',
      runs(),
    ],
  });

function filledWords(...args: Parameters<typeof wordsFor>): readonly string[] | SafeText {
  const words = wordsFor(...args);
  return words.ok ? words.value : words.why;
}

test.each([
  [['x', '{name}'], '-rf', SPECIAL],
  [['vi', '{name}'], '+!touch X', SPECIAL],
  [['curl', '-d', '{name}'], '@/etc/passwd', SPECIAL],
  [['x', '--', '{name}'], '-rf', SPECIAL],
  [['x', '--name={name}'], '@file', SPECIAL],
  [['x', '-{name}'], 'v', ['x', '-v']],
  [['x', '{name}'], '', 'has no value here'],
  [['x', '{name}'], 'a+b@c-d', ['x', 'a+b@c-d']],
  [['x', '{name}'], 'borealis/flight-status', ['x', 'borealis/flight-status']],
  [['x', '/logs/{name}.log'], '../../secret', 'holds a /'],
  [['x', '--name={name}'], 'borealis/flight-status', 'holds a /'],
  [['x', '/logs/{name}'], '..', 'would lead to another path'],
  [['x', '/logs/.{name}'], '.', 'would lead to another path'],
  [['x', '/logs/{name}{name}'], '.', 'would lead to another path'],
  [['x', '../logs/{name}.log'], 'a.b', ['x', '../logs/a.b.log']],
  [['x', '../logs/{name}.log'], '..', 'would lead to another path'],
  [['x', 'https://d/{kind}?at={place}'], 'any', ['x', 'https://d/bot?at=bot/b0']],
])('custom command: %j is filled in or refused for the name %j', async (run, name, wanted) => {
  const { state } = await start([], { items: [{ id: 'b0', name }] })();

  const words = filledWords(state(), own('show', run), REF);

  if (typeof wanted === 'string') expect(words).toContain(wanted);
  else expect(words).toEqual(wanted);
});

test.each<[string, string, string]>([
  ['../../../../home/u/secret', '/var/log/bots/{id}', 'holds a /'],
  ['../../secret', '/var/log/bots/{botId}.log', 'holds a /'],
  ['+!touch X', '{botId}', SPECIAL],
  ...['a\u0000b', 'a\u001b[2J', 'a\nb', 'a\u202eb'].map((id): [string, string, string] => [
    id,
    '{id}',
    'not allowed',
  ]),
])('custom command: refuses the id %j in the word %j', async (botId, word, why) => {
  const { state } = await start([])();

  const words = filledWords(state(), own('s', ['x', word]), { kind: 'bot', ids: { botId } });

  expect(words).toContain(why);
});

const NAME = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: fc.constantFrom('.', '/', '-', '+', '@', 'a'), minLength: 1 }),
);

test('custom command: no name adds words, flags, paths or control characters, or changes the program', async () => {
  const run = ['x', '{name}', 'a{name}b', '--name={name}', '{id}', '/logs/.{name}.log'];
  await forAllAsync(100, NAME, async name => {
    const { state } = await start([], { items: [{ id: 'b0', name }] })();
    const words = filledWords(state(), own('show', run), REF);
    fc.pre(typeof words !== 'string');
    expect(words).toHaveLength(run.length);
    expect(words[0]).toBe('x');
    expect(words[1]).not.toMatch(/^[-+@]/);
    expect(words[3]).not.toMatch(/=[-+@]/);
    expect(words[2]).not.toMatch(/[/]|[.][.]/);
    expect(words[5]?.split('/')).toHaveLength(3);
    expect(words[5]).not.toContain('..');
    expect(words.join('')).not.toMatch(INVISIBLE);
    expect(shownWords(words)).not.toMatch(INVISIBLE);
  });
});

test.each([
  [
    own('a', ['x'], { on: ['bott'] }),
    'settings.yaml line 1: commands.a: on: no kind is named "bott"; did you mean bot?',
  ],
  [
    own('a', ['x', '{nmae}']),
    'settings.yaml line 1: commands.a: run: no value is named {nmae}; did you mean name?',
  ],
  [own('bots', ['x']), 'settings.yaml line 1: commands.bots: a command of this name already exists'],
  [own('unlock', ['x']), 'settings.yaml line 1: commands.unlock: a command of this name already exists'],
])('custom command: an invalid one is reported and left out (%#)', (command, words) => {
  const { own: good, problems } = checkCustom([command], commands);

  expect(good).toEqual([]);
  expect(problems).toEqual([words]);
});

test('custom command: its key replaces a standard one with a message, and a dangerous one needs Ctrl', () => {
  const { commands: all, keys } = checkCustom(
    [own('a', ['x'], { keys: ['r'] }), own('wipe', ['x'], { keys: ['D'], isDangerous: true })],
    commands,
  );

  const { keymap, problems } = bindKeys([...commands, ...all], keys);

  expect(keymap['own.a']).toEqual(['r']);
  expect(keymap['own.wipe']).toBeUndefined();
  expect(keymap['place.reload']).toEqual(['ctrl+r']);
  expect(problems).toEqual(
    expect.arrayContaining([
      'keys.own.wipe: D would delete by a single key: use Ctrl and a letter',
      'r is own.a now, not place.reload',
    ]),
  );
});

test('custom command: values come from the record, its workspace or the server', () => {
  expect(VALUE_NAMES).toEqual(
    expect.arrayContaining(['id', 'name', 'kind', 'place', 'apiUrl', 'workspaceId', 'botId', 'issueId']),
  );
});
