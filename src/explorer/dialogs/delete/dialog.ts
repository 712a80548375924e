import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { includedTargets, singleTarget, tallyOf, tallyWords } from '../../actions/delete/targets.ts';
import { type Line, type LongWork, type Span, span, textLine } from '../../facts/line.ts';
import { lineWords } from '../../facts/spoken-words.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';
import type { State } from '../../state/state.ts';
import { ALL_ROWS, type Announcement, type Dialog, type DialogArea, type Title } from '../shared/dialog.ts';
import { refusePaste, withoutField } from '../shared/text-field.ts';
import { deleteHints, deleteMessage } from './footer.ts';
import { deleteCommands, deleteKey, isTyping } from './keys.ts';
import { listLines, summaryLines, TALLY_ID } from './many-targets.ts';
import { targetPage } from './one-target.ts';
import { COUNTDOWN_ID, countdownWords, questionLines } from './question.ts';
import { targetRows } from './target-list.ts';

/** The target that the dialog shows in full; at the end even a single one has a list with its result. */
const shownTarget = (dialog: DeleteDialog): DeleteTarget | undefined =>
  dialog.phase === 'done' ? undefined : singleTarget(dialog);

function isLastPage(state: State, dialog: DeleteDialog): boolean {
  const target = shownTarget(dialog);
  return target === undefined || targetPage(state, dialog, target).isLast;
}

function lines(state: State, dialog: DeleteDialog, { rows, columns }: DialogArea): readonly Line[] {
  const target = shownTarget(dialog);
  return target === undefined
    ? listLines(state, dialog, { height: rows, width: columns })
    : targetPage(state, dialog, target).lines;
}

/** Returns the requests of the present phase: reads of all targets, or deletes of the included ones. */
function workOf(dialog: DeleteDialog): LongWork {
  const { phase, targets, since } = dialog;
  const { left, ...ended } = tallyOf(dialog);
  const deleted = Object.values(ended).reduce((sum, count) => sum + count, 0);
  const isRead = ({ failure, lookedAt = 0 }: DeleteTarget): boolean =>
    failure !== undefined || lookedAt >= since;
  return phase === 'reading'
    ? { done: targets.filter(isRead).length, from: 0, total: targets.length, since }
    : { done: deleted, from: 0, total: deleted + left, since };
}

/** `Permanently delete 40 bots?`, later the tally. */
function titleOf(dialog: DeleteDialog): Title {
  const { phase, recordKind, targets } = dialog;
  const resource = resourceOf(recordKind);
  const title = clean(resource.title.toLowerCase());
  const plural = clean(resource.plural.toLowerCase());
  if (phase === 'refused') return { title: safe`This ${title} was not deleted`, right: undefined };
  if (shownTarget(dialog) !== undefined)
    return { title: safe`Delete this ${title} permanently?`, right: undefined };
  switch (phase) {
    case 'reading':
      return {
        title: safe`Checking ${countedRecords(resource, targets.length)}`,
        right: undefined,
        work: workOf(dialog),
      };
    case 'confirming':
    case 'grace': {
      const included = countedRecords(resource, includedTargets(dialog).length);
      return { title: safe`Permanently delete ${included}?`, right: undefined };
    }
    case 'running':
    case 'stopping':
      return { title: safe`Deleting ${plural}`, right: undefined, work: workOf(dialog) };
    case 'done':
      return { title: safe`Done`, right: tallyWords(tallyOf(dialog)) };
  }
}

function message(state: State, dialog: DeleteDialog): readonly Span[] {
  const words = deleteMessage(dialog, state.session.now, isLastPage(state, dialog));
  return [span(safe` ${words}`, dialog.hint === undefined ? 'plain' : hintTone(dialog))];
}

/** Returns the tone of a hint: good if it is the result of deletes that all succeeded. */
function hintTone(dialog: DeleteDialog): 'good' | 'warn' {
  const { missing, failed, unknown, left } = tallyOf(dialog);
  return dialog.phase === 'done' && missing + failed + unknown + left === 0 ? 'good' : 'warn';
}

/** Returns lines without the text field, and with the seconds to cancel as at their start: said only once. */
const spokenQuestion = (lines: readonly Line[], dialog: DeleteDialog): readonly Line[] =>
  withoutField(lines).map(line =>
    line.id === COUNTDOWN_ID
      ? textLine(
          COUNTDOWN_ID,
          span(safe`${countdownWords({ ...dialog, secondsLeft: undefined })}. Esc cancels.`),
        )
      : line,
  );

/** Announces each of several targets once: when its result is known. */
function listSpeech(state: State, dialog: DeleteDialog): Announcement {
  const { targets, isInList, phase, cursor } = dialog;
  const room = { height: ALL_ROWS, width: state.screen.size.columns };
  const isConfirming = phase === 'confirming';
  const ended = targets.flatMap(({ result }, at) => (typeof result === 'object' ? [at] : []));
  const rowsOf = (at: readonly number[]) => targetRows(dialog, at, { width: room.width, here: undefined });
  const { title, right } = titleOf(dialog);
  const [row] = rowsOf([cursor]);
  return {
    // The count is announced at the end only; before it every target is.
    title: right === undefined || phase !== 'done' ? title : safe`${title}, ${right}`,
    lines: [
      ...summaryLines(state, dialog, room).filter(({ id }) => id !== TALLY_ID),
      ...rowsOf(ended),
      ...spokenQuestion(questionLines(dialog, room), dialog),
    ],
    ...(isConfirming && isInList && row !== undefined ? { row: rowWords(dialog, row) } : {}),
  };
}

function rowWords({ targets, cursor }: DeleteDialog, row: Line): SafeText {
  const words = safe`${cursor + 1} of ${targets.length}: ${lineWords(row)}`;
  return targets[cursor]?.isExcluded === true ? words : safe`${words}, included`;
}

function speech(state: State, dialog: DeleteDialog): Announcement {
  const target = shownTarget(dialog);
  return {
    ...(target === undefined
      ? listSpeech(state, dialog)
      : { lines: spokenQuestion(targetPage(state, dialog, target).lines, dialog) }),
    message: message(state, dialog),
    ...(dialog.phase === 'confirming' && isTyping(dialog) ? { field: [safe`Type it: `, dialog.editor] } : {}),
  };
}

/** Deletes one or more records. */
export const deleteDialog: Dialog<DeleteDialog> = {
  commands: deleteCommands,
  isTyping,
  key: deleteKey,
  paste: refusePaste,
  cancel: ({ cancelDelete }) => cancelDelete(),
  title: (_state, dialog) => ({ ...titleOf(dialog), isDangerous: dialog.phase !== 'done' }),
  lines: (state, dialog, room) => ({ lines: lines(state, dialog, room) }),
  hints: (dialog, state) => deleteHints(dialog, state, isLastPage(state, dialog)),
  message,
  speech,
};
