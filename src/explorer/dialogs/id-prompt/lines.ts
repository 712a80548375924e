import { ownerRef, resourceOf } from '../../../resources/registry.ts';
import { isShown } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { nameOrFullId } from '../../facts/choices.ts';
import { type Line, span, textLine, titleLine } from '../../facts/line.ts';
import { fieldSpans } from '../../facts/text-field.ts';
import type { State } from '../../state/state.ts';
import type { DialogOf } from '../shared/dialog.ts';
import { topForChoice } from '../shared/scroll.ts';

/** Returns the known ids that fit, the chosen one among them. */
function knownLines(dialog: DialogOf<'id-prompt'>, room: number): readonly Line[] {
  const top = topForChoice(dialog.choice, dialog.known.length, room);
  return dialog.known.slice(top, top + room).map((id, at) => {
    const isChosen = top + at === dialog.choice;
    return textLine(
      `known:${id}`,
      span(safe`     ${isChosen ? safe`▸` : safe` `} ${clean(id, 100)}`, isChosen ? 'strong' : 'plain'),
    );
  });
}

/** Returns the question, the field and the known ids. */
export function promptLines(state: State, dialog: DialogOf<'id-prompt'>, height: number): readonly Line[] {
  const resource = resourceOf(dialog.recordKind);
  const kind = clean(resource.title.toLowerCase());
  const owner = ownerRef({ kind: dialog.recordKind, ids: dialog.ids });
  const of = owner === undefined ? safe`` : safe` of ${nameOrFullId(state, owner)}`;
  const act = !isShown(resource) ? safe`Delete` : safe`Open`;
  const offered =
    dialog.known.length > 0
      ? safe`   Type or paste the id, or press Down:`
      : resource.list === undefined
        ? safe`   Type or paste the id (the API can't list them).`
        : safe`   Type or paste the id.`;
  return [
    titleLine('prompt', safe`${act} one ${kind}${of}`),
    textLine(
      'field',
      span(safe`   ${kind} id  > `),
      ...fieldSpans(dialog.editor, state.screen.size.columns - 24),
    ),
    textLine('why', dialog.hint === undefined ? span(offered, 'dim') : span(safe`   ${dialog.hint}`, 'warn')),
    ...knownLines(dialog, height - 3),
  ];
}
