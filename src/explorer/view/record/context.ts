import type { Ids, Operation } from '../../../api/operation.ts';
import type { Memory, StoredPlace } from '../../../storage/memory.ts';
import { memo } from '../../../text/memo.ts';
import { type KnownRecords, knownRecords } from '../../state/known-records.ts';
import type { Load, Rows } from '../../state/load.ts';
import type { ListPlace } from '../../state/place.ts';
import { placeKey } from '../../state/place.ts';
import { storedRef } from '../../state/recents.ts';
import type { UndocumentedPolicy } from '../../state/slices.ts';
import type { State } from '../../state/state.ts';
import { type Refused, refusalOf } from '../undocumented.ts';

/** What the screen of a record shows besides the record. */
export type Around = {
  /** Loaded records of a kind. */
  readonly known: (kind: string) => KnownRecords;
  readonly listOf: (place: ListPlace) => Load<Rows> | undefined;
  /** Recently opened records of a kind below the given ids, newest first. */
  readonly seen: (kind: string, ids: Ids) => readonly StoredPlace[];
  readonly extending: UndocumentedPolicy;
  /** Refusal of an undocumented operation by the server, while it counts. */
  readonly refusal: (operation: Operation, now: number) => Refused | undefined;
};

const isBelow = (kept: StoredPlace, kind: string, ids: Ids): boolean => {
  const ref = kept.gone ? undefined : storedRef(kept);
  return ref?.kind === kind && Object.entries(ids).every(([name, id]) => ref.ids[name] === id);
};

const made = memo(
  (
    ...[records, lists, memory, extending, forbidden]: [
      State['data']['records'],
      State['data']['lists'],
      Memory,
      UndocumentedPolicy,
      readonly string[],
    ]
  ): Around => ({
    known: kind => knownRecords(kind, records, lists),
    listOf: place => lists[placeKey(place)],
    seen: (kind, ids) => memory.recents.filter(kept => isBelow(kept, kind, ids)),
    extending,
    refusal: (operation, now) => refusalOf({ memory, forbidden, now }, operation),
  }),
);

/** Returns the context. Cached until one of its inputs changes. */
export const aroundOf = ({
  data: { records, lists },
  user: { memory },
  session: { undocumented: extending, forbidden },
}: State): Around => made(records, lists, memory, extending, forbidden);
