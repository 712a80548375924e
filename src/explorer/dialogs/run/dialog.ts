import { clean, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { runConfirmed } from '../../commands/custom.ts';
import { shownWords } from '../../commands/custom-arguments.ts';
import type { RunDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Line, span, textLine, titleLine } from '../../view/line.ts';
import { confirmDialog } from '../shared/confirm.ts';

/** Returns the question before a dangerous custom command, with its words. */
function runLines(state: State, { own, words }: RunDialog): readonly Line[] {
  const rows = wrap(shownWords(words), Math.max(20, state.screen.size.columns - 4)).slice(0, 4);
  return [
    titleLine('run', safe`Run your command ${clean(own.name)}?`),
    ...rows.map((row, at) => textLine(`word:${at}`, span(safe`   ${row}`, 'plain'))),
  ];
}

/** Asks before a custom command that changes something is run. */
export const runDialog = confirmDialog<RunDialog>({
  asked: runLines,
  yesText: safe`run it`,
  noText: safe`not now`,
  short: ({ own }) => safe`Run ${clean(own.name)}?`,
  needsAlone: true,
  yes: runConfirmed,
});
