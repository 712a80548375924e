import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { tokenOf } from '../../actions/delete/many-rules.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Span, span } from '../../view/line.ts';
import { lineWords } from '../../view/spoken-words.ts';
import type { Announcement, Dialog, Question } from '../shared/dialog.ts';
import { refusePaste, withoutField } from '../shared/text-field.ts';
import { bulkHints, bulkMessage } from './hints.ts';
import { bulkKey } from './keys.ts';
import { bulkLines, bulkTitle, bulkWarning } from './lines.ts';

const message = (state: State, dialog: RemovingMany): readonly Span[] => [
  span(safe` ${bulkMessage(dialog, state.session.now)}`, dialog.hint === undefined ? 'plain' : 'warn'),
];

function question(state: State, dialog: RemovingMany): Question | undefined {
  if (dialog.phase !== 'asking' || dialog.hint !== undefined) return undefined;
  const asked = safe`Type ${clean(tokenOf(dialog))}: `;
  return { asked, facts: bulkWarning(state, dialog), editor: dialog.editor };
}

/** Each target is announced once: when its result is known. */
function speech(state: State, dialog: RemovingMany): Announcement {
  const { victims, isInList, phase } = dialog;
  const all = bulkLines(state, dialog, { height: victims.length + 60, width: state.screen.size.columns });
  const isAsking = phase === 'asking';
  const isSent = !isAsking && phase !== 'grace';
  const lines = withoutField(all).filter(({ id }) => {
    const [, at] = /^victim:(\d+)$/.exec(id) ?? [];
    if (at === undefined) return id !== 'bar';
    const { result } = victims[Number(at)] ?? {};
    return isSent && result !== undefined && result !== 'sending';
  });
  const { title, right } = bulkTitle(dialog);
  return {
    // The count is announced at the end only; before it every target is.
    title: right === undefined || phase !== 'done' ? title : safe`${title}, ${right}`,
    lines,
    message: message(state, dialog),
    ...(isAsking && isInList ? { row: rowWords(dialog, all) } : {}),
    ...(isAsking && !isInList ? { field: [safe`Type it: `, dialog.editor] } : {}),
  };
}

function rowWords({ victims, cursor }: RemovingMany, lines: ReturnType<typeof bulkLines>): SafeText {
  const line = lines.find(({ id }) => id === `victim:${cursor}`);
  const words = line === undefined ? safe`` : safe`${cursor + 1} of ${victims.length}: ${lineWords(line)}`;
  return victims[cursor]?.isLeftOut === true ? words : safe`${words}, goes`;
}

/** Deletes several records. */
export const deleteManyDialog: Dialog<RemovingMany> = {
  key: bulkKey,
  paste: refusePaste,
  cancel: ({ leaveMany }) => leaveMany(),
  title: (_state, dialog) => bulkTitle(dialog),
  lines: (state, dialog, { rows, columns }) => ({
    lines: bulkLines(state, dialog, { height: rows, width: columns }),
  }),
  hints: bulkHints,
  message,
  question,
  speech,
};
