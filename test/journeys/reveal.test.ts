// @module-tag smoke

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Opens the raw view of the first bot with the cursor on its first webhook. */
async function onWebhook(flags: readonly string[] = []): Promise<ExplorerRun> {
  opened = await openExplorer({ flags });
  const { terminal, type } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('[1 Overview]');
  await terminal.press('y');
  await terminal.waitFor('secrets masked');
  await terminal.press('/');
  await type('webhookUrl');
  await terminal.press('Enter');
  await terminal.waitFor(/▸ +webhookUrl: "•+"/);
  return opened;
}

test('reveal: x shows the secret of a line and masks it again', async () => {
  const { terminal } = await onWebhook();

  await terminal.press('x');
  await terminal.waitFor(/Masked again in \d+ s/);
  await terminal.waitFor('https://hooks.');
  await terminal.press('x');
  await terminal.waitFor(screen => !screen.includes('https://hooks.'));
});

test('reveal: --no-reveal keeps it masked', async () => {
  const { terminal } = await onWebhook(['--no-reveal']);

  await terminal.press('x');
  await terminal.waitFor('Secrets stay masked (--no-reveal');

  expect(terminal.bytes()).not.toContain('https://hooks.');
});
