import { ownIdName, refOf } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isShown, type Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Below } from '../../actions/navigate.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import { newView } from '../../state/state.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import { typeInto } from '../shared/text-field-keys.ts';

/** A key while an id is asked for. */
export function promptKey(
  explorer: Explorer,
  overlay: Extract<Overlay, { is: 'prompt' }>,
  { key, alone }: Press,
): void {
  const { known, choice } = overlay;
  if (key.name === 'enter') return answerPrompt(explorer, overlay, alone);
  if (known.length === 0 || (key.name !== 'down' && key.name !== 'up')) return typeInto(explorer, key);
  const next = Math.max(0, Math.min(known.length - 1, choice + (key.name === 'down' ? 1 : -1)));
  explorer.store.setState({ overlay: { ...overlay, choice: next, editor: editorOf(known[next] ?? '') } });
}

/** Opens the record that was known but for what it belongs to. */
function openBelow({ jump }: Explorer, { ids }: Ref, { kind, id }: Below): void {
  const ref = { kind, ids: { ...ids, [ownIdName(resourceOf(kind))]: id } };
  jump(newView({ screen: 'record', ref }));
}

/** The id of a prompt: open its record, or ask to delete it when the API reads none. */
function answerPrompt(explorer: Explorer, overlay: Extract<Overlay, { is: 'prompt' }>, alone: boolean): void {
  const resource = resourceOf(overlay.kind);
  const ref = refOf(resource, overlay.ids, editorText(overlay.editor).trim());
  const deletes = !isShown(resource);
  const problem = typeof ref === 'string' ? safe`That cannot be an id: ${ref}.` : undefined;
  const hint = problem ?? (deletes && !alone ? ALONE : undefined);
  if (typeof ref === 'string' || hint !== undefined) {
    return explorer.store.setState({ overlay: { ...overlay, hint: hint ?? ALONE } });
  }
  if (deletes) explorer.ask(ref);
  else if (overlay.below === undefined) explorer.open({ screen: 'record', ref });
  else openBelow(explorer, ref, overlay.below);
}
