import { resourceOf, resources } from '../../resources/registry.ts';
import type { Child, ChildRow, Ref, Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { type KnownRecords, knownRecords } from '../state/known-records.ts';
import { refText } from '../state/place-text.ts';
import type { State } from '../state/state.ts';

type InsideChild = Extract<Child, { readonly from: 'inside' }>;

/**
 * Returns the kind whose records contain others that list their users; at most one kind has this description.
 */
function usingKind(): { readonly user: Resource; readonly child: InsideChild } | undefined {
  for (const user of resources)
    for (const child of user.children) {
      const isKnown = resourceOf(child.to).children.some(
        ({ from, to }) => from === 'known' && to === user.kind,
      );
      if (child.from === 'inside' && isKnown) return { user, child };
    }
  return undefined;
}

type UsedRecord = {
  readonly ref: Ref;
  readonly name: SafeText;
  readonly count: number;
  readonly failing: number;
};

/** Counts the records in use, the most used first. Several entries of one record count once. */
function countUses(rows: readonly (readonly ChildRow[])[]): readonly UsedRecord[] {
  const all = new Map<string, UsedRecord>();
  for (const record of rows) {
    const own = new Map(record.map(row => [refText(row.ref), row]));
    for (const [key, { ref, name, tone }] of own) {
      const { count, failing } = all.get(key) ?? { count: 0, failing: 0 };
      all.set(key, { ref, name, count: count + 1, failing: failing + Number(tone === 'bad') });
    }
  }
  return [...all.values()].sort((a, b) => b.count - a.count);
}

/** Records that the loaded records of another kind use. */
export type Usage = {
  readonly used: readonly UsedRecord[];
  readonly known: KnownRecords;
  /** The kind of the records that use them. */
  readonly user: Resource;
  readonly title: SafeText;
};

const cachedUsage = memo(
  (records: State['data']['records'], lists: State['data']['lists']): Usage | undefined => {
    const using = usingKind();
    if (using === undefined) return undefined;
    const known = knownRecords(using.user.kind, records, lists);
    const used = countUses(known.records.map(({ ref, loaded }) => using.child.rows(loaded.value, ref)));
    return { used, known, user: using.user, title: using.child.title };
  },
);

/** Returns the records in use by the loaded records; undefined while none is loaded. */
export function usageOf({ data: { records, lists } }: Pick<State, 'data'>): Usage | undefined {
  const found = cachedUsage(records, lists);
  return found === undefined || found.known.records.length === 0 ? undefined : found;
}

/** Returns the number of used records, and of the records that use them. */
export const usageWords = ({ used, known }: Usage): SafeText => safe`${used.length} across ${known.count}`;
