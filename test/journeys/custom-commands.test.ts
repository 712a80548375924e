// @module-tag program

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { atRest, journeys, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

let home: ReturnType<typeof makeHome>;
const { open: openRun } = journeys();

/** A program that writes its arguments and its environment into files. */
const NOTING = '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\nenv > "$HOME/env"\necho it ran\n';

/** Delay of a distant terminal, whose replies arrive after the next frame, and the query it receives. */
const FAR_MS = 150;
const QUESTION = '\x1b[5n';

/** `program`: the source of the program that replaces PROGRAM in the settings. */
type Options = Pick<TerminalOptions, 'flags' | 'answersAfterMs'> & { readonly program?: string };

async function open(settings: string, { program: text = NOTING, flags = [], ...options }: Options = {}) {
  home = makeHome({ [SETTINGS]: settings, program: text });
  const program = join(home.folder, 'program');
  chmodSync(program, 0o755);
  writeFileSync(join(home.folder, SETTINGS), settings.replaceAll('PROGRAM', program));
  return openRun({ env: home.env, shell: true, flags, ...options });
}

/** Sends a key that starts a command, without a wait for the screen, which the command then has. */
const START = '`D`';
const RETURNS = 'Enter returns to botscope';

test('custom commands: one gets the terminal, and its output stays until Enter', async () => {
  const run = await open(
    'commands:\n  show: { key: D, on: [bot], run: [PROGRAM, "{id}", "{name}", "a b"] }\n',
  );
  const { terminal, sandbox } = run;
  // Ages in seconds change.
  const list = () => terminal.styled().split('\n').slice(2, 9).join('\n').replace(/\d+s/g, 's');
  const before = list();

  await take(
    run,
    [START, RETURNS, 'it ran'],
    () => expect(terminal.altScreen()).toBe(false),
    ['`q\r`', 'show finished', () => terminal.altScreen()],
    // The Enter did not reach the explorer.
    ['', 'Bots'],
  );

  expect(list()).toBe(before);
  expect(home.read('words')).toBe(`${sandbox.ids.botId}\nsupport-prod\na b\n`);
  expect(home.read('env')).not.toContain(sandbox.token);
});

test('custom commands: while one has the terminal, no query is sent whose reply would count as Enter', async () => {
  const settings = 'commands:\n  show: { key: D, run: [PROGRAM] }\n';
  const run = await open(settings, { answersAfterMs: FAR_MS });
  const { terminal } = run;
  const untilFar = () => terminal.settle(2 * FAR_MS * pace);
  // After the first reply, every frame has a query.
  while (terminal.bytes().split(QUESTION).length < 4) await terminal.press('j', 'k');
  await take(
    run,
    ['c', 'id copied'],
    untilFar,
    // The key itself removes the notice from the screen.
    [START, RETURNS],
    untilFar,
    ['', /Enter returns to botscope *\n*$/],
    ['`\r`', 'show finished'],
  );
  const from = terminal.bytes().length;
  await terminal.press('j', 'k');

  expect(terminal.bytes().slice(from)).toContain(QUESTION);
});

/** Reads no input, in a terminal without line buffering; ends once a file exists. */
const DEAF =
  '#!/bin/sh\nstty -icanon -echo\necho it hears nothing\nuntil [ -e "$HOME/end" ]; do sleep 0.05; done\nstty icanon echo\n';

test('custom commands: keys that the command left unread do not count as Enter', async () => {
  const run = await open('commands:\n  deaf: { key: D, run: [PROGRAM] }\n', { program: DEAF });
  const { terminal } = run;
  await take(
    run,
    [START, 'it hears nothing'],
    ['`x`'],
    () => writeFileSync(join(home.folder, 'end'), ''),
    ['', RETURNS],
    () => terminal.settle(),
    () => expect(terminal.altScreen()).toBe(false),
    ['`\r`', 'deaf finished', () => terminal.altScreen()],
  );
});

test('custom commands: a relative path starts at the settings folder', async () => {
  const run = await open('commands:\n  show: { key: D, run: [../../program, "{id}"] }\n');

  await take(run, ['D', RETURNS]);

  expect(home.read('words')).toBe(`${run.sandbox.ids.botId}\n`);
  await take(run, ['`\r`', 'show finished']);
});

const WIPE = 'Run your command wipe?';
const asked = (screen: string): string => screen.split(WIPE)[1] ?? '';

test('custom commands: a question about a long command line says how many rows of it are not shown', async () => {
  const run = await open(
    `commands:\n  wipe: { key: ctrl+w, run: [PROGRAM, "${'x'.repeat(900)}"], dangerous: true, wait: false }\n`,
  );

  await take(
    run,
    ['Ctrl-W', /… \d+ more rows\n ▸ not now/],
    ({ terminal }) => expect(asked(terminal.text()).match(/x{20,}/g)?.length).toBeGreaterThanOrEqual(5),
    ['Esc'],
  );
});

test('custom commands: a failed or missing program is reported, and ctrl+c ends it but not the explorer', async () => {
  const run = await open(
    'commands:\n  fails: { run: ["false"], wait: false }\n  nowhere: { run: [/no/such/program] }\n  missing: { run: [no-such-program] }\n  sleeps: { run: [node, -e, "console.log(`it sleeps`); setInterval(String, 1e6)"], wait: false }\n',
  );

  await take(
    run,
    [':fails Enter', 'false failed with exit code 1'],
    [':nowhere Enter', '/no/such/program could not be started'],
    [':missing Enter', 'no-such-program is not in PATH'],
    ['`:sleeps\r`', /^it sleeps/m],
    ['`\x03`', 'node failed with exit code 128'],
  );

  expect(run.terminal.altScreen()).toBe(true);
});

/** A program in place of an editor: writes its arguments into a file, and the text NEXT into the settings. */
const EDITOR =
  '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\ncat "$2" >> "$HOME/words"\ncat "$HOME/next" > "$2"\n';

test('settings: :settings opens the file in $EDITOR, creates its folder, and what can acts at once', async () => {
  home = makeHome({ program: EDITOR, next: 'keys: { place.reload: Y }\n' });
  const program = join(home.folder, 'program');
  chmodSync(program, 0o755);
  const run = await openRun({ env: { ...home.env, EDITOR: `${program} -w` }, shell: true });
  const edit = (next: string, ...shown: readonly (string | RegExp)[]) => [
    () => writeFileSync(join(home.folder, 'next'), next),
    [':settings'] as const,
    ['Enter', 'support-prod', ...shown] as const,
    atRest,
  ];
  const [, ...first] = edit('', 'Settings reloaded');

  await take(run, ...first, ['?', /Y +reload/], ['Esc']);
  expect(home.read('words')).toMatch(/^-w\n\S+settings.yaml\n# "botscope help settings" lists/);

  await take(
    run,
    ...edit(
      'skin: high-contrast\ntimeout: 30\nascii: true\nviews: { devs: "bots?filter=dev:true" }\n',
      'Settings reloaded · at the next start: timeout, ascii',
    ),
    ({ terminal }) => expect(terminal.bytes()).toContain('48;5;16'),
    [':devs', 'view devs'],
    ['Esc :skin', /colours/],
    ['Space terminal Enter', 'For this session. :skin keep writes it to the settings file.'],
    ['`:skin keep\r`', 'The settings file has "skin: terminal" now.'],
    () => expect(home.read(SETTINGS)).toMatch(/^skin: terminal\ntimeout: 30\n/),
    ...edit('skin: {\n', /settings.yaml line 2: [\s\S]* Settings stay as they were\./),
    [':devs', 'view devs'],
    ['Esc'],
    ...edit('skin: ligth\n', /settings.yaml line 1: [\s\S]*ligth/),
  );
});
