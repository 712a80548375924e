import { expect, test } from 'vitest';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import { reportOf } from '../../../../src/explorer/actions/delete/targets.ts';
import type { DeleteDialog } from '../../../../src/explorer/state/dialogs.ts';
import { noWriteProtection, type State } from '../../../../src/explorer/state/state.ts';
import { isListed, sandboxSession } from '../../../helpers/on-sandbox.ts';

let time = Date.now();
let storage = memoryStorage();
const { keys, start, state, until } = sandboxSession(
  { bots: 3, clock: () => time, writeProtection: { ...noWriteProtection, graceMs: 0 } },
  isListed,
);

function dialogOf({ dialog }: State): DeleteDialog {
  if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
  return dialog;
}
const isIn = (phase: DeleteDialog['phase']) => until(now => dialogOf(now).phase === phase);

/** Opens the dialog for bots of a service that responds to the first such request with a 429. */
async function openDialog(keysToIt: string, method: string) {
  storage = memoryStorage();
  const started = await start({ deleteStorage: storage });
  keys(keysToIt);
  await isIn('confirming');
  started.fault({ method, status: 429, headers: { 'retry-after': '30' }, times: 1 });
  return { ...started, deletes: () => started.sandbox.requests.filter(each => each.method === 'DELETE') };
}

function confirm(): void {
  for (const line of [dialogOf(state()).confirmation.text.replaceAll(' ', ' Space '), 'Enter']) {
    time += 1000;
    keys(line);
  }
}

test('bulk delete: Esc while a DELETE waits for the end of a 429 does not send it, as the report tells', async () => {
  const { deletes } = await openDialog('* Ctrl-D', 'DELETE');
  confirm();
  await until(now => dialogOf(now).targets[1]?.result === 'waiting' && dialogOf(now).wait !== undefined);

  keys('Esc');
  expect(dialogOf(state()).phase).toBe('stopping');
  await isIn('done');

  const dialog = dialogOf(state());
  expect(deletes()).toHaveLength(1);
  expect(dialog.hint).toBe('0 deleted, 1 failed, 2 not sent.');
  expect(reportOf(dialog).records.map(({ result, why }) => [result, why])).toEqual([
    ['not-deleted', expect.stringContaining('429')],
    ['unsent', 'Stopped'],
    ['unsent', 'not started'],
  ]);
});

test.each(['Esc', 'quitting'])(
  'delete: %s while a single DELETE waits for the end of a 429 does not send it',
  async how => {
    const { explorer, deletes } = await openDialog('Ctrl-D', 'GET');
    explorer.load({ screen: 'list', kind: 'bot', ids: {} }, true);
    await until(now => Object.values(now.data.lists).some(load => load.phase === 'loading' && load.wait));
    confirm();
    expect(dialogOf(state()).phase).toBe('running');
    await until(now => dialogOf(now).wait !== undefined);
    expect(storage.journal.entries()).toEqual([]);

    if (how === 'Esc') keys('Esc');
    else await explorer.haltDeletes();
    await isIn('done');

    expect(deletes()).toEqual([]);
    expect(dialogOf(state())).toMatchObject({
      hint: 'Nothing was sent.',
      targets: [{ result: { end: 'unsent' } }],
    });
  },
);
