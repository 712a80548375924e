import { expect, onTestFinished, test } from 'vitest';
import { reportOf } from '../../../../src/explorer/actions/delete/targets.ts';
import type { DeleteDialog } from '../../../../src/explorer/state/dialogs.ts';
import { noWriteProtection, type State } from '../../../../src/explorer/state/state.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import { startOnSandbox } from '../../../helpers/on-sandbox.ts';
import { writable } from '../../../helpers/writable.ts';

function dialogOf({ dialog }: State): DeleteDialog {
  if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
  return dialog;
}

/** Opens the dialog for the first bots of a service that responds to the first such request with a 429. */
async function openDialog(count: number, method = 'DELETE') {
  let time = Date.now();
  const started = await startOnSandbox({
    bots: 3,
    clock: () => time,
    writeProtection: { ...noWriteProtection, graceMs: 0 },
  });
  onTestFinished(started.close);
  const { explorer, sandbox, until, fault, state } = started;
  const isIn = (phase: DeleteDialog['phase']) => until(now => dialogOf(now).phase === phase);
  explorer.openDelete(
    sandbox
      .idsOf('bot', {})
      .slice(0, count)
      .map(botId => ({ ref: { kind: 'bot', ids: { botId } } })),
  );

  await isIn('confirming');
  fault({ method, status: 429, headers: { 'retry-after': '30' }, times: 1 });

  function confirm(): void {
    const dialog = dialogOf(state());
    time += 1000;
    const editor = editorOf(dialog.confirmation.text);
    writable(explorer.store).setState({ dialog: { ...dialog, editor, typedAt: time } });
    time += 1000;
    explorer.confirmDelete(true);
  }

  const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE').length;
  return { ...started, isIn, confirm, deletes };
}

test('bulk delete: Esc while a DELETE waits for the end of a 429 does not send it, as the report tells', async () => {
  const { explorer, until, isIn, confirm, deletes, state } = await openDialog(3);
  confirm();
  await until(now => dialogOf(now).targets[1]?.result === 'sending');

  explorer.cancelDelete();
  expect(dialogOf(state()).phase).toBe('stopping');
  await isIn('done');

  const dialog = dialogOf(state());
  expect(deletes()).toBe(1);
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
    const { explorer, isIn, confirm, deletes, until, state } = await openDialog(1, 'GET');
    explorer.load({ screen: 'list', kind: 'bot', ids: {} }, true);
    await until(now => Object.values(now.data.lists).some(load => load.phase === 'loading' && load.wait));
    confirm();
    expect(dialogOf(state()).phase).toBe('running');

    if (how === 'Esc') explorer.cancelDelete();
    else await explorer.haltDeletes();
    await isIn('done');

    expect(deletes()).toBe(0);
    expect(dialogOf(state())).toMatchObject({
      hint: 'Nothing was sent.',
      targets: [{ result: { end: 'unsent' } }],
    });
  },
);
