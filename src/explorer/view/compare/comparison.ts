import { profileName } from '../../../deletion/journal.ts';
import { type Comparison, compareRecords } from '../../../diff/comparison.ts';
import { isObject, type JsonObject, member } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { epoch } from '../../../text/units.ts';
import type { Load } from '../../state/load.ts';
import { againstRef, type ComparePlace, keyOf } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

const maskedRecords = memo(compareRecords);

type ComparisonInputs = [
  afterRef: Ref,
  after: JsonObject,
  afterAt: number,
  beforeRef: Ref,
  before: JsonObject,
  beforeAt: number,
  isFirst: boolean,
];

/** Cached until one of the records changes. */
const cachedComparison = memo(
  (...[afterRef, after, afterAt, beforeRef, before, beforeAt, isFirst]: ComparisonInputs): Comparison => {
    const resource = resourceOf(afterRef.kind);
    const contents = maskedRecords(resource, before, after);
    return {
      resource,
      before: { ref: beforeRef, record: contents.before, at: beforeAt },
      after: { ref: afterRef, record: contents.after, at: afterAt },
      isSnapshot: beforeRef === afterRef,
      isFirst,
      difference: contents.difference,
    };
  },
);

const loadOf = ({ data: { records } }: State, { kind, ids }: Ref): Load<JsonObject> | undefined =>
  records[keyOf(kind, ids)];

/** Compares a record with its snapshot; undefined if it was not opened in this run. */
export function sinceSeen(state: State, ref: Ref): Comparison | undefined {
  const read = loadOf(state, ref)?.last;
  const earlier = state.data.snapshots[keyOf(ref.kind, ref.ids)];
  if (read === undefined || earlier === undefined) return undefined;
  const { record, at, isFirst = false } = earlier;
  // All times on the screen follow the server's clock.
  return cachedComparison(ref, read.value, read.at, ref, record, at + state.session.clockSkewMs, isFirst);
}

const otherOf = memo(againstRef);

/**
 * Returns why a backup is compared with no record here: it is of another server or workspace. The demo has
 * only its own.
 */
export function foreignBackup({ session: { server } }: State, backup: JsonObject): SafeText | undefined {
  const from = member(backup, 'profile');
  const isOwn =
    server?.demo === true || from === profileName(server?.baseUrl ?? '', server?.workspaceId ?? '');
  return isOwn ? undefined : safe`A backup of another server or workspace: ${clean(String(from), 200)}.`;
}

/** Returns why the records of a place are not compared; undefined if they are. */
export function comparisonRefusal(state: State, place: ComparePlace): SafeText | undefined {
  if (place.backup === undefined) return undefined;
  const other = otherOf(place);
  const backup = other && loadOf(state, other)?.last?.value;
  return backup && foreignBackup(state, backup);
}

/** Returns the time of a backup by the server's clock; undefined if it has none. */
function savedAt({ session: { clockSkewMs } }: State, backup: JsonObject): number | undefined {
  const at = epoch(String(member(backup, 'at')));
  return at === undefined ? undefined : at + clockSkewMs;
}

/** Compares the two records of a place; undefined until both are loaded, or if they must not be compared. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  if (comparisonRefusal(state, place) !== undefined) return undefined;
  const [before, after] = [loadOf(state, other)?.last, loadOf(state, place.ref)?.last];
  if (before === undefined || after === undefined) return undefined;
  const isBackup = isLocal(resourceOf(other.kind));
  const earlier = isBackup ? member(before.value, 'contents') : before.value;
  if (!isObject(earlier)) return undefined;
  const at = isBackup ? savedAt(state, before.value) : undefined;
  return cachedComparison(place.ref, after.value, after.at, other, earlier, at ?? before.at, false);
}
