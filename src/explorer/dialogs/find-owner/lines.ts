import { clean, safe } from '../../../text/sanitise.ts';
import { cutMiddle, wrap } from '../../../text/width.ts';
import { triedOwnerName, triedWords } from '../../facts/choices.ts';
import { type Line, type Span, span, textLine, titleLine } from '../../facts/line.ts';
import type { FindOwnerDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { ownerWord } from './keys.ts';

/** Returns the owners that were tried, and the one that is tried now. */
export function searchLines(
  state: State,
  dialog: FindOwnerDialog,
  width = state.screen.size.columns,
): readonly Line[] {
  const { recordKind: kind, id, tried, loading } = dialog;
  const word = ownerWord(dialog);
  const title = safe`Which ${word} has ${clean(kind)} ${cutMiddle(clean(id, 200), 30)}?`;
  const none =
    tried.length === 0
      ? safe`No ${word} seen so far could have it.`
      : safe`Not found there. No other ${word} is tried automatically.`;
  return [
    titleLine('seek', title),
    ...tried.map((each, at) =>
      textLine(`tried:${at}`, span(safe`   ✗`, 'bad'), span(safe` ${triedWords(state, each)}`)),
    ),
    ...(loading === undefined
      ? wrap(none, width - 4).map((row, at) => textLine(`none:${at}`, span(safe`   ${row}`, 'warn')))
      : [textLine('trying', span(safe`   … trying ${triedOwnerName(state, loading)}`, 'dim'))]),
  ];
}

/** Returns the last line as a message, for a screen without room for the panel. */
export function searchSpans(state: State, dialog: FindOwnerDialog): readonly Span[] {
  const last = searchLines(state, dialog, Number.MAX_SAFE_INTEGER).at(-1);
  return last?.kind === 'text' ? last.spans : [];
}
