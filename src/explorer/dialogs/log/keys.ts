import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { Logging } from '../../state/dialogs.ts';
import { layoutOf } from '../../view/layout.ts';
import { curlText, logLines, shownExchanges } from '../../view/request-log.ts';
import { readerStep } from '../shared/scroll-keys.ts';

/** The first line shown: the cursor is on the screen, or, in an opened answer, what was scrolled to. */
export function logTop(dialog: Logging, width: number, height: number): number {
  const { lines, cursor } = logLines(dialog, width);
  const last = Math.max(0, lines.length - height);
  if (dialog.opened !== undefined) return Math.max(0, Math.min(dialog.top, last));
  return Math.max(0, Math.min(Math.max(dialog.top, cursor - height + 1), cursor, last));
}

/** In an opened answer the steps scroll; else they go from request to request. */
function stepped(
  dialog: Logging,
  by: number,
  { width, height }: { width: number; height: number },
): Partial<Logging> {
  const top = logTop(dialog, width, height);
  if (dialog.opened !== undefined) return { top: logTop({ ...dialog, top: top + by }, width, height) };
  const last = shownExchanges(dialog).length - 1;
  return { cursor: Math.max(0, Math.min(last, dialog.cursor + by)), top };
}

function toggled(dialog: Logging, width: number): Partial<Logging> {
  if (dialog.opened !== undefined) return { opened: undefined };
  return { opened: dialog.cursor, top: logLines(dialog, width).cursor };
}

/** A key in the request log. */
export function logKey(explorer: Explorer, dialog: Logging, { key }: Press): void {
  const { store, desk } = explorer;
  const { columns: width, body: height } = layoutOf(store.getState());
  const change = (next: Partial<Logging>): void => store.setState({ overlay: { ...dialog, ...next } });
  const by = readerStep(key.name, height);
  if (by !== undefined) return change(stepped(dialog, by, { width, height }));
  const exchange = shownExchanges(dialog)[dialog.cursor];
  switch (key.name) {
    case 'enter':
    case 'right':
      return exchange === undefined ? undefined : change(toggled(dialog, width));
    case 'f':
      return change({ onlyFailed: !dialog.onlyFailed, cursor: 0, opened: undefined, top: 0 });
    case 'c':
    case 'C': {
      if (exchange === undefined) return;
      const { ok, words } = desk.copy(curlText(exchange));
      return store.setState({
        notice: { tone: ok ? 'good' : 'warn', text: safe`curl, without the token ${words}` },
      });
    }
    case 'L':
    case 'q':
    case 'left':
      return store.setState({ overlay: undefined });
  }
}
