import { resourceNamed } from '../../../resources/registry.ts';
import { deleteAction, ownIdName, type Ref, type Resource, refOf } from '../../../resources/resource.ts';
import { allOf } from '../../../text/result.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { pastedRefs, recognisedRefs } from '../../lookup/recognise.ts';
import type { PaletteDialog } from '../../state/dialogs.ts';
import { parsePlace } from '../../state/place-text.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText, firstLine, insert } from '../../state/text-field.ts';

/** Offers the records and places that pasted text can mean, or reports that there are none. Sends nothing. */
export function offerPasted({ store, openDialog, notify }: Explorer, text: string): void {
  const pasted = text.trim();
  const { kind } = parsePlace(pasted);
  const isPlace = kind === 'list' || kind === 'root';
  if (!isPlace && pastedRefs(store.getState(), pasted).length === 0) {
    const shown = clean(firstLine(text), 20);
    return notify('warn', safe`Nothing to open in what you pasted ("${shown}").`);
  }
  const isLine = isPlace || !/\s/.test(pasted);
  const line = isLine ? { editor: editorOf(pasted) } : { scope: 'pasted' as const, editor: editorOf('') };
  openDialog({ kind: 'palette', ...line, choice: 0, pasted });
}

type IdLine = { readonly resource: Resource; readonly parents: Ref['ids'] };

/** Returns the kind in a line that lacks its own id alone; undefined for other lines. */
function idLine(line: string): IdLine | undefined {
  const [word = '', ...values] = line.trim().split(/\s+/);
  const resource = resourceNamed(word.toLowerCase());
  const names = resource?.ids.slice(0, -1) ?? [];
  if (resource === undefined || !/\s$/.test(line) || values.length !== names.length) return undefined;
  return { resource, parents: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
}

/** Returns several pasted ids, one a line, if records of this kind can only be deleted. */
function idsToDelete({ resource, parents }: IdLine, text: string): readonly Ref[] {
  const lines = text.split(/[\r\n]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
  if (resource.read !== undefined || deleteAction(resource) === undefined || lines.length < 2) return [];
  const refs = allOf([...new Set(lines)].map(id => refOf(resource, parents, id)));
  // A single invalid line makes all of them doubtful.
  return refs.ok ? refs.value : [];
}

/** Returns the text to insert: the id within an address, if it has one of the kind in the line. */
function idWithin(state: State, { resource }: IdLine, text: string): string {
  const found = text.includes('/')
    ? recognisedRefs(state, text).find(({ kind }) => kind === resource.kind)
    : undefined;
  return found?.ids[ownIdName(resource)] ?? text;
}

/** Pastes into the line. Several ids behind a kind that can only be deleted open the delete dialog. */
export function pasteInLine(explorer: Explorer, dialog: PaletteDialog, text: string): void {
  const state = explorer.store.getState();
  const line = idLine(editorText(dialog.editor));
  const many = line === undefined ? [] : idsToDelete(line, text);
  const refusal = deleteRefusal(state);
  if (many.length > 1 && refusal !== undefined) return explorer.notify('warn', refusal);
  if (many.length > 1) return explorer.openDelete(many.map(ref => ({ ref })));
  const first = firstLine(text);
  const pasted = line === undefined ? first : idWithin(state, line, first);
  explorer.changeDialog(dialog, { editor: insert(dialog.editor, pasted), choice: 0 });
}
