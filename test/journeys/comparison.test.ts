// @module-tag program

import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/json/json.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { openTerminal } from '../helpers/terminal.ts';

type Restartable = Awaited<ReturnType<typeof openRestartable>>;

describe('from one run to the next', () => {
  let again: Restartable;
  beforeEach(async () => {
    again = await openRestartable();
  });
  afterEach(() => again.close());

  const edit = (members: Readonly<Record<string, Json | undefined>>): void => {
    const { sandbox } = again;
    sandbox.put('bot', { ...members, id: sandbox.ids.botId });
  };

  test('snapshot: a bot seen before shows its changes since, and = lists all of them', async () => {
    const { sandbox, start } = again;
    const place = `bot/${sandbox.ids.botId}`;
    const first = await start(place);
    await first.waitFor('Diagnosis');
    expect(first.text()).not.toContain('looked');
    await first.press('q', 'q', 'q', 'q');
    await first.exit;
    edit({ alwaysAlive: undefined, name: 'support-two', status: 'deleting', tags: { a: 'b' } });

    const second = await start(place);
    await second.waitFor('support-two');
    await second.waitFor(/Since you last looked, .* changed · 1 added · .* removed/);
    await second.press('G');
    await second.waitFor(/~ name +support-prod → support-two/);
    expect(second.text()).toMatch(/- alwaysAlive +yes/);
    await second.press('r');
    await second.waitFor(/~ status +active → deleting/);
    await second.press('=');

    await second.waitFor('› changes');
    await second.waitFor(/\+ a +b/);
    await second.press('Escape');
    await second.waitFor('[1 Overview]');
  });

  test('snapshot: its file is for the owner only and has no secret', async () => {
    const { sandbox, start, files } = again;
    edit({ signingSecret: 'hunter2', other: { apiKey: 'hunter2' } });
    const terminal = await start(`bot/${sandbox.ids.botId}`);
    await terminal.waitFor('Diagnosis');
    await terminal.press('q', 'q', 'q', 'q');
    await terminal.exit;

    const texts = files('copies').map(path => readFileSync(path, 'utf8'));

    expect(texts.some(text => text.includes('support-prod'))).toBe(true);
    expect(texts.join()).not.toMatch(/hunter2|hooks\.borealis|apiKey":"key_/);
    for (const path of files('copies')) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    }
  });
});

describe('two bots', () => {
  let opened: ExplorerRun;
  afterEach(() => opened.close());

  const compare = async (): Promise<void> => {
    const { terminal } = opened;
    await terminal.waitFor('support-prod');
    await terminal.press(' ', ' ', '=');
  };

  test('comparison: two marked bots are compared with names, counts, search and values', async () => {
    opened = await openExplorer();
    const { terminal, sandbox } = opened;
    await compare();

    await terminal.waitFor(
      /Compare support-prod and support-staging ─+ \d+ changed · \d+ added · \d+ removed/,
    );
    expect(sandbox.requests.filter(({ path }) => /\/bots\/[^?]/.test(path))).toHaveLength(2);
    expect(terminal.text()).toMatch(/- support-prod .*\n.*\+ support-staging /);
    expect(terminal.text()).toContain('4 fields that always differ: id, createdAt, updatedAt, deployedAt');
    await terminal.press('/', ...'alwaysAlive', 'Enter');
    await terminal.waitFor(/▸ ~ alwaysAlive +yes → no/);
    await terminal.press('y');
    await terminal.waitFor('name: support-staging');
    await terminal.press('Escape', 'Escape');

    await terminal.waitFor('2 marked');
  });

  test('comparison: a removed integration is one folded line, which Enter unfolds and folds', async () => {
    opened = await openExplorer({ rows: 40 });
    const { terminal } = opened;
    await compare();
    await terminal.waitFor(/─ integrations ─/);
    await terminal.press('/', ...'slack@3.1.0', 'Enter');
    await terminal.waitFor(/▸ - slack@3\.1\.0 \(\d+ fields\)/);
    await terminal.waitFor('Enter unfold');
    expect(terminal.text()).not.toContain('"version"');
    expect(terminal.text()).toMatch(/- borealis\/flight-status@2\.1\.0 \(\d+ fields\)/);

    await terminal.press('Enter');
    await terminal.waitFor(/▸ - slack@3\.1\.0 .*\n +- \{\n[\s\S]*"version": "3\.1\.0"/);
    await terminal.press('Enter');
    await terminal.waitFor(screen => !screen.includes('"version"'));
    expect(terminal.text()).toMatch(/▸ - slack@3\.1\.0/);
  });

  test('comparison: a bot that cannot be loaded is reported, and r retries', async () => {
    opened = await openExplorer();
    const { terminal, sandbox } = opened;
    await terminal.waitFor('support-prod');
    const heal = sandbox.fault({ path: /\/bots\/./, status: 403 });
    await compare();
    await terminal.waitFor('403 Your token');

    heal();
    await terminal.press('r');

    await terminal.waitFor('fields that always differ');
  });

  test('comparison: fits a small screen', async () => {
    opened = await openExplorer({ columns: 40, rows: 12 });
    await compare();

    await opened.terminal.waitFor(/─ Compare support.* ~\d+ \+\d+ -\d+ ─/);
    expect(opened.terminal.text()).toMatch(/ {5}- support-prod\n {5}\+ support-staging/);
  });
});

test('demo: shows changes since the last look and writes no files', async () => {
  const terminal = await openTerminal({ flags: ['--demo'] });
  try {
    await terminal.waitFor('support-prod');
    await terminal.press('Enter');
    await terminal.waitFor('Diagnosis');

    await terminal.press('T', 'G');
    await terminal.waitFor('Since you last looked, 1d ago');
    expect(terminal.text()).toMatch(/~ integrations\.slack\.status +registered → registration_failed/);
    expect(() => statSync(`${terminal.home}/.local`)).toThrow('ENOENT');
  } finally {
    await terminal.close();
  }
});
