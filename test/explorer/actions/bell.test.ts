import { afterEach, expect, test, vi } from 'vitest';
import { ringAfterLongWork } from '../../../src/explorer/actions/bell.ts';
import { confirmationText } from '../../../src/explorer/actions/delete/confirmation.ts';
import { noWriteProtection } from '../../../src/explorer/state/slices.ts';
import { editorOf } from '../../../src/explorer/state/text-field.ts';
import { LIST } from '../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';
import { writable } from '../../helpers/writable.ts';

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

test('bell: it rings once at the end of a batch of deletes, and not while the dialog waits for its text', async () => {
  let now = Date.now();
  const writeProtection = { ...noWriteProtection, graceMs: 0 };
  started = await startOnSandbox({ bots: 5, clock: () => now, writeProtection });
  const { explorer, sandbox, until, state } = started;
  const ring = vi.fn();
  ringAfterLongWork(explorer, ring);
  const isIn = (phase: string) => until(({ dialog }) => dialog?.kind === 'delete' && dialog.phase === phase);
  const bots = sandbox.idsOf('bot', {}).slice(0, 3);
  explorer.openDelete(bots.map(botId => ({ ref: { kind: 'bot', ids: { botId } } })));
  await isIn('confirming');
  await turn();
  now += 60_000;
  const { dialog } = state();
  if (dialog?.kind !== 'delete') throw new Error('no delete dialog');
  const editor = editorOf(confirmationText(dialog));
  writable(explorer.store).setState({ dialog: { ...dialog, editor, typedAt: now } });
  now += 1000;
  await turn();
  expect(ring).not.toHaveBeenCalled();

  // Each change of the dialog while it deletes takes two seconds.
  explorer.store.subscribe((after, before) => {
    if (after.dialog !== before.dialog) now += 2000;
  });
  explorer.confirmDelete(true);
  await isIn('done');
  await turn();

  expect(ring).toHaveBeenCalledOnce();
});
