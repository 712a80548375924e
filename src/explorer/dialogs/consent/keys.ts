import type { Explorer } from '../../actions/explorer.ts';
import { allowUndocumented } from '../../actions/undocumented.ts';
import type { Key } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';

/** A key in the question: only a y says yes. */
export function consentKey(
  explorer: Explorer,
  { kind, ids }: Extract<Overlay, { is: 'consent' }>,
  { name }: Key,
): void {
  if (name !== 'n' && name !== 'q' && name !== 'y') return;
  explorer.store.setState({ overlay: undefined });
  if (name !== 'y') return;
  allowUndocumented(explorer, true);
  explorer.reload({ screen: 'list', kind, ids });
}
