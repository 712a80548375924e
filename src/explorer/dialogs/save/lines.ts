import { formatOf, formats } from '../../../formats/export.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { agoWords, bytesText } from '../../../text/units.ts';
import { wrap } from '../../../text/width.ts';
import {
  blank,
  type Hint,
  hint,
  type Line,
  noKeys,
  type Span,
  span,
  textLine,
  titleLine,
} from '../../facts/line.ts';
import { fieldSpans } from '../../facts/text-field.ts';
import type { SaveDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { footerOf, keyOf } from '../shared/dialog-command.ts';
import { cancelHint, hasPanel } from '../shared/message.ts';
import { OVERWRITE, saveCommands } from './keys.ts';

const LABELLED_FROM = 60;

/** Returns the formats in a row, the chosen one in brackets: a colour alone is not visible everywhere. */
function formatSpans(chosen: string): readonly Span[] {
  return formats.map(({ name }) =>
    name === chosen ? span(safe`[${clean(name)}] `, 'strong') : span(safe`${clean(name)} `, 'dim'),
  );
}

/** Returns the remark about missing records, and whether the file itself will mention it. */
function remarks({ selection, format }: SaveDialog): {
  readonly text: SafeText;
  readonly style: Span['style'];
} {
  const { missing } = selection;
  if (missing === undefined)
    return { text: safe`Secrets are masked. Only you can read the file.`, style: 'dim' };
  const how = formatOf(format)?.marksIncomplete ? safe`The file says so.` : safe`Only the name says so.`;
  return { text: safe`Not complete: ${missing}. ${how} Secrets are masked.`, style: 'warn' };
}

/** Returns the panel: the selection, the formats, the name and a remark. */
export function saveLines(dialog: SaveDialog, columns: number): readonly Line[] {
  const { selection, format, editor } = dialog;
  const isWide = columns >= LABELLED_FROM;
  const labelled = (text: SafeText): Span => span(isWide ? text : safe`   `, 'label');
  const { text, style } = remarks(dialog);
  return [
    titleLine('save', isWide ? safe`Save to a file` : safe`Save`, selection.description),
    textLine('format', labelled(safe`   format  `), ...formatSpans(format)),
    textLine(
      'field',
      labelled(safe`   file    `),
      span(safe`> `),
      ...fieldSpans(editor, columns - (isWide ? 14 : 8)),
    ),
    blank('gap'),
    ...wrap(text, columns - 4).map((row, at) => textLine(`about:${at}`, span(safe`   ${row}`, style))),
  ];
}

/** Returns the question about overwriting an existing file. */
function existingText({ existing }: SaveDialog, state: State): SafeText | undefined {
  if (existing === undefined) return undefined;
  const key = keyOf(state, OVERWRITE);
  const overwrite = key === undefined ? safe`` : safe` ${key} overwrites it.`;
  const ago = agoWords(new Date(existing.at).toISOString(), state.session.now);
  return safe`File exists (${bytesText(existing.bytes)}, ${ago}).${overwrite}`;
}

/** Returns the row above the keys: the result of the last try; without a panel the name of the file. */
export function saveMessage(state: State, dialog: SaveDialog): readonly Span[] {
  const problem = existingText(dialog, state) ?? dialog.hint;
  if (problem !== undefined) return [span(safe` ${problem}`, 'warn')];
  if (dialog.phase === 'writing') return [span(safe` Writing …`, 'dim')];
  if (!hasPanel(state))
    return [span(safe` file > `, 'key'), ...fieldSpans(dialog.editor, state.screen.size.columns - 8)];
  return [span(safe` A name without a folder is saved in the current one; ~ is your home.`, 'dim')];
}

/** Returns the hints of the present phase. */
export function saveHints(dialog: SaveDialog, state: State): readonly Hint[] {
  if (dialog.phase === 'writing') return noKeys(safe`Wait for the file.`);
  const escHint = dialog.existing === undefined ? cancelHint : hint(safe`Esc`, safe`another name`);
  return footerOf(saveCommands, escHint, [dialog, state]);
}
