import { rowOf } from './row-index.ts';

/** Ids of marked rows. Made from any set; those made here can be changed quickly, however many they are. */
export type Marks = Pick<ReadonlySet<string>, 'has' | 'size' | typeof Symbol.iterator>;

/** Marks as they are kept beside one list: a flag for each of its rows, and the ids that are not in it. */
type Parts = {
  readonly ids: readonly string[];
  readonly flags: Uint8Array;
  readonly others: ReadonlySet<string>;
};

const known = new WeakMap<Marks, Parts>();

function* marked({ ids, flags, others }: Parts): Generator<string, undefined> {
  for (let at = flags.indexOf(1); at >= 0; at = flags.indexOf(1, at + 1)) yield ids[at] ?? '';
  yield* others;
}

function marksOn(parts: Parts): Marks {
  const { ids, flags, others } = parts;
  let size = others.size;
  for (let at = 0; at < flags.length; at++) size += flags[at] ?? 0;
  const marks: Marks = {
    size,
    has: id => flags[rowOf(ids, id)] === 1 || others.has(id),
    [Symbol.iterator]: () => marked(parts),
  };
  known.set(marks, parts);
  return marks;
}

/** Marks beside a list: as they are kept already, or sorted out once. */
function beside(ids: readonly string[], marks: Marks): Parts {
  const parts = known.get(marks);
  if (parts?.ids === ids) return parts;
  const flags = new Uint8Array(ids.length);
  const others = new Set<string>();
  for (const id of marks) {
    const at = rowOf(ids, id);
    if (at < 0) others.add(id);
    else flags[at] = 1;
  }
  return { ids, flags, others };
}

export const NO_MARKS: Marks = new Set();

/** Marks with the rows at some places of a list marked, or not marked. */
export function withMarked(
  marks: Marks,
  ids: readonly string[],
  { places, isMarked }: { readonly places: Iterable<number>; readonly isMarked: boolean },
): Marks {
  const parts = beside(ids, marks);
  const flags = parts.flags.slice();
  const flag = Number(isMarked);
  for (const at of places) flags[at] = flag;
  return marksOn({ ...parts, flags });
}

/** Marks without those of one id. */
export function withoutMark(marks: Marks, id: string): Marks {
  if (!marks.has(id)) return marks;
  const parts = known.get(marks) ?? { ids: [], flags: new Uint8Array(), others: new Set(marks) };
  const at = rowOf(parts.ids, id);
  const flags = at < 0 ? parts.flags : parts.flags.with(at, 0);
  return marksOn({ ...parts, flags, others: parts.others.difference(new Set([id])) });
}

/** Only the marks of rows that are in the list. */
export const marksWithin = (marks: Marks, ids: readonly string[]): Marks =>
  marksOn({ ...beside(ids, marks), others: new Set() });

/** How many of the rows at some places of a list are marked. */
export function countMarked(marks: Marks, ids: readonly string[], places: Iterable<number>): number {
  const { flags } = beside(ids, marks);
  let count = 0;
  for (const at of places) count += flags[at] ?? 0;
  return count;
}
