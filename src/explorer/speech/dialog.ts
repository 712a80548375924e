import { type SafeText, safe } from '../../text/sanitise.ts';
import { ALL_ROWS, type Announcement } from '../dialogs/shared/dialog.ts';
import { recordOf } from '../dialogs/table.ts';
import { spansText } from '../facts/line.ts';
import { lineWords, spokenText } from '../facts/spoken-words.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';

export type SpokenDialog = {
  readonly title: SafeText;
  /** Lines by id. A line with new words is announced again. */
  readonly lines: ReadonlyMap<string, SafeText>;
  /** The selected row, where there are several. */
  readonly row: SafeText;
  readonly message: SafeText;
  readonly field: { readonly sign: SafeText; readonly text: string } | undefined;
};

function announcement(state: State, dialog: AnyDialog): Announcement {
  const { speech, lines } = recordOf(dialog);
  return (
    speech?.(state, dialog) ?? lines(state, dialog, { rows: ALL_ROWS, columns: state.screen.size.columns })
  );
}

function titleWords(state: State, dialog: AnyDialog): SafeText {
  const { title, right } = recordOf(dialog).title?.(state, dialog) ?? { title: safe`` };
  return right === undefined ? title : safe`${title}, ${right}`;
}

/** Returns the announcement of the open dialog; undefined without one. */
export function spokenDialog(state: State): SpokenDialog | undefined {
  const { dialog, notice } = state;
  if (dialog === undefined) return undefined;
  const {
    title = titleWords(state, dialog),
    lines = [],
    row = safe``,
    message = [],
    field,
  } = announcement(state, dialog);
  const spans = notice === undefined ? message : [];
  return {
    title: spokenText(title),
    lines: new Map(lines.map(each => [each.id, lineWords(each)])),
    row,
    message: spokenText(spansText(spans)),
    field: field && { sign: field[0], text: editorText(field[1]) },
  };
}
