// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

const decoded = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString('utf8');

/** Returns all texts sent to the clipboard, in order. */
const copies = () =>
  [...opened.terminal.bytes().matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)].map(([, base64]) =>
    decoded(base64),
  );

async function open(options: Parameters<typeof openExplorer>[0] = {}) {
  opened = await openExplorer(options);
  await opened.terminal.waitFor('support-prod');
  return opened;
}

test('copy: c copies the id under the cursor, shows it and reports how', async () => {
  const { terminal, sandbox } = await open();

  await terminal.press('c');

  await terminal.waitFor(`${sandbox.ids.botId}   Bot id copied (OSC 52)`);
  expect(copies()).toEqual([sandbox.ids.botId]);
});

test('copy: without its key nothing reaches the clipboard', async () => {
  const { terminal } = await open();

  await terminal.press('j', 'Enter', 'Escape', 'C', 'Escape', 'y', 'Escape');

  expect(terminal.bytes()).not.toContain('\x1b]52');
});

test('copy: C offers name, place, API path and JSON, which has no secrets', async () => {
  const { terminal, sandbox } = await open();
  const id = sandbox.ids.botId;
  await terminal.press('Enter');
  await terminal.waitFor('signing secret');

  for (const [row, part] of [
    [1, 'name'],
    [2, 'place'],
    [4, 'API path'],
    [5, 'JSON'],
  ] as const) {
    await terminal.press('g', 'j', 'C');
    await terminal.waitFor('copy the API path');
    for (let down = 0; down < row; down++) await terminal.press('Down');
    await terminal.press('Enter');
    await terminal.waitFor(new RegExp(`${part}.*copied`));
  }

  const [name, place, path, json = ''] = copies();
  expect([name, place, path]).toEqual(['support-prod', `bot/${id}`, `/v1/admin/bots/${id}`]);
  expect(JSON.parse(json)).toMatchObject({ id, name: 'support-prod' });
  expect(json).toMatch(/"webhookUrl": "•+"/);
});

test('copy: C copies a bot and its issue as Markdown, findings first, without secrets', async () => {
  const { terminal, sandbox } = await open();
  await terminal.press('Enter');
  await terminal.waitFor('signing secret');
  await terminal.press(':');
  await terminal.paste('copy.markdown');
  await terminal.press('Enter');
  await terminal.waitFor(/Markdown, secrets masked .*copied/);
  await terminal.paste(sandbox.ids.issueId);
  await terminal.press('Enter');
  await terminal.waitFor('Description');
  await terminal.press('C');
  await terminal.waitFor('copy as Markdown');
  await terminal.press(...'markdown', 'Enter');
  await terminal.waitFor(/Markdown, secrets masked .*copied/);

  const [bot, issue] = copies();
  expect(bot).toMatch(/^# Bot: support-prod\n\n## Diagnosis\n\n- \*\*problem\*\*: integration slack/);
  expect(bot).not.toMatch(/xoxb|https:\/\/webhook/);
  expect(issue).toMatch(/^# Issue: /);
  expect(issue).toMatch(/\n\| key \| value \|\n/);
});

test('copy: in raw text c copies the value of the line, but no secret', async () => {
  const { terminal } = await open();
  await terminal.press('y');
  await terminal.waitFor(' name: support-prod');
  const at = () => terminal.rows().findIndex(row => row.startsWith(' ▸'));

  while (!terminal.row(at()).includes(' name: support-prod')) await terminal.press('j');
  await terminal.press('c');
  await terminal.waitFor('support-prod   value copied');
  await terminal.press('g');
  while (!terminal.row(at()).includes('webhookUrl')) await terminal.press('j');
  await terminal.press('c');
  await terminal.waitFor('Secrets are not copied.');

  expect(copies()).toEqual(['support-prod']);
});

test.each([
  ['tmux', { TMUX: '/run/tmux-1/default,1,0' }, '\x1bPtmux;\x1b\x1b]52;c;'],
  ['screen', { STY: '1.pts-0.host', TERM: 'screen-256color' }, '\x1bP\x1b]52;c;'],
])('copy: inside %s the sequence is wrapped, as reported', async (way, env, start) => {
  const { terminal } = await open({ env });

  await terminal.press('c');

  await terminal.waitFor(`copied (OSC 52 through ${way})`);
  expect(terminal.bytes()).toContain(start);
});

test('copy: without a clipboard nothing is sent, and the value is shown', async () => {
  const { terminal, sandbox } = await open({ env: { TERM: 'linux' } });

  await terminal.press('c');

  await terminal.waitFor(sandbox.ids.botId);
  expect(terminal.bytes()).not.toContain('\x1b]52');
});
