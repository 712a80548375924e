import { expect, test } from 'vitest';
import type { AnyDialog } from '../../../src/explorer/state/dialogs.ts';
import { emptyEditor } from '../../../src/explorer/state/text-field.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { startExplorer } from '../../helpers/fake-explorer.ts';

const unlock: Extract<AnyDialog, { kind: 'unlock' }> = { kind: 'unlock', editor: emptyEditor };

test('dialog actions: a late change to a dialog that changed or closed is ignored', () => {
  const { explorer, state } = startExplorer();
  explorer.openDialog(unlock);
  explorer.changeDialog(unlock, { hint: safe`First.` });
  explorer.changeDialog(unlock, { hint: safe`Late.` });
  expect(state().dialog).toEqual({ ...unlock, hint: safe`First.` });
  explorer.closeDialog();
  explorer.changeDialog(unlock, { hint: safe`Too late.` });
  expect(state().dialog).toBeUndefined();
});
