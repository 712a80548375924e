import { clean, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { runConfirmed } from '../../commands/custom.ts';
import { shownWords } from '../../commands/custom-arguments.ts';
import { type Line, span, textLine, titleLine } from '../../facts/line.ts';
import type { RunDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { confirmDialog } from '../shared/confirm.ts';
import type { DialogArea } from '../shared/dialog.ts';

/** Returns the question before a dangerous custom command, with its words. */
function runLines(
  _state: State,
  { own, words }: RunDialog,
  { rows: room, columns }: DialogArea,
): readonly Line[] {
  const all = wrap(shownWords(words), Math.max(20, columns - 4));
  const shown = Math.max(1, room - 1);
  const rows =
    all.length <= shown ? all : [...all.slice(0, shown - 1), safe`… ${all.length - shown + 1} more rows`];
  return [
    titleLine('run', safe`Run your command ${clean(own.name)}?`),
    ...rows.map((row, at) => textLine(`word:${at}`, span(safe`   ${row}`, 'plain'))),
  ];
}

/** Asks before a custom command that changes something is run. */
export const runDialog = confirmDialog<RunDialog>({
  question: runLines,
  yesText: safe`run it`,
  noText: safe`not now`,
  yes: runConfirmed,
});
