import { explain } from '../../../failure.ts';
import { ownIdName, requestPath } from '../../../resources/record-ids.ts';
import { ownerRef, resourceOf, root } from '../../../resources/registry.ts';
import { deleteAction, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle, wrap } from '../../../text/width.ts';
import { matches } from '../../actions/delete/rules.ts';
import type { Removing } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { recordName } from '../../view/choices.ts';
import { isNarrow, layoutOf } from '../../view/layout.ts';
import { blank, type Hint, hint, type Line, MARKS, noKeys, span, textLine } from '../../view/line.ts';
import { fieldSpans } from '../../view/text-field.ts';

const lower = (text: SafeText): SafeText => clean(text.toLowerCase());

const pair = (id: string, label: string, ...values: readonly SafeText[]): Line[] =>
  values.map((value, at) =>
    textLine(
      `${id}:${at}`,
      span(safe`   ${clean((at === 0 ? label : '').padEnd(13))}`, 'label'),
      span(value),
    ),
  );

/** Whose record it is: the bot of a conversation, the workspace of a bot. */
function ownerLines(state: State, { ref }: Removing): Line[] {
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.session.server?.workspaceId ?? '' } };
  const owner = ownerRef(ref) ?? home;
  const id = clean(owner.ids[ownIdName(resourceOf(owner.kind))] ?? '', 80);
  return pair('in', owner.kind, safe`${recordName(state, owner)}   ${id}`);
}

function knowledge(dialog: Removing, resource: Resource, width: number): Line[] {
  if (dialog.phase === 'reading')
    return [textLine('again', span(safe`   Reading it again, to show what is there now …`, 'dim'))];
  if (resource.read === undefined) {
    return [
      textLine(
        'again',
        span(safe`   It cannot be looked at first: the API has no call that reads one.`, 'warn'),
      ),
    ];
  }
  if (dialog.failure !== undefined) return [];
  return [
    textLine('again', span(safe`   Read again just now:`)),
    ...dialog.remarks.flatMap(({ tone, text }, at) =>
      wrap(text, Math.max(10, width - 9)).map((row, part) =>
        part === 0
          ? textLine(`remark:${at}`, span(safe`     ${MARKS[tone]} `, tone), span(row))
          : textLine(`remark:${at}:${part}`, span(safe`       ${row}`)),
      ),
    ),
  ];
}

function failureOf(dialog: Removing, width: number): Line[] {
  if (dialog.failure === undefined) return [];
  const { title } = explain(dialog.failure);
  const words = dialog.failure.detail === undefined ? title : safe`${title}: ${dialog.failure.detail}`;
  return wrap(words, width - 6).map((text, at) => textLine(`failure:${at}`, span(safe`   ${text}`, 'bad')));
}

/** What is asked for; its field comes below it. */
function askingLines(dialog: Removing, width: number): readonly Line[] {
  // What is typed before it is known what goes would be lost.
  if (dialog.phase === 'reading') return [];
  if (dialog.phase === 'sending')
    return [textLine('asking', span(safe`   Sent. Waiting for the answer …`, 'warn'))];
  if (dialog.phase === 'checking') {
    const words = safe`Not known yet. Reading it again to see whether it is gone …`;
    return wrap(words, width - 4).map((row, at) => textLine(`asking:${at}`, span(safe`   ${row}`, 'warn')));
  }
  const what =
    dialog.tokenIs === 'name'
      ? safe`the name`
      : dialog.token.length === 1
        ? safe`the last character of the id`
        : safe`the last ${dialog.token.length} characters of the id`;
  return wrap(safe`Type ${what}, or Esc to leave:`, width - 4).map((row, at) =>
    textLine(`asking:${at}`, span(safe`   ${row}`)),
  );
}

const LABEL_CELLS = 17;

/** Where a copy goes before the delete; of what cannot be read there is none. */
function keptLines({ keptIn }: Removing, { read }: Resource, columns: number): Line[] {
  if (keptIn === undefined || read === undefined) return [];
  const where = isNarrow(columns) ? safe`` : safe`, in ${keptIn}`;
  return pair('kept', 'What is kept', ...wrap(safe`a copy, secrets removed${where}`, columns - LABEL_CELLS));
}

/** The dialog above its question: what is deleted, where, and what goes with it. */
function aboveLines(state: State, dialog: Removing): readonly Line[] {
  const resource = resourceOf(dialog.ref.kind);
  const id = clean(dialog.ref.ids[ownIdName(resource)] ?? '', 512);
  const { columns } = state.screen.size;
  const { operation } = deleteAction(resource) ?? {};
  const named = dialog.name === id ? [] : pair('name', 'name', dialog.name);
  return [
    ...named,
    ...pair(
      'id',
      'id',
      ...(isNarrow(columns) ? [cutMiddle(id, columns - LABEL_CELLS)] : wrap(id, columns - LABEL_CELLS)),
    ),
    ...ownerLines(state, dialog),
    blank('b1'),
    ...failureOf(dialog, columns),
    ...knowledge(dialog, resource, columns),
    blank('b2'),
    ...pair(
      'goes',
      'What goes',
      ...wrap(deleteAction(resource)?.consequence ?? safe``, columns - LABEL_CELLS),
    ),
    ...keptLines(dialog, resource, columns),
    ...(operation === undefined || isNarrow(columns)
      ? []
      : pair(
          'request',
          'Request',
          ...wrap(
            safe`${clean(operation.method)} ${requestPath(operation, dialog.ref.ids)}`,
            columns - LABEL_CELLS,
          ),
        )),
  ];
}

/** As much of the dialog as there is room for. */
type RemovePage = {
  readonly lines: readonly Line[];
  /** All above the question is or was on the screen: it is asked now. */
  readonly isLast: boolean;
  /** Where the next page begins. */
  readonly next: number;
};

/** A row for the field. */
const FIELD = 1;

/**
 * What the dialog shows. Where there is room for all of it, all; else without its blank lines; else page by page,
 * and the question comes with the last one: nobody types before what goes was on the screen.
 */
export function removePage(state: State, dialog: Removing): RemovePage {
  const { body, columns } = layoutOf(state);
  const asking = askingLines(dialog, columns);
  const all = [...aboveLines(state, dialog), blank('gap')];
  const room = Math.max(0, body - asking.length - FIELD);
  if (all.length <= room) return { lines: [...all, ...asking], isLast: true, next: 0 };
  const above = all.filter(line => line.kind !== 'blank');
  const top = Math.min(dialog.top ?? 0, above.length);
  const page = Math.max(1, body - 1);
  // A terminal of a few rows has none to spare for anything but the question.
  if (dialog.phase !== 'asking' || above.length - top <= room || room === 0)
    return { lines: [...above.slice(Math.max(0, above.length - room)), ...asking], isLast: true, next: top };
  const next = top + page;
  const more = textLine('more', span(safe`   … ${above.length - top - page} more: Enter or Down`, 'warn'));
  return { lines: [...above.slice(top, next), more], isLast: false, next };
}

/** The title of the dialog. */
export function removeTitle(dialog: Removing): SafeText {
  const { title } = resourceOf(dialog.ref.kind);
  return safe`Delete this ${lower(title)} for good?`;
}

/** What Enter would do now. */
export function removeHints(dialog: Removing, isLast: boolean): readonly Hint[] {
  const cancel = hint(safe`Esc`, safe`cancel`);
  if (!isLast) return [hint(safe`Enter Down`, safe`read on`), cancel];
  if (dialog.phase === 'reading') return [cancel];
  if (dialog.phase !== 'asking') return noKeys(safe`Wait for the answer. Nothing else is sent.`);
  return matches(dialog)
    ? [hint(safe`Enter`, safe`DELETES ${dialog.name}`, 'key'), cancel]
    : [hint(safe`Enter`, safe`delete (not yet)`), cancel];
}

/** The line above the keys. */
export function removeMessage(dialog: Removing, isLast: boolean): SafeText {
  if (!isLast) return safe`Read it to its end before you type.`;
  if (dialog.hint !== undefined) return dialog.hint;
  if (dialog.phase === 'reading') return safe`Nothing has been sent yet.`;
  if (dialog.phase !== 'asking') return safe`One request, never repeated by itself.`;
  if (matches(dialog)) return safe`It matches.`;
  return dialog.wasSent
    ? safe`One request was sent. Type it again to send another.`
    : safe`Nothing has been sent yet. Enter works only when it matches.`;
}

/** The rows of the delete dialog that there is room for: the field comes when all above it were on the screen. */
export function removeRows(state: State, dialog: Removing): readonly Line[] {
  const page = removePage(state, dialog);
  if (!page.isLast || dialog.phase !== 'asking') return page.lines;
  return [
    ...page.lines,
    textLine('field', span(safe`   > `), ...fieldSpans(dialog.editor, state.screen.size.columns - 8)),
  ];
}
