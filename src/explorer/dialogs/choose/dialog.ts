import { safe } from '../../../text/sanitise.ts';
import { type Span, span } from '../../facts/line.ts';
import { lineWords } from '../../facts/spoken-words.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint, hasPanel } from '../shared/message.ts';
import { chooseCommands, chooseKey } from './keys.ts';
import { choiceLines } from './lines.ts';

/** Returns the chosen row for a screen without room for the panel. */
function chosenRow({ rows, choice }: DialogOf<'choose'>): readonly Span[] {
  const row = rows[choice];
  if (row === undefined) return [];
  return [
    span(safe`▸ ${choice + 1}/${rows.length} `, 'key'),
    span(safe`${row.kind} `, 'label'),
    span(safe`${row.label} `, 'strong'),
    span(row.detail, 'dim'),
  ];
}

/** Choices of records and places: bookmarks, recents, matches of a paste, logins. */
export const chooseDialog: Dialog<DialogOf<'choose'>> = {
  commands: chooseCommands,
  key: chooseKey,
  lines: (state, dialog, { rows }) => choiceLines(state, dialog, rows),
  hints: (dialog, state) => [...footerOf(chooseCommands, closeHint, [dialog, state]), chooseHint(state)],
  message: (state, dialog) => (hasPanel(state) ? undefined : chosenRow(dialog)),
  speech: (state, dialog) => {
    const { lines, cursor } = choiceLines(state, dialog, dialog.rows.length + 1);
    const line = lines[cursor];
    return { lines, row: line === undefined ? safe`` : lineWords(line) };
  },
};
