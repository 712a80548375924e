import type { Ids, Operation } from '../../api/operation.ts';
import type { StoredPlace } from '../../storage/memory.ts';
import { memoFields } from '../../text/memo.ts';
import type { Load, Rows } from '../state/load.ts';
import { type ListPlace, placeKey } from '../state/place.ts';
import { storedRef } from '../state/recents.ts';
import { type KnownRecords, knownRecords } from '../state/records.ts';
import type { UndocumentedPolicy } from '../state/slices.ts';
import type { State } from '../state/state.ts';
import { type OperationRefusal, refusalOf } from './undocumented.ts';

/** Data on the screen of a record besides the record. */
export type RecordContext = {
  readonly known: (kind: string) => KnownRecords;
  readonly listOf: (place: ListPlace) => Load<Rows> | undefined;
  /** Recently opened records of a kind below the given ids, newest first. */
  readonly recents: (kind: string, ids: Ids) => readonly StoredPlace[];
  readonly undocumented: UndocumentedPolicy;
  /** Returns the server's refusal of an undocumented operation, while it counts. */
  readonly refusal: (operation: Operation, now: number) => OperationRefusal | undefined;
};

const isBelow = (stored: StoredPlace, kind: string, ids: Ids): boolean => {
  const ref = stored.gone ? undefined : storedRef(stored);
  return ref?.kind === kind && Object.entries(ids).every(([name, id]) => ref.ids[name] === id);
};

type Inputs = Pick<State['data'], 'records' | 'lists'> &
  Pick<State['user'], 'memory'> &
  Pick<State['session'], 'undocumented' | 'forbidden'>;

const cachedContext = memoFields(
  ({ records, lists, memory, undocumented, forbidden }: Inputs): RecordContext => ({
    known: kind => knownRecords(kind, records, lists),
    listOf: place => lists[placeKey(place)],
    recents: (kind, ids) => memory.recents.filter(stored => isBelow(stored, kind, ids)),
    undocumented,
    refusal: (operation, now) => refusalOf({ memory, forbidden, now }, operation),
  }),
);

/** Returns the context. Cached until one of its inputs changes. */
export const recordContext = ({
  data: { records, lists },
  user: { memory },
  session: { undocumented, forbidden },
}: State): RecordContext => cachedContext({ records, lists, memory, undocumented, forbidden });
