import { clean, safe } from '../../../text/sanitise.ts';
import type { LogDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { span, textLine } from '../../view/line.ts';
import { logCounts, logLines } from '../../view/request-log.ts';
import { lineWords } from '../../view/spoken-words.ts';
import type { Announcement, Dialog } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { closeHint, coverMessage } from '../shared/message.ts';
import { logCommands, logKey, logTop } from './keys.ts';

/** Most lines of a response that are announced at once. */
const MOST_DETAILS = 40;

function logSpeech(state: State, dialog: LogDialog): Announcement {
  const { lines, cursor } = logLines(dialog, state.screen.size.columns);
  const all = lines.filter(({ id }) => id.startsWith(`log:${dialog.opened}:`));
  const more = textLine('log:more', span(safe`${all.length - MOST_DETAILS} more lines`));
  const line = lines[cursor];
  const of = clean(`request ${dialog.cursor + 1} of ${dialog.exchanges.length}`);
  return {
    lines: all.length > MOST_DETAILS ? [...all.slice(0, MOST_DETAILS), more] : all,
    row: line === undefined ? safe`` : safe`${of}: ${lineWords(line)}`,
  };
}

/** The requests that were sent, and their responses. */
export const logDialog: Dialog<LogDialog> = {
  commands: logCommands,
  key: logKey,
  title: ({ screen: { size } }, dialog) => ({
    title: safe`Requests`,
    right: logCounts(dialog, size.columns),
  }),
  lines: (_state, dialog, { rows, columns }) => {
    const { lines, cursor } = logLines(dialog, columns);
    const top = logTop(dialog, columns, rows);
    return { lines: lines.slice(top, top + rows), cursor: cursor - top };
  },
  hints: (dialog, state) => footerOf(logCommands, closeHint, [dialog, state]),
  message: state => {
    const note = span(safe` Responses stay in memory; secrets masked.`, 'dim');
    return coverMessage(state, safe`the requests`, [note]);
  },
  speech: logSpeech,
};
