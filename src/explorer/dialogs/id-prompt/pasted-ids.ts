import { ownIdName, refOf } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { deleteAction, type Ref } from '../../../resources/resource.ts';
import { allOf } from '../../../text/result.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { recognisedRefs } from '../../lookup/recognise.ts';

/** Returns the text to paste into an id field: the id within an address, if it has one of that kind. */
export function pastedId({ store }: Explorer, kind: string, text: string): string {
  const found = text.includes('/')
    ? recognisedRefs(store.getState(), text).find(ref => ref.kind === kind)
    : undefined;
  return found?.ids[ownIdName(resourceOf(kind))] ?? text;
}

/**
 * Returns the pasted ids, one a line, if records of this kind can only be deleted; none for a single line.
 */
export function pastedIds(kind: string, parents: Ref['ids'], text: string): readonly Ref[] {
  const resource = resourceOf(kind);
  const lines = text.split(/[\r\n]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
  if (resource.read !== undefined || deleteAction(resource) === undefined || lines.length < 2) return [];
  const refs = allOf([...new Set(lines)].map(id => refOf(resource, parents, id)));
  // A single invalid line makes all of them doubtful.
  return refs.ok ? refs.value : [];
}
