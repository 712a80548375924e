import { afterEach, expect, test } from 'vitest';
import { pathTemplate } from '../../src/api/operation.ts';
import { withTab } from '../../src/explorer/actions/cursor/tabs.ts';
import { withUndocumentedAllowed } from '../../src/explorer/actions/undocumented.ts';
import { update } from '../../src/explorer/state/store.ts';
import { undocumentedOperations } from '../../src/resources/registry.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { writable } from '../helpers/fake-explorer.ts';
import { isTried, numRuns } from '../helpers/properties.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { allViews, atRest, startExplorerOn, tryCommands } from './explorer-walk.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const forms = undocumentedOperations.map(
  ({ operation }) => new RegExp(`^${pathTemplate(operation).replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`),
);

/** Runs every command at every place, or at those chosen; returns the paths of undocumented requests. */
async function walk(
  change: (explorer: ReturnType<typeof startExplorerOn>['explorer']) => void,
  isViewed: (at: number) => boolean = isTried,
) {
  sandbox = await startSandbox({ ext: true, bots: 5 });
  const { workspaceId, ids: examples } = sandbox;
  const ids: Readonly<Record<string, string>> = { workspaceId, eventId: 'issevt_1', ...examples };
  const { explorer } = startExplorerOn(sandbox);
  change(explorer);
  for (const view of allViews(name => ids[name] ?? '').filter((_view, at) => isViewed(at))) {
    explorer.openView(view);
    explorer.change(state => withTab(state, view.tab ?? ''));
    await atRest(explorer);
    await tryCommands(explorer, {
      text: examples.issueId,
      look: () => undefined,
      // Commands that only move send no request.
      isWanted: ({ group, id }) => group !== 'Move' && !id.startsWith('skin.'),
    });
  }
  return sandbox.requests.map(({ path }) => path).filter(path => forms.some(form => form.test(path)));
}

test('undocumented requests: no command at any place sends one before consent', async () => {
  expect(await walk(() => undefined)).toEqual([]);
  expect(sandbox.requests.length).toBeGreaterThan(numRuns(20));
}, 120_000);

test('undocumented requests: with --strict no command sends one, also after consent', async () => {
  const asked = await walk(explorer => {
    explorer.change(state => withUndocumentedAllowed(state, true, explorer.now()));
    update(writable(explorer.store), { session: { undocumented: 'never' } });
  });

  expect(asked).toEqual([]);
}, 120_000);

test('undocumented requests: after consent the same commands load every undocumented list', async () => {
  const asked = await walk(
    explorer => explorer.change(state => withUndocumentedAllowed(state, true, explorer.now())),
    () => true,
  );

  for (const form of forms) expect(asked.filter(path => form.test(path))).not.toEqual([]);
}, 120_000);
