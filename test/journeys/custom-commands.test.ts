// @module-tag program

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { pace } from '../helpers/pace.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

let opened: ExplorerRun | undefined;
let home: ReturnType<typeof makeHome> | undefined;
afterEach(async () => {
  await opened?.close();
  home?.remove();
});

/** A program that writes its arguments and its environment into files. */
const NOTING = '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\nenv > "$HOME/env"\necho it ran\n';

/** Delay of a distant terminal, whose replies arrive after the next frame, and the query it receives. */
const FAR_MS = 150;
const QUESTION = '\x1b[5n';

/** `program`: the source of the program that replaces PROGRAM in the settings. */
type Options = Pick<TerminalOptions, 'flags' | 'answersAfterMs'> & { readonly program?: string };

async function open(
  settings: string,
  { program: text = NOTING, flags = [], ...options }: Options = {},
): Promise<ExplorerRun> {
  home = makeHome({ [SETTINGS]: settings, program: text });
  const program = join(home.folder, 'program');
  chmodSync(program, 0o755);
  writeFileSync(join(home.folder, SETTINGS), settings.replaceAll('PROGRAM', program));
  opened = await openExplorer({ env: home.env, shell: true, flags, ...options });
  await opened.terminal.waitFor('support-prod');
  return opened;
}

test('custom commands: one gets the terminal, and its output stays until Enter', async () => {
  const { terminal, sandbox } = await open(
    'commands:\n  show: { key: D, on: [bot], run: [PROGRAM, "{id}", "{name}", "a b"] }\n',
  );
  // Ages in seconds change.
  const list = () => terminal.styled().split('\n').slice(2, 9).join('\n').replace(/\d+s/g, 's');
  const before = list();

  terminal.send('D');
  await terminal.waitFor('Enter returns to botscope');
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.text()).toContain('it ran');
  terminal.send('q\r');
  await terminal.waitFor(screen => terminal.altScreen() && screen.includes('show finished'));

  expect(list()).toBe(before);
  expect(home?.read('words')).toBe(`${sandbox.ids.botId}\nsupport-prod\na b\n`);
  expect(home?.read('env')).not.toContain(sandbox.token);
  // The Enter did not reach the explorer.
  expect(terminal.text()).toContain('Bots');
});

test('custom commands: while one has the terminal, no query is sent whose reply would count as Enter', async () => {
  const { terminal } = await open('commands:\n  show: { key: D, run: [PROGRAM] }\n', {
    answersAfterMs: FAR_MS,
  });
  // After the first reply, every frame has a query.
  while (terminal.bytes().split(QUESTION).length < 4) await terminal.press('j', 'k');
  await terminal.press('c');
  await terminal.waitFor('id copied');
  await terminal.settle(2 * FAR_MS * pace);

  // The key itself removes the notice from the screen.
  terminal.send('D');
  await terminal.waitFor('Enter returns to botscope');
  await terminal.settle(2 * FAR_MS * pace);
  expect(terminal.text()).toMatch(/Enter returns to botscope *\n*$/);
  terminal.send('\r');
  await terminal.waitFor('show finished');
  const from = terminal.bytes().length;
  await terminal.press('j', 'k');

  expect(terminal.bytes().slice(from)).toContain(QUESTION);
});

/** Reads no input, in a terminal without line buffering; ends once a file exists. */
const DEAF =
  '#!/bin/sh\nstty -icanon -echo\necho it hears nothing\nuntil [ -e "$HOME/end" ]; do sleep 0.05; done\nstty icanon echo\n';

test('custom commands: keys that the command left unread do not count as Enter', async () => {
  const { terminal } = await open('commands:\n  deaf: { key: D, run: [PROGRAM] }\n', { program: DEAF });
  terminal.send('D');
  await terminal.waitFor('it hears nothing');
  terminal.send('x');
  writeFileSync(join(home?.folder ?? '', 'end'), '');
  await terminal.waitFor('Enter returns to botscope');
  await terminal.settle();
  expect(terminal.altScreen()).toBe(false);

  terminal.send('\r');
  await terminal.waitFor('deaf finished');

  expect(terminal.altScreen()).toBe(true);
});

test('custom commands: a relative path starts at the settings folder', async () => {
  const { terminal, sandbox } = await open('commands:\n  show: { key: D, run: [../../program, "{id}"] }\n');

  await terminal.press('D');
  await terminal.waitFor('Enter returns to botscope');

  expect(home?.read('words')).toBe(`${sandbox.ids.botId}\n`);
  terminal.send('\r');
  await terminal.waitFor('show finished');
});

test('custom commands: a dangerous one shows its command line and runs after y', async () => {
  const { terminal, sandbox } = await open(
    'commands:\n  wipe: { key: ctrl+w, run: [PROGRAM, "{id}"], dangerous: true, wait: false }\n',
  );

  await terminal.press('ctrl+w');
  await terminal.waitFor('Run your command wipe?');
  const [, asked = ''] = terminal.text().split('Run your command wipe?');
  expect(asked).toContain(sandbox.ids.botId);
  await terminal.press('y');
  await terminal.waitFor('wipe finished');

  expect(home?.read('words')).toBe(`${sandbox.ids.botId}\n`);
});

test('custom commands: a question about a long command line says how many rows of it are not shown', async () => {
  const long = 'x'.repeat(900);
  const { terminal } = await open(
    `commands:\n  wipe: { key: ctrl+w, run: [PROGRAM, "${long}"], dangerous: true, wait: false }\n`,
  );

  await terminal.press('ctrl+w');
  await terminal.waitFor('Run your command wipe?');
  const [, asked = ''] = terminal.text().split('Run your command wipe?');
  const shown = asked.match(/x{20,}/g) ?? [];
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(asked).toMatch(/… \d+ more rows\n ▸ not now/);
  await terminal.press('Escape');
});

test('custom commands: a dangerous one is not available with --read-only', async () => {
  const { terminal } = await open('commands:\n  wipe: { key: ctrl+w, run: [PROGRAM], dangerous: true }\n', {
    flags: ['--read-only'],
  });

  await terminal.press('ctrl+w', ...':wipe', 'Enter');
  await terminal.waitFor('Unknown command or place: wipe');

  expect(home?.files().map(([path]) => path)).not.toContain(join(home?.folder ?? '', 'words'));
});

test('custom commands: a failed or missing program is reported, and ctrl+c ends it but not the explorer', async () => {
  const { terminal } = await open(
    'commands:\n  fails: { run: ["false"], wait: false }\n  nowhere: { run: [/no/such/program] }\n  missing: { run: [no-such-program] }\n  sleeps: { run: [node, -e, "console.log(`it sleeps`); setInterval(String, 1e6)"], wait: false }\n',
  );

  await terminal.press(...':fails', 'Enter');
  await terminal.waitFor('false failed with exit code 1');
  await terminal.press(...':nowhere', 'Enter');
  await terminal.waitFor('/no/such/program could not be started');
  await terminal.press(...':missing', 'Enter');
  await terminal.waitFor('no-such-program is not in PATH');
  terminal.send(':sleeps\r');
  await terminal.waitFor(/^it sleeps/m);
  terminal.send('\x03');
  await terminal.waitFor('node failed with exit code 128');

  expect(terminal.altScreen()).toBe(true);
});

test('custom commands: an invalid one is reported at start', async () => {
  const { terminal } = await open('commands:\n  show: { run: [less, "{idd}"] }\n');

  expect(terminal.text()).toContain('settings.yaml line 2: commands.show: run: no value is named {idd}');
});

test('settings: :settings opens the file in $EDITOR, creates its folder, and returns to the list', async () => {
  home = makeHome({ program: '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\necho "# own" > "$2"\n' });
  const program = join(home.folder, 'program');
  chmodSync(program, 0o755);
  opened = await openExplorer({ env: { ...home.env, EDITOR: `${program} -w` }, shell: true });
  const { terminal } = opened;
  await terminal.waitFor('support-prod');

  await terminal.press(...':settings');
  await terminal.press('Enter');
  await terminal.waitFor('Changed settings take effect at the next start');

  expect(home.read('words')).toBe(`-w\n${join(home.folder, SETTINGS)}\n`);
  expect(home.read(SETTINGS)).toBe('# own\n');
  expect(terminal.text()).toContain('support-prod');
});
