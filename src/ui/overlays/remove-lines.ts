import { ownerName } from '../../commands/child-commands.ts';
import { explain } from '../../failure.ts';
import { ownerRef, resourceOf, root } from '../../resources/index.ts';
import { ownIdName, type Resource, requestPath } from '../../resources/resource.ts';
import { blank, type Line, MARKS, span, textLine } from '../../store/line.ts';
import { matches } from '../../store/removal.ts';
import type { Removing, State } from '../../store/state.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { wrap } from '../../text/width.ts';
import { fieldSpans } from '../parts/field.ts';

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
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.server?.workspaceId ?? '' } };
  const owner = ownerRef(ref) ?? home;
  const id = clean(owner.ids[ownIdName(resourceOf(owner.kind))] ?? '', 80);
  return pair('in', owner.kind, safe`${ownerName(state, owner)}   ${id}`);
}

function knowledge(dialog: Removing, resource: Resource): Line[] {
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
    ...dialog.remarks.map(({ tone, text }, at) =>
      textLine(`remark:${at}`, span(safe`     ${MARKS[tone]} `, tone), span(text)),
    ),
  ];
}

function failureOf(dialog: Removing, width: number): Line[] {
  if (dialog.failure === undefined) return [];
  const { title } = explain(dialog.failure);
  const words = dialog.failure.detail === undefined ? title : safe`${title}: ${dialog.failure.detail}`;
  return wrap(words, width - 6).map((text, at) => textLine(`failure:${at}`, span(safe`   ${text}`, 'bad')));
}

/** What is asked for, and the field; they stay on the screen however low it is. */
export function removeQuestion(dialog: Removing, width: number): readonly Line[] {
  if (dialog.phase === 'sending')
    return [textLine('asking', span(safe`   Sent. Waiting for the answer …`, 'warn')), blank('field')];
  if (dialog.phase === 'checking') {
    return [
      textLine(
        'asking',
        span(safe`   The answer was lost. Reading it again to see whether it is gone …`, 'warn'),
      ),
      blank('field'),
    ];
  }
  const what =
    dialog.tokenIs === 'name' ? safe`the name` : safe`the last ${dialog.token.length} characters of the id`;
  return [
    blank('gap'),
    ...wrap(safe`Type ${what}, or Esc to leave:`, width - 4).map((row, at) =>
      textLine(`asking:${at}`, span(safe`   ${row}`)),
    ),
    textLine('field', span(safe`   > `), ...fieldSpans(dialog.editor, width - 8)),
  ];
}

/** Where a copy goes before the delete; of what cannot be read there is none. */
function keptLines({ keptIn }: Removing, { read }: Resource, columns: number): Line[] {
  if (keptIn === undefined || read === undefined) return [];
  return pair('kept', 'What is kept', ...wrap(safe`a copy, secrets removed, in ${keptIn}`, columns - 20));
}

/** The dialog above its question: what is deleted, where, and what goes with it. */
export function removeLines(state: State, dialog: Removing): readonly Line[] {
  const resource = resourceOf(dialog.ref.kind);
  const id = clean(dialog.ref.ids[ownIdName(resource)] ?? '', 512);
  const { columns } = state.size;
  const { operation } = resource.remove ?? {};
  const named = dialog.name === id ? [] : pair('name', 'name', dialog.name);
  return [
    ...named,
    ...pair('id', 'id', ...wrap(id, columns - 20)),
    ...ownerLines(state, dialog),
    blank('b1'),
    ...failureOf(dialog, columns),
    ...knowledge(dialog, resource),
    blank('b2'),
    ...pair('goes', 'What goes', ...wrap(resource.remove?.consequence ?? safe``, columns - 20)),
    ...keptLines(dialog, resource, columns),
    ...(operation === undefined
      ? []
      : pair(
          'request',
          'Request',
          ...wrap(safe`${clean(operation.method)} ${requestPath(operation, dialog.ref.ids)}`, columns - 20),
        )),
  ];
}

/** The title of the dialog. */
export function removeTitle(dialog: Removing): SafeText {
  const { title } = resourceOf(dialog.ref.kind);
  return safe`Delete this ${lower(title)} for good?`;
}

/** What Enter would do now. */
export function removeHints(dialog: Removing): SafeText {
  if (dialog.phase !== 'asking') return safe`Wait for the answer. Nothing else is sent.`;
  return matches(dialog)
    ? safe`Enter DELETES ${dialog.name}   Esc cancel`
    : safe`Enter delete (not yet)   Esc cancel`;
}

/** The line above the keys. */
export function removeMessage(dialog: Removing): SafeText {
  if (dialog.hint !== undefined) return dialog.hint;
  if (dialog.phase !== 'asking') return safe`One request, never repeated by itself.`;
  if (matches(dialog)) return safe`It matches.`;
  return dialog.wasSent
    ? safe`One request was sent. Type it again to send another.`
    : safe`Nothing has been sent yet. Enter works only when it matches.`;
}
