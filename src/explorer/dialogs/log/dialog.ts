import { clean, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import type { LogDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { editorText, insert } from '../../state/text-field.ts';
import { span, textLine } from '../../view/line.ts';
import { logCounts, logLines, shownExchanges } from '../../view/request-log.ts';
import { lineWords } from '../../view/spoken-words.ts';
import type { Announcement, Dialog } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { cancelHint, closeHint, coverMessage, fieldMessage } from '../shared/message.ts';
import { firstLine } from '../shared/text-field.ts';
import { changeSearch, endSearch, logCommands, logKey, logTop } from './keys.ts';

/** Most lines of a response that are announced at once. */
const MAX_DETAILS = 40;

function logSpeech(state: State, dialog: LogDialog): Announcement {
  const { lines, cursor } = logLines(dialog, state.screen.size.columns);
  const all = lines.filter(({ id }) => id.startsWith(`log:${dialog.opened}:`));
  const more = textLine('log:more', span(counted(all.length - MAX_DETAILS, safe`more line`)));
  const line = lines[cursor];
  const of = clean(`request ${dialog.cursor + 1} of ${dialog.exchanges.length}`);
  return {
    lines: all.length > MAX_DETAILS ? [...all.slice(0, MAX_DETAILS), more] : all,
    row: line === undefined ? safe`` : safe`${of}: ${lineWords(line)}`,
  };
}

const hasSearch = ({ isSearching, editor }: LogDialog): boolean => isSearching || editor.parts.length > 0;

/** The requests that were sent, and their responses. */
export const logDialog: Dialog<LogDialog> = {
  commands: logCommands,
  isTyping: ({ isSearching }) => isSearching,
  key: logKey,
  paste: (explorer, dialog, text) => {
    if (dialog.isSearching) changeSearch(explorer, dialog, insert(dialog.editor, firstLine(text)));
  },
  back: (explorer, dialog) => {
    if (hasSearch(dialog)) endSearch(explorer, dialog);
    else explorer.closeDialog();
  },
  title: ({ screen: { size } }, dialog) => ({
    title: hasSearch(dialog) ? safe`Requests /${clean(editorText(dialog.editor), 40)}/` : safe`Requests`,
    right: logCounts(dialog, size.columns),
  }),
  lines: (_state, dialog, { rows, columns }) => {
    const { lines, cursor } = logLines(dialog, columns);
    const top = logTop(dialog, columns, rows);
    const shown = lines.slice(top, top + rows);
    return shownExchanges(dialog).length === 0 ? { lines: shown } : { lines: shown, cursor: cursor - top };
  },
  hints: (dialog, state) => {
    const { isSearching } = dialog;
    const active = logCommands.filter(({ isInField }) => !isSearching || isInField);
    return footerOf(active, hasSearch(dialog) ? cancelHint : closeHint, [dialog, state]);
  },
  message: (state, dialog) => {
    if (dialog.isSearching) return fieldMessage(safe` /`, dialog.editor, state);
    const note = span(safe` Responses stay in memory; secrets masked.`, 'dim');
    return coverMessage(state, safe`the requests`, [note]);
  },
  speech: (state, dialog) =>
    dialog.isSearching ? { field: [safe`Search the requests: `, dialog.editor] } : logSpeech(state, dialog),
};
