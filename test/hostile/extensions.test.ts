import { afterEach, expect, test } from 'vitest';
import { pathTemplate } from '../../src/api/operation.ts';
import { update } from '../../src/explorer/state/store.ts';
import { undocumentedOperations } from '../../src/resources/registry.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { writable } from '../helpers/writable.ts';
import { allViews, atRest, exploring, tryCommands } from './walking.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const forms = undocumentedOperations.map(
  ({ operation }) => new RegExp(`^${pathTemplate(operation).replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`),
);

/** Goes to every place and gives every command there; the paths that were asked for outside of the description. */
async function walk(change: (explorer: ReturnType<typeof exploring>['explorer']) => void) {
  sandbox = await startSandbox({ ext: true, bots: 5 });
  const { workspaceId, examples } = sandbox;
  const ids: Readonly<Record<string, string>> = { workspaceId, eventId: 'issevt_1', ...examples };
  const { explorer } = exploring(sandbox);
  change(explorer);
  for (const view of allViews(name => ids[name] ?? '')) {
    explorer.openView(view);
    explorer.showTab(view.tab ?? '');
    await atRest(explorer);
    const isWanted = (id: string): boolean => !id.startsWith('skin.');
    await tryCommands(explorer, { text: examples.issueId, look: () => undefined, isWanted });
  }
  return sandbox.log.map(({ path }) => path).filter(path => forms.some(form => form.test(path)));
}

test('no command at any place asks for what is outside of the description before a yes', async () => {
  expect(await walk(() => undefined)).toEqual([]);
  expect(sandbox.log.length).toBeGreaterThan(20);
}, 120_000);

test('with --strict none does, whatever was allowed before', async () => {
  const asked = await walk(explorer => {
    explorer.allowUndocumented(true);
    update(writable(explorer.store), { session: { undocumented: 'never' } });
  });

  expect(asked).toEqual([]);
}, 120_000);

test('after a yes the same walk asks for every list that there is', async () => {
  const asked = await walk(explorer => explorer.allowUndocumented(true));

  for (const form of forms) expect(asked.filter(path => form.test(path))).not.toEqual([]);
}, 120_000);
