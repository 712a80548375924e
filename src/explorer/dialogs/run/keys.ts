import type { Explorer } from '../../actions/explorer.ts';
import { runIt } from '../../commands/custom.ts';
import type { Press } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';

/** A key in the question: only a y that came by itself runs it. */
export function runKey(
  explorer: Explorer,
  { name }: Extract<Overlay, { is: 'run' }>,
  { key, alone }: Press,
): void {
  const { store } = explorer;
  if (key.name === 'n' || key.name === 'q') return store.setState({ overlay: undefined });
  if (key.name !== 'y' || !alone) return;
  const own = store.getState().ownCommands.find(each => each.name === name);
  store.setState({ overlay: undefined });
  if (own !== undefined) void runIt(explorer, own);
}
