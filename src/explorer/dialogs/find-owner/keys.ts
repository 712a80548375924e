import { ownerOf, resourceOf } from '../../../resources/registry.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { FindOwnerDialog } from '../../state/dialogs.ts';
import { CLOSING, runCommandKey } from '../shared/command-keys.ts';

/** Asks no more, also not for what is under way. */
export function stopSeeking({ closeDialog, stop }: Explorer, { loading }: FindOwnerDialog): void {
  closeDialog();
  if (loading !== undefined) stop({ screen: 'record', ref: loading });
}

/** A key while a record is looked for; once it was nowhere, Enter asks what it belongs to. */
export function seekKey(explorer: Explorer, seeking: FindOwnerDialog, { key }: Press): void {
  const { recordKind: kind, id, loading } = seeking;
  if (runCommandKey([{ commands: CLOSING, run: stopSeeking }], explorer, { dialog: seeking, key })) return;
  const owner = ownerOf(resourceOf(kind));
  if (key.name !== 'enter' || loading !== undefined || owner === undefined) return;
  explorer.askForId(owner.kind, {}, { kind, id });
}
