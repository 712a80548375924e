import { type SafeText, safe } from '../../text/sanitise.ts';
import type { DialogField } from '../dialogs/shared/dialog.ts';
import { recordOf } from '../dialogs/table.ts';
import { spansText } from '../facts/line.ts';
import { lineWords, spokenText } from '../facts/spoken-words.ts';
import type { State } from '../state/state.ts';

export type SpokenDialog = {
  readonly title: SafeText;
  /** Lines by id. A line with new words is announced again. */
  readonly lines: ReadonlyMap<string, SafeText>;
  /** The row under the cursor, or the value of a field without text. */
  readonly row: SafeText;
  readonly message: SafeText;
  readonly field: DialogField | undefined;
};

/** Number of rows that holds every line: speech has no pages. */
const ALL_ROWS = 10_000;

/** Returns the announcement of the open dialog: the same title, lines and message as on the screen. */
export function spokenDialog(state: State): SpokenDialog | undefined {
  const { dialog, notice } = state;
  if (dialog === undefined) return undefined;
  const { title: titleOf, lines: linesOf, message, field: fieldOf } = recordOf(dialog);
  const { title, right } = titleOf?.(state, dialog) ?? { title: safe`` };
  const { columns } = state.screen.size;
  const { lines, cursor = -1 } = linesOf(state, dialog, { rows: ALL_ROWS, columns });
  const field = fieldOf?.(state, dialog);
  const value = field?.value === undefined ? safe`` : spokenText(safe`${field.name} ${field.value}`);
  const spans = notice === undefined ? (message?.(state, dialog) ?? []) : [];
  const read = lines.filter(line => line.kind !== 'text' || line.isQuiet !== true);
  return {
    title: spokenText(right === undefined ? title : safe`${title}, ${right}`),
    lines: new Map(read.map(line => [line.id, lineWords(line)])),
    row:
      lines
        .slice(cursor)
        .slice(0, cursor < 0 ? 0 : 1)
        .map(line => lineWords(line))[0] ?? value,
    message: spokenText(spansText(spans)),
    field,
  };
}
