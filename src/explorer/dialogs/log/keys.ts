import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { newSaveDialog } from '../../commands/save.ts';
import type { LogDialog } from '../../state/dialogs.ts';
import { type Editor, emptyEditor } from '../../state/text-field.ts';
import { layoutOf } from '../../view/layout.ts';
import { curlText, cursorRow, logLines, logRows, shownExchanges } from '../../view/request-log.ts';
import { closingCommands, type DialogCommand } from '../shared/dialog-command.ts';
import { readerStep } from '../shared/steps.ts';
import { applyKey } from '../shared/text-field.ts';
import { logReport } from './report.ts';

/** Returns the first line shown: the cursor stays visible; an opened response scrolls freely. */
export function logTop(dialog: LogDialog, width: number, height: number): number {
  const { lines, cursor } = logLines(dialog, width);
  const last = Math.max(0, lines.length - height);
  if (dialog.opened !== undefined) return Math.max(0, Math.min(dialog.top, last));
  return Math.max(0, Math.min(Math.max(dialog.top, cursor - height + 1), cursor, last));
}

/** Returns the changes of a step: it scrolls an opened response, else it goes to another request. */
function stepChange(
  dialog: LogDialog,
  by: number,
  { width, height }: { width: number; height: number },
): Partial<LogDialog> {
  const top = logTop(dialog, width, height);
  if (dialog.opened !== undefined) return { top: logTop({ ...dialog, top: top + by }, width, height) };
  const rows = logRows(dialog);
  const next = Math.max(0, Math.min(rows.length - 1, cursorRow(dialog, rows) + by));
  return { cursor: rows[next]?.at ?? 0, top };
}

/** Returns the index of the first request of the folded row under the cursor; undefined on other rows. */
function foldedAt(dialog: LogDialog): number | undefined {
  if (dialog.opened !== undefined) return undefined;
  const rows = logRows(dialog);
  const row = rows[cursorRow(dialog, rows)];
  return row !== undefined && row.count > 1 ? row.at : undefined;
}

function openChange(dialog: LogDialog, width: number): Partial<LogDialog> {
  if (dialog.opened !== undefined) return { opened: undefined };
  const at = foldedAt(dialog);
  if (at !== undefined) return { cursor: at, unfolded: [...(dialog.unfolded ?? []), at] };
  return { opened: dialog.cursor, top: logLines(dialog, width).cursor };
}

/** Copies the request under the cursor as a curl command. */
function copyRequest({ notify, terminalHost }: Explorer, dialog: LogDialog): void {
  const exchange = shownExchanges(dialog)[dialog.cursor];
  if (exchange === undefined) return;
  const { ok, words } = terminalHost.copy(curlText(exchange));
  notify(ok ? 'good' : 'warn', safe`curl, without the token ${words}`);
}

/** The change that starts at the first of other requests. */
const REFILTERED: Partial<LogDialog> = { cursor: 0, opened: undefined, unfolded: [], top: 0 };

/** Changes the search. */
export const changeSearch = ({ changeDialog }: Explorer, dialog: LogDialog, editor: Editor): void =>
  changeDialog(dialog, { ...REFILTERED, editor });

/** Ends the search and shows all requests. */
export const endSearch = ({ changeDialog }: Explorer, dialog: LogDialog): void =>
  changeDialog(dialog, { ...REFILTERED, editor: emptyEditor, isSearching: false });

function openHint(dialog: LogDialog): SafeText {
  if (dialog.isSearching) return safe`apply`;
  return foldedAt(dialog) === undefined ? safe`response` : safe`unfold`;
}

const close = ({ closeDialog }: Explorer): void => closeDialog();

export const logCommands: readonly DialogCommand<LogDialog>[] = [
  {
    id: 'log.open',
    keys: ['enter', 'right'],
    title: safe`open or close the response, or apply the search`,
    hint: openHint,
    isInField: true,
    blocked: dialog =>
      !dialog.isSearching && shownExchanges(dialog)[dialog.cursor] === undefined
        ? safe`No request is listed.`
        : undefined,
    run: ({ store, changeDialog }, dialog) =>
      changeDialog(
        dialog,
        dialog.isSearching ? { isSearching: false } : openChange(dialog, layoutOf(store.getState()).columns),
      ),
  },
  {
    id: 'log.failed-only',
    keys: ['f'],
    title: safe`failed only / all`,
    hint: ({ isFailedOnly }) => (isFailedOnly ? safe`all` : safe`failed only`),
    run: ({ changeDialog }, dialog) =>
      changeDialog(dialog, { ...REFILTERED, isFailedOnly: !dialog.isFailedOnly }),
  },
  {
    id: 'text.find',
    title: safe`search: method, path, status or failure`,
    hint: safe`search`,
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { isSearching: true }),
  },
  {
    id: 'export.save',
    title: safe`save the listed requests to a file`,
    hint: safe`save`,
    blocked: dialog => (shownExchanges(dialog).length === 0 ? safe`No request is listed.` : undefined),
    run: ({ openDialog, now }, dialog) => openDialog(newSaveDialog(logReport(dialog), now())),
  },
  { id: 'copy.line', title: safe`copy the request as curl`, hint: safe`copy as curl`, run: copyRequest },
  { id: 'copy.menu', title: safe`copy the request as curl`, run: copyRequest },
  { id: 'request.log', title: safe`close`, run: close },
  ...closingCommands,
];

/** Types while searching, else moves to another request or scrolls an opened response. */
export function logKey(explorer: Explorer, dialog: LogDialog, { key }: Press): void {
  if (dialog.isSearching) return changeSearch(explorer, dialog, applyKey(dialog.editor, key));
  const { store, changeDialog } = explorer;
  const state = store.getState();
  const { columns: width, body: height } = layoutOf(state);
  const by = readerStep(state, key.name, height);
  if (by !== undefined) changeDialog(dialog, stepChange(dialog, by, { width, height }));
}
