// @module-tag smoke

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ExplorerRun, openExplorer, sharedExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

const openShared = sharedExplorer();
let opened: ExplorerRun;
afterEach(() => opened.close());

/** Opens the raw view of the first bot in the shared explorer, or in a separate one with options. */
async function openRaw(options?: Parameters<typeof openExplorer>[0]) {
  opened = await (options === undefined ? openShared() : openExplorer(options));
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('y');
  await terminal.waitFor(' name: support-prod');
  return terminal;
}

/** Returns the last copied text. */
function copied(): string {
  const [sent = ''] =
    /(?<=\x1b\]52;c;)[^\x07\x1b]*$/.exec(
      opened.terminal
        .bytes()
        .split(/\x07|\x1b\\/)
        .at(-2) ?? '',
    ) ?? [];
  return Buffer.from(sent, 'base64').toString();
}

test('raw view: a record is shown as YAML and as JSON, as sent, with secrets masked', async () => {
  const terminal = await openRaw();

  expect(terminal.row(2)).toMatch(/^ ▸ id: /);
  expect(terminal.text()).toContain('secrets masked');
  await terminal.press('y');
  await terminal.waitFor('"name": "support-prod"');
  expect(terminal.row(2)).toMatch(/^ {3}\{$/);
  expect(terminal.row(3)).toMatch(/^ ▸ {3}"id": /);

  await terminal.press('G');
  await terminal.waitFor(/^ ▸ \}$/m);
});

test('raw view: Esc returns to the list where it was opened', async () => {
  const terminal = await openRaw();
  expect(terminal.row(0)).toContain('› support-prod raw');

  await terminal.press('Escape');

  await terminal.waitFor('support-staging');
  expect(terminal.row(0)).toMatch(/› Bots /);
});

test('raw view: the format is the same for the next record', async () => {
  const terminal = await openRaw();

  await terminal.press('y', 'Escape', 'j', 'y');

  await terminal.waitFor('"name": "support-staging"');
});

test('raw view: Enter folds and unfolds, < folds all, > unfolds all, and / searches folded text', async () => {
  const terminal = await openRaw();
  // The first line opens nothing and is in nothing that could be folded.
  expect(terminal.text()).not.toContain('Enter fold');
  await terminal.press('Enter');
  await terminal.waitFor('Nothing to fold here.');

  await terminal.press('<');
  await terminal.waitFor('integrations: { 6 keys }');
  await terminal.press('/', ...'registration_failed', 'Enter');
  await terminal.waitFor(/"registration_failed" 1\/\d+ +integrations\.intver_\w+…\w+\.status/);
  expect(terminal.text()).toMatch(/^ ▸ +status: registration_failed$/m);
  expect(terminal.text()).not.toContain('integrations: { 6 keys }');

  await terminal.press('Enter');
  await terminal.waitFor(/^ ▸ +intver_\w+: \{ \d+ keys \}$/m);
  await terminal.press('Enter');
  await terminal.waitFor('verificationStatus: approved');
  await terminal.press('>', 'G');
  await terminal.waitFor(/ (\d+)\/\1 /);
});

test('raw view: the status has the path of the line, c copies its value, and C its path', async () => {
  const terminal = await openRaw({ env: { SSH_TTY: '/dev/pts/9' } });
  await terminal.press('/', ...'failedAttempts', 'Enter');
  await terminal.waitFor(/recurringEvents\["nightly-sync"\]\.failedAttempts/);

  await terminal.press('c');
  expect(copied()).toMatch(/^\d+$/);

  await terminal.press('Enter');
  await terminal.waitFor(/nightly-sync: \{ \d+ keys \}/);
  await terminal.press('c');
  expect(JSON.parse(copied())).toHaveProperty('failedAttempts');

  await terminal.press('C');
  await terminal.waitFor('copy the path of this line');
  while (!/[▸❯] *copy the path of this line/.test(terminal.text())) await terminal.press('Down');
  await terminal.press('Enter');
  expect(copied()).toBe('recurringEvents["nightly-sync"]');
});

test('raw view: the pager gets the whole text, unfolded and in the present format', async () => {
  const folder = newFolder('reading');
  const pager = join(folder, 'pager.sh');
  writeFileSync(pager, `#!/bin/sh\nfor last; do :; done\ncp "$last" ${folder}/text\n`, { mode: 0o700 });
  const terminal = await openRaw({ env: { PAGER: pager } });
  await terminal.press('<');
  await terminal.waitFor('integrations: { 6 keys }');

  terminal.send('|');
  await terminal.waitFor(() => terminal.bytes().split('\x1b[?1049h').length > 2);

  const text = readFileSync(join(folder, 'text'), 'utf8');
  expect(text).not.toContain('{ 6 keys }');
  expect(parse(text)).toMatchObject({ name: 'support-prod', integrations: expect.any(Object) });
});

test('document tabs: those of bots and integrations have the same keys', async () => {
  opened = await openShared();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  const asked = sandbox.requests.length;

  await terminal.press('5');
  await terminal.waitFor('[5 Schema]');
  await terminal.waitFor(/^ +schema: \{ \d+ keys \}$/m);
  await terminal.press('>', 'y');
  await terminal.waitFor(/^ +"schema": \{$/m);
  await terminal.press('Tab');
  await terminal.waitFor('[6 Raw]');
  await terminal.waitFor('"name": "support-prod"');
  await terminal.press('1');
  await terminal.waitFor('Diagnosis');
  expect(sandbox.requests).toHaveLength(asked);

  await terminal.press('Enter');
  await terminal.waitFor('[2 Integrations 6 · ✗ 1]');
  await terminal.press('Enter');
  await terminal.waitFor(/\[1 Overview\] +2 Channels \d+ +3 Events \d+ +4 Actions \d+ +5 Config +6 Raw/);
  await terminal.press('2');
  await terminal.waitFor(/"channel": \{ \d+ keys \}/);
  await terminal.press('Escape');
  await terminal.waitFor('[2 Integrations 6 · ✗ 1]');
});

test('raw view: :wrap wraps long lines and cuts them again', async () => {
  const terminal = await openRaw({ columns: 40 });
  await terminal.press('/', ...'iconUrl', 'Enter');
  await terminal.waitFor('iconUrl');
  expect(terminal.text()).not.toContain('.svg');

  await terminal.press(...':wrap', 'Enter');
  await terminal.waitFor('.svg');
  await terminal.press(...':wrap', 'Enter');
  await terminal.waitFor(screen => !screen.includes('.svg'));
});
