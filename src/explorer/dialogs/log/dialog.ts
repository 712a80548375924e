import { clean, safe } from '../../../text/sanitise.ts';
import type { Logging } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import { hint, span, textLine } from '../../view/line.ts';
import { logCounts, logLines } from '../../view/request-log.ts';
import { lineWords } from '../../view/spoken-words.ts';
import type { Announcement, Dialog } from '../shared/dialog.ts';
import { closeHint, coverMessage, enterHint } from '../shared/message.ts';
import { logKey, logTop } from './keys.ts';

/** Lines of a response that are announced in one go. */
const MOST_DETAILS = 40;

function logSpeech(state: State, dialog: Logging): Announcement {
  const { lines, cursor } = logLines(dialog, state.screen.size.columns);
  const all = lines.filter(({ id }) => id.startsWith(`log:${dialog.opened}:`));
  const more = textLine('log:more', span(safe`${all.length - MOST_DETAILS} lines more`));
  const line = lines[cursor];
  const of = clean(`request ${dialog.cursor + 1} of ${dialog.exchanges.length}`);
  return {
    lines: all.length > MOST_DETAILS ? [...all.slice(0, MOST_DETAILS), more] : all,
    row: line === undefined ? safe`` : safe`${of}: ${lineWords(line)}`,
  };
}

/** Requests that were sent, and their responses. */
export const logDialog: Dialog<Logging> = {
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
  hints: (_dialog, state) => [
    enterHint(safe`the answer`),
    closeHint,
    hint(safe`f`, safe`only failed`),
    hint(keyName(state.user.keymap, 'copy.line'), safe`copy as curl`),
  ],
  message: state => {
    const note = span(safe` Answers are kept in memory only, secrets masked.`, 'dim');
    return coverMessage(state, safe`the requests`, [note]);
  },
  speech: logSpeech,
};
