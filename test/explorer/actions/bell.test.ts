import { afterEach, expect, test, vi } from 'vitest';
import { ringAfterLongWork } from '../../../src/explorer/actions/bell.ts';
import { LIST } from '../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';

let started: SandboxExplorer;
afterEach(() => started.close());

const turn = () => new Promise(resolve => setImmediate(resolve));

/** Opens a list of three pages whose requests take a time of the clock. */
async function start(requestMs: number) {
  let now = Date.now();
  started = await startOnSandbox({ bots: 50, pageSize: 20, clock: () => now });
  const ring = vi.fn();
  ringAfterLongWork(started.explorer, ring);
  const rows = () => started.state().data.lists['list\nbot'];
  await started.until(() => rows()?.phase === 'ready');
  started.explorer.store.subscribe((state, before) => {
    if (state.data !== before.data) now += requestMs;
  });
  return { ring, rows };
}

test('bell: it rings once at the end of a load of all pages and the check of its rows', async () => {
  const { ring, rows } = await start(1000);

  started.explorer.scanAll('pages');
  await started.until(({ data }) => data.scan !== undefined);
  expect(rows()?.last?.value.next).toBeUndefined();
  await turn();
  expect(ring).not.toHaveBeenCalled();
  await started.until(({ data }) => data.scan === undefined);
  await turn();

  expect(ring).toHaveBeenCalledOnce();
});

test('bell: it does not ring after short work', async () => {
  const { ring, rows } = await start(1);
  started.explorer.loadAll(LIST);
  await started.until(() => rows()?.phase === 'ready' && rows()?.last?.value.next === undefined);
  await turn();
  expect(ring).not.toHaveBeenCalled();
});
