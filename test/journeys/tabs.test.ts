// @module-tag smoke

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExplorerRun, sharedExplorer } from '../helpers/explorer.ts';

const open = sharedExplorer();
let opened: ExplorerRun;
beforeEach(async () => {
  opened = await open();
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.press('Enter');
  await opened.terminal.waitFor('Diagnosis');
});
afterEach(() => opened.close());

test('tabs: the first one has the cause, one key from the list', async () => {
  const { terminal } = opened;

  expect(terminal.text()).toMatch(/▸ ✗ integration slack is registration_failed\n +invalid_auth/);
});

test('tabs: Tab, Shift-Tab and digits switch between them, and their titles have counts', async () => {
  const { terminal } = opened;
  expect(terminal.row(1)).toContain('[1 Overview]  2 Integrations 6 · ✗ 1');

  await terminal.press('Tab');
  await terminal.waitFor('[2 Integrations 6 · ✗ 1]');
  await terminal.press('shift+Tab', 'shift+Tab');
  await terminal.waitFor('[6 Raw]');
  await terminal.press('3');

  await terminal.waitFor('[3 Issues]');
});

test('tabs: switching sends no request', async () => {
  const { terminal, sandbox } = opened;
  const asked = sandbox.requests.length;

  await terminal.press('2', '3', '4', '1');

  expect(sandbox.requests).toHaveLength(asked);
});

test('integration usage: u shows the bots that use it and the number of checked bots', async () => {
  const { terminal } = opened;

  await terminal.press('u');

  await terminal.waitFor(/Used by ─+ 1 found · 1 of 20\+ bots checked/);
  expect(terminal.text()).toMatch(/▸ ✗ support-prod +registration_failed/);
  await terminal.press('G');
  await terminal.waitFor(screen => !screen.includes('▸ ✗ support-prod'));
  await terminal.press('u');
  await terminal.waitFor(/▸ ✗ support-prod +registration_failed/);
});

test('tabs: a digit opens its tab, also if the cursor is on a line that leads elsewhere', async () => {
  const { terminal } = opened;
  await terminal.press('3');
  await terminal.waitFor('delete by id');

  await terminal.press('1');

  await terminal.waitFor('[1 Overview]');
  expect(terminal.text()).not.toContain('Delete one conversation');
});
