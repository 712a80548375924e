// @module-tag program

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

const open = async (options: Parameters<typeof openExplorer>[0] = {}): Promise<ExplorerRun> => {
  opened = await openExplorer(options);
  return opened;
};
const development = () => opened.sandbox.requests.filter(({ path }) => path.includes('dev=true'));

test('development bots: D opens them, marked ones are deleted, and D returns to the list of bots', async () => {
  const { terminal, type, confirm, deletes } = await open({ flags: ['--no-grace'] });
  await terminal.waitFor('support-prod');
  expect(terminal.text()).not.toContain('crew-roster-helper');
  expect(development()).toEqual([]);

  await terminal.press('D');
  await terminal.waitFor('› Development bots');
  await terminal.waitFor('crew-roster-helper');
  expect(terminal.text()).not.toContain('support-prod');
  expect(development()[0]?.path).toBe('/v1/admin/bots?dev=true');
  await terminal.press('Space', 'Space', 'ctrl+d');
  await terminal.waitFor(/Type this to confirm.*\n +delete 2\n/);
  expect(terminal.text()).toMatch(/2 of 2 +dev/);
  await type('delete 2');
  await confirm();
  await terminal.waitFor('2 deleted');
  await terminal.press('Escape');
  await terminal.waitFor(
    screen => screen.includes('Development bots') && !screen.includes('crew-roster-helper'),
  );
  expect(deletes()).toHaveLength(2);

  await terminal.press('D');
  await terminal.waitFor('support-prod');
  expect(terminal.text()).not.toContain('Development bots');
});

test('development bots: a saved view with the filter dev:true opens their list', async () => {
  const folder = newFolder('views');
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(
    join(folder, 'botscope', 'settings.yaml'),
    'views:\n  stale: bots?filter=dev:true updated>90d\n',
  );
  const { terminal } = await open({ env: { XDG_CONFIG_HOME: folder } });
  await terminal.waitFor('support-prod');

  await terminal.press(':', ...'view stale', 'Enter');

  await terminal.waitFor(/Development bots \/updated>90d\/ ─/);
  await terminal.waitFor('kb-sync-nightly');
  await terminal.press(':', ...'view again =', 'Enter');
  await terminal.waitFor('Saved: :view again opens it');
});

test('development bots: the place bots?dev=true opens their list, and --strict refuses it with a reason', async () => {
  const { terminal } = await open({ flags: ['bots?dev=true'] });
  await terminal.waitFor('crew-roster-helper');
  await terminal.waitFor('› Development bots');
  await opened.close();

  const strict = await open({ flags: ['bots?dev=true', '--strict'] });
  await strict.terminal.waitFor('dev=true is an undocumented parameter: --strict refuses it.');
  expect(development()).toEqual([]);
  await strict.terminal.press('Escape');
  await strict.terminal.waitFor('support-prod');
  await strict.terminal.press('D');

  await strict.terminal.waitFor('dev=true is an undocumented parameter');
  expect(development()).toEqual([]);
});
