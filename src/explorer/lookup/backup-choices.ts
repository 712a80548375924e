import { type JsonObject, member } from '../../json/json.ts';
import { backup } from '../../resources/local-kinds.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resources } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { foreignBackup } from '../facts/comparison.ts';
import type { Choice } from '../state/dialogs.ts';
import { refText } from '../state/place-text.ts';
import { knownRecord, newView, type State } from '../state/state.ts';
import { searchSeen } from './search.ts';
import type { IndexedRecord } from './seen-index.ts';

/** Returns the number of characters that two texts begin with. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Orders records by their likeness to a deleted one: the same id, then the most alike name. */
const likeness = ({ record, name }: JsonObject, { id, name: other }: IndexedRecord): number =>
  id === record ? Number.POSITIVE_INFINITY : commonStart(other, String(name));

/** Returns the records that a backup can be compared with, or why there is none. */
export function backupChoices(state: State, ref: Ref): Result<readonly Choice[]> {
  const record = knownRecord(state, ref);
  const resource = resources.find(({ kind }) => kind === member(record, 'kind'));
  if (record === undefined) return err(safe`Not loaded yet.`);
  const refusal = foreignBackup(state, record);
  if (refusal !== undefined) return err(refusal);
  if (resource?.read === undefined) return err(safe`This backup cannot be compared.`);
  const path = ref.ids[ownIdName(backup)] ?? '';
  const seen = searchSeen(state, [], resource).toSorted((a, b) => likeness(record, b) - likeness(record, a));
  if (seen.length === 0)
    return err(safe`No ${clean(resource.kind)} is loaded to compare it with. Open one first.`);
  return ok(
    seen.map(each => ({
      id: refText(each.ref),
      kind: clean(each.ref.kind),
      label: each.name,
      detail: cutMiddle(clean(each.id, 200), 40),
      view: newView({ screen: 'compare', ref: each.ref, backup: path }),
    })),
  );
}
