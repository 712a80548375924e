import { type Comparison, compareRecords } from '../../../diff/comparison.ts';
import { isObject, type JsonObject, member } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
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

/** Compares the two records of a place; undefined until both are loaded. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  const [before, after] = [loadOf(state, other)?.last, loadOf(state, place.ref)?.last];
  if (before === undefined || after === undefined) return undefined;
  const earlier = isLocal(resourceOf(other.kind)) ? member(before.value, 'contents') : before.value;
  if (!isObject(earlier)) return undefined;
  return cachedComparison(place.ref, after.value, after.at, other, earlier, before.at, false);
}
