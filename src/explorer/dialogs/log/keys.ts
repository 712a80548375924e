import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { Logging } from '../../state/dialogs.ts';
import { layoutOf } from '../../view/layout.ts';
import { curlText, logLines, shownExchanges } from '../../view/request-log.ts';
import { CLOSING, type CommandKeys, closeDialog, readerStep, runCommandKey } from '../shared/command-keys.ts';

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

/** Copies the request under the cursor as a command line of curl. */
function copyRequest({ desk, notify }: Explorer, dialog: Logging): void {
  const exchange = shownExchanges(dialog)[dialog.cursor];
  if (exchange === undefined) return;
  const { ok, words } = desk.copy(curlText(exchange));
  notify(ok ? 'good' : 'warn', safe`curl, without the token ${words}`);
}

const KEYS: CommandKeys<Logging> = [
  { commands: ['copy.line', 'copy.menu'], run: copyRequest },
  { commands: ['request.log', ...CLOSING], run: closeDialog },
];

/** A key in the request log. */
export function logKey(explorer: Explorer, dialog: Logging, { key }: Press): void {
  const state = explorer.store.getState();
  const { columns: width, body: height } = layoutOf(state);
  const change = (next: Partial<Logging>): void => explorer.changeDialog(dialog, next);
  const by = readerStep(state, key.name, height);
  if (by !== undefined) return change(stepped(dialog, by, { width, height }));
  if (key.name === 'enter' || key.name === 'right') {
    if (shownExchanges(dialog)[dialog.cursor] !== undefined) change(toggled(dialog, width));
  } else if (key.name === 'f')
    change({ onlyFailed: !dialog.onlyFailed, cursor: 0, opened: undefined, top: 0 });
  else runCommandKey(KEYS, explorer, { dialog, key });
}
