import { clean, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { askedRun } from '../../commands/custom.ts';
import { shownWords } from '../../commands/custom-arguments.ts';
import type { Overlay } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Line, span, textLine, titleLine } from '../../view/line.ts';

/** The question before a command of one's own that changes something: what exactly would be run. */
export function runPanel(state: State, { name }: Extract<Overlay, { is: 'run' }>): readonly Line[] {
  const words = askedRun(state, name);
  const isRunnable = typeof words !== 'string';
  const shown = isRunnable ? shownWords(words) : words;
  const rows = wrap(shown, Math.max(20, state.size.columns - 4)).slice(0, 4);
  return [
    titleLine('run', safe`Run your command ${clean(name)}?`),
    ...rows.map((row, at) => textLine(`word:${at}`, span(safe`   ${row}`, isRunnable ? 'plain' : 'warn'))),
    textLine(
      'answer',
      ...(isRunnable ? [span(safe`   y`, 'key'), span(safe`  yes, run it     `)] : [span(safe`   `)]),
      span(safe`Esc`, 'key'),
      span(safe`  no`),
    ),
  ];
}
