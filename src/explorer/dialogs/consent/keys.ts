import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Key } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import { withConsent } from '../../view/undocumented.ts';

/** A key in the question: only a y says yes. */
export function consentKey(
  { store, now, reload }: Explorer,
  { kind, ids }: Extract<Overlay, { is: 'consent' }>,
  key: Key,
): void {
  if (key.name === 'n' || key.name === 'q') return store.setState({ overlay: undefined });
  if (key.name !== 'y') return;
  const text = safe`Allowed and remembered; :extension.off takes it back.`;
  store.setState(({ memory }) => ({
    overlay: undefined,
    memory: withConsent(memory, now()),
    notice: { tone: 'good', text },
  }));
  reload({ screen: 'list', kind, ids });
}
