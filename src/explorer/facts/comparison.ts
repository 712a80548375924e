import { profileName } from '../../deletion/journal.ts';
import { type Comparison, compareRecords, type Side } from '../../diff/comparison.ts';
import { isObject, type JsonObject, member } from '../../json/json.ts';
import { resourceNamed, resourceOf } from '../../resources/registry.ts';
import { isLocal, type Ref, type Resource } from '../../resources/resource.ts';
import { memo, memoFields } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { epoch } from '../../text/units.ts';
import type { Load } from '../state/load.ts';
import { againstRef, type ComparePlace, keyOf } from '../state/place.ts';
import type { State } from '../state/state.ts';

const maskedRecords = memo(compareRecords);
const cachedComparison = memoFields((comparison: Comparison) => comparison);
const cachedSide = memoFields((side: Side) => side, 2);

function compared(resource: Resource, before: Side, after: Side, isFirst = false): Comparison {
  const contents = maskedRecords(resource, before.record, after.record);
  return cachedComparison({
    resource,
    before: cachedSide({ ...before, record: contents.before }),
    after: cachedSide({ ...after, record: contents.after }),
    isSnapshot: before.ref === after.ref,
    isFirst,
    difference: contents.difference,
  });
}

const loadOf = ({ data: { records } }: State, ref: Ref): Load<JsonObject> | undefined => records[keyOf(ref)];

export function sinceSeen(state: State, ref: Ref): Comparison | undefined {
  const read = loadOf(state, ref)?.last;
  const earlier = state.data.snapshots[keyOf(ref)];
  if (read === undefined || earlier === undefined) return undefined;
  const { record, at, isFirst = false } = earlier;
  // All times on the screen follow the server's clock.
  const seen = { ref, record, at: at + state.session.clockSkewMs };
  return compared(resourceOf(ref.kind), seen, { ref, record: read.value, at: read.at }, isFirst);
}

const otherOf = memo(againstRef);

/**
 * Why a backup is compared with no record here: it is of another server or workspace. The demo has only its
 * own.
 */
export function foreignBackup({ session: { server } }: State, backup: JsonObject): SafeText | undefined {
  const from = member(backup, 'profile');
  const isOwn = server?.demo || from === profileName(server?.baseUrl ?? '', server?.workspaceId ?? '');
  return isOwn ? undefined : safe`A backup of another server or workspace: ${clean(String(from), 200)}.`;
}

export function comparisonRefusal(state: State, place: ComparePlace): SafeText | undefined {
  if (place.backup === undefined) return undefined;
  const other = otherOf(place);
  const backup = other && loadOf(state, other)?.last?.value;
  return backup && foreignBackup(state, backup);
}

function sideOf(state: State, ref: Ref): (Side & { readonly resource: Resource }) | undefined {
  const last = loadOf(state, ref)?.last;
  const resource = resourceOf(ref.kind);
  if (last === undefined) return undefined;
  const { value: record, at } = last;
  if (!isLocal(resource)) return { ref, record, at, resource };
  const contents = member(record, 'contents');
  if (!isObject(contents)) return undefined;
  const saved = resourceNamed(String(member(record, 'kind'))) ?? resource;
  const savedAt = epoch(String(member(record, 'at')));
  const ofServer = savedAt === undefined ? at : savedAt + state.session.clockSkewMs;
  return { ref, record: contents, at: ofServer, resource: saved };
}

/** Undefined until both are loaded, or if they must not be compared. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  if (comparisonRefusal(state, place) !== undefined) return undefined;
  const [before, after] = [sideOf(state, other), sideOf(state, place.ref)];
  if (before === undefined || after === undefined) return undefined;
  const { resource, ...later } = after;
  return compared(resource, { ref: other, record: before.record, at: before.at }, later);
}
