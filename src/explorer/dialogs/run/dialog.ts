import { clean, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { customWords, runCustom } from '../../commands/custom.ts';
import { shownWords } from '../../commands/custom-arguments.ts';
import type { State } from '../../state/state.ts';
import { type Line, span, textLine, titleLine } from '../../view/line.ts';
import { confirmDialog, confirmLine } from '../shared/confirm.ts';
import type { DialogOf } from '../shared/dialog.ts';

const YES_TEXT = safe`run it`;

/** Returns the question before a dangerous custom command, with its words. */
function runLines(state: State, { name }: DialogOf<'run'>): readonly Line[] {
  const words = customWords(state, name);
  const isRunnable = words.ok;
  const shown = words.ok ? shownWords(words.value) : words.why;
  const rows = wrap(shown, Math.max(20, state.screen.size.columns - 4)).slice(0, 4);
  return [
    titleLine('run', safe`Run your command ${clean(name)}?`),
    ...rows.map((row, at) => textLine(`word:${at}`, span(safe`   ${row}`, isRunnable ? 'plain' : 'warn'))),
    confirmLine(state, isRunnable ? YES_TEXT : undefined),
  ];
}

/** Asks before a custom command that changes something is run. */
export const runDialog = confirmDialog<DialogOf<'run'>>({
  lines: (state, dialog) => ({ lines: runLines(state, dialog) }),
  yesText: YES_TEXT,
  short: ({ name }) => safe`Run ${clean(name)}?`,
  needsAlone: true,
  yes: (explorer, { name }) => {
    const own = explorer.store.getState().user.customCommands.find(each => each.name === name);
    if (own !== undefined) void runCustom(explorer, own);
  },
});
