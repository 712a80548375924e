import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomCommand } from '../../../src/config/custom-commands.ts';
import { checkCustom, shownWords, VALUE_NAMES, wordsFor } from '../../../src/explorer/commands/custom.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { keyRows } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { meaningOf, suggestions } from '../../../src/explorer/dialogs/palette/suggestions.ts';
import { dialogPage } from '../../../src/explorer/dialogs/table.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { noWriteProtection } from '../../../src/explorer/state/slices.ts';
import { update } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { noTerminalHost } from '../../../src/terminal/host.ts';
import { type SafeText, safe } from '../../../src/text/sanitise.ts';
import { LIST, SERVER, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';
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
const SPECIAL = 'begins with -, + or @';

/** Opens a list of bots, of one without others, with these commands. */
async function started(
  ownCommands: readonly CustomCommand[],
  {
    bot = { id: 'b0', name: 'support' },
    others = [],
    server = SERVER,
  }: { bot?: JsonObject; others?: readonly JsonObject[]; server?: typeof SERVER } = {},
) {
  const ran: { readonly words: readonly string[]; readonly waits: boolean }[] = [];
  const terminalHost = {
    ...noTerminalHost,
    run: (words: readonly string[], waits: boolean) => {
      ran.push({ words, waits });
      return Promise.resolve(undefined);
    },
  };
  const found = await startOnBots([bot, ...others], { terminalHost, server });
  const { own: good, keys } = checkCustom(ownCommands, commands);
  const { keymap } = bindKeys([...commands, ...checkCustom(ownCommands, commands).commands], keys);
  update(writable(found.explorer.store), { user: { customCommands: good, keymap } });
  const key = (name: string, alone = true): Promise<void> => {
    press(found.explorer, { name, text: name.length === 1 ? name : '' }, { alone });
    return settle();
  };
  return { ...found, ran, key };
}

test('custom command: its key runs it on the record under the cursor, with each value in one word', async () => {
  const { ran, key } = await started(
    [own('show', ['x', '{id}', '--name={name}', 'https://d/{workspaceId}/{botId}'], { keys: ['D'] })],
    { bot: { id: 'b0', name: "a b'; $(touch x) *" } },
  );

  await key('D');

  expect(ran).toEqual([
    { words: ['x', 'b0', "--name=a b'; $(touch x) *", 'https://d/wkspace_1/b0'], waits: true },
  ]);
});

test('custom command: is listed in the palette and in help, and runs by its name after the colon', async () => {
  const { state } = await started([
    own('show', ['x', '{id}']),
    own('look', ['y'], { keys: ['D'], help: 'look at it' }),
  ]);

  expect(suggestions(state(), 'look')[0]).toMatchObject({ words: 'look', title: 'look at it', key: 'D' });
  const help = keyRows(state())
    .map(({ key, label }) => `${key} ${label}`)
    .join('\n');
  expect(help).toMatch(/:show +x '\{id\}'/);
  expect(help).toMatch(/D +look at it/);
});

test('custom command: is disabled for other kinds, and the notice names its kind', async () => {
  const { ran, key, state } = await started([own('show', ['x'], { keys: ['D'], on: ['integration'] })]);

  await key('D');

  expect(ran).toEqual([]);
  expect(state().notice?.text).toBe('It is for integration.');
});

test('custom command: a dangerous one asks first; Enter takes no, and only a y that arrives alone runs it', async () => {
  const { ran, key, state } = await started([
    own('wipe', ['x', '{id}'], { keys: ['ctrl+w'], isDangerous: true, waits: false }),
  ]);

  await key('ctrl+w', false);
  expect(state().dialog).toBeUndefined();
  await key('ctrl+w');
  expect(state().dialog).toMatchObject({ kind: 'question', action: { ref: REF, words: ['x', 'b0'] } });
  await key('enter');
  expect(state().dialog).toBeUndefined();
  await key('ctrl+w');
  for (const other of ['j', 'k', 'x', 'Y']) await key(other);
  await key('y', false);
  await key('j');
  await key('enter', false);
  expect(ran).toEqual([]);
  await key('y');

  expect(ran).toEqual([{ words: ['x', 'b0'], waits: false }]);
});

/** Opens the question of a dangerous command on the second of three bots. */
async function askedOnSecond() {
  const found = await started(
    [own('wipe', ['x', '{id}', '{name}'], { keys: ['ctrl+w'], isDangerous: true })],
    {
      bot: { id: 'b0', name: 'bot 0' },
      others: bots(2, 1),
    },
  );
  await found.key('j');
  await found.key('ctrl+w');
  const shown = (): string => {
    const { dialog } = found.state();
    if (dialog?.kind !== 'question') throw new Error('the question is not open');
    const { lines } = dialogPage(found.state(), dialog, { rows: 7, columns: 80 });
    return lines.map(joinLine).join('\n');
  };
  return { ...found, shown };
}

test.each([
  ['its row has vanished', bots(1, 2)],
  ['its record has changed', [{ id: 'b1', name: 'renamed' }]],
])('custom command: a confirmed one runs with the words of the question after %s', async (_when, others) => {
  const { explorer, service, ran, key, shown, underCursor } = await askedOnSecond();
  expect(underCursor()).toBe('b1');

  explorer.reload(LIST);
  await service.open('bot.list').answer(page([...bots(1), ...others]));
  expect(shown()).toContain("x b1 'bot 1'");
  await key('y');

  expect(ran).toEqual([{ words: ['x', 'b1', 'bot 1'], waits: true }]);
});

const OFFLINE = {
  failure: { kind: 'unreachable', reached: false },
  tries: 1,
  left: undefined,
  isStopped: false,
} as const;

test.each([
  [
    'deletes are locked',
    { writeProtection: { ...noWriteProtection, isProtected: true } },
    'Deletes are locked',
  ],
  ['this is a dry run', { writeProtection: { ...noWriteProtection, isDry: true } }, 'this is a dry run'],
  ['the server is unreachable', { offline: OFFLINE }, 'Offline'],
])('custom command: a confirmed one is refused if %s by then', async (_when, session, notice) => {
  const { explorer, ran, key, state } = await askedOnSecond();

  update(writable(explorer.store), { session });
  await key('y');

  expect(ran).toEqual([]);
  expect(state().dialog).toBeUndefined();
  expect(state().notice?.text).toContain(notice);
});

test('custom command: a dangerous one with a refused value says why and asks nothing', async () => {
  const { ran, key, state } = await started(
    [own('wipe', ['x', '{name}'], { keys: ['ctrl+w'], isDangerous: true })],
    { bot: { id: 'b0', name: '-rf' } },
  );

  await key('ctrl+w');

  expect(state().dialog).toBeUndefined();
  expect(state().notice?.text).toContain(SPECIAL);
  expect(ran).toEqual([]);
});

test('custom command: n, q and Esc cancel the question', async () => {
  const { ran, key, state } = await started([own('wipe', ['x'], { keys: ['ctrl+w'], isDangerous: true })]);

  for (const no of ['n', 'q', 'escape']) {
    await key('ctrl+w');
    await key(no);
    expect(state().dialog).toBeUndefined();
  }

  expect(ran).toEqual([]);
});

test('custom command: a dangerous one is absent when read-only, and disabled when locked or in a dry run', async () => {
  const wipe = own('wipe', ['x'], { keys: ['ctrl+w'], isDangerous: true });
  const reading = await started([wipe, own('show', ['y'])], { server: { ...SERVER, readOnly: true } });
  const locked = await started([wipe]);
  update(writable(locked.explorer.store), {
    session: { writeProtection: { ...noWriteProtection, isProtected: true } },
  });
  const dry = await started([wipe]);
  update(writable(dry.explorer.store), {
    session: { writeProtection: { ...noWriteProtection, isDry: true } },
  });

  for (const { key } of [reading, locked, dry]) {
    await key('ctrl+w');
    await key('y');
  }

  for (const { ran } of [reading, locked, dry]) expect(ran).toEqual([]);
  expect(
    keyRows(reading.state())
      .map(({ key }) => key)
      .join('\n'),
  ).not.toContain('Ctrl-W');
  expect(meaningOf(reading.state(), 'show')).toMatchObject({ id: 'own.show', blocked: undefined });
  expect(meaningOf(reading.state(), 'wipe')).toMatchObject({ kind: 'none' });
  expect(meaningOf(locked.state(), 'wipe')).toMatchObject({
    blocked: expect.stringContaining('Deletes are locked'),
  });
});

/** Returns the words of a command, or the reason why it is not run. */
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
  const { state } = await started([], { bot: { id: 'b0', name } });

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
  const { state } = await started([]);

  const words = filledWords(state(), own('s', ['x', word]), { kind: 'bot', ids: { botId } });

  expect(words).toContain(why);
});

const NAME = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: fc.constantFrom('.', '/', '-', '+', '@', 'a'), minLength: 1 }),
);

test('custom command: no name adds words, flags, paths or control characters, or changes the program', async () => {
  const run = ['x', '{name}', 'a{name}b', '--name={name}', '{id}', '/logs/.{name}.log'];
  await fc.assert(
    fc.asyncProperty(NAME, async name => {
      const { state } = await started([], { bot: { id: 'b0', name } });
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
    }),
    { numRuns: 100 },
  );
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
