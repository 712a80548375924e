import { profileName } from '../../deletion/journal.ts';
import { type Comparison, compareRecords, type Side } from '../../diff/comparison.ts';
import { isObject, type JsonObject, member } from '../../json/json.ts';
import { resourceNamed, resourceOf } from '../../resources/registry.ts';
import { isLocal, type Ref, type Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { epoch } from '../../text/units.ts';
import type { Load } from '../state/load.ts';
import { againstRef, type ComparePlace, keyOf } from '../state/place.ts';
import type { State } from '../state/state.ts';

const maskedRecords = memo(compareRecords);

const cachedSide = memo((ref: Ref, record: JsonObject, at: number): Side => ({ ref, record, at }), 4);

/** Cached until one of the records changes. */
const cachedComparison = memo(
  (resource: Resource, before: Side, after: Side, isFirst?: boolean): Comparison => {
    const contents = maskedRecords(resource, before.record, after.record);
    return {
      resource,
      before: { ...before, record: contents.before },
      after: { ...after, record: contents.after },
      isSnapshot: before.ref === after.ref,
      isFirst: isFirst === true,
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
  const resource = resourceOf(ref.kind);
  const seenAt = at + state.session.clockSkewMs;
  return cachedComparison(
    resource,
    cachedSide(ref, record, seenAt),
    cachedSide(ref, read.value, read.at),
    isFirst,
  );
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

/** A record to compare; of a backup its contents, as of the time it was saved. */
type ComparedSide = { readonly resource: Resource; readonly value: JsonObject; readonly at: number };

function sideOf(state: State, ref: Ref): ComparedSide | undefined {
  const last = loadOf(state, ref)?.last;
  const resource = resourceOf(ref.kind);
  if (last === undefined || !isLocal(resource)) return last && { ...last, resource };
  const contents = member(last.value, 'contents');
  if (!isObject(contents)) return undefined;
  const saved = resourceNamed(String(member(last.value, 'kind'))) ?? resource;
  return { resource: saved, value: contents, at: savedAt(state, last.value) ?? last.at };
}

/** Compares the two records of a place; undefined until both are loaded, or if they must not be compared. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  if (comparisonRefusal(state, place) !== undefined) return undefined;
  const [before, after] = [sideOf(state, other), sideOf(state, place.ref)];
  if (before === undefined || after === undefined) return undefined;
  return cachedComparison(
    after.resource,
    cachedSide(other, before.value, before.at),
    cachedSide(place.ref, after.value, after.at),
  );
}
