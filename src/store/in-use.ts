import { resourceOf, resources } from '../resources/registry.ts';
import type { Child, ChildRow, Ref, Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Known, knownRecords } from './known.ts';
import type { Choice } from './place-choice.ts';
import { refText } from './place-text.ts';
import { newView, type State } from './state.ts';
import type { World } from './world.ts';

type Inside = Extract<Child, { readonly from: 'inside' }>;

/** The kind whose records name others inside of them that say by whom they are used; the description has one at most. */
function usingKind(): { readonly user: Resource; readonly child: Inside } | undefined {
  for (const user of resources)
    for (const child of user.children) {
      const isKnown = resourceOf(child.to).children.some(
        ({ from, to }) => from === 'known' && to === user.kind,
      );
      if (child.from === 'inside' && isKnown) return { user, child };
    }
  return undefined;
}

type Used = { readonly ref: Ref; readonly name: SafeText; readonly count: number; readonly failing: number };

/** What records read so far use, what most of them use first. Several entries of one record for the same count once. */
function usedOf(rows: readonly (readonly ChildRow[])[]): readonly Used[] {
  const all = new Map<string, Used>();
  for (const record of rows) {
    const own = new Map(record.map(row => [refText(row.ref), row]));
    for (const [key, { ref, name, tone }] of own) {
      const { count, failing } = all.get(key) ?? { count: 0, failing: 0 };
      all.set(key, { ref, name, count: count + 1, failing: failing + Number(tone === 'bad') });
    }
  }
  return [...all.values()].sort((a, b) => b.count - a.count);
}

export type InUse = { readonly used: readonly Used[]; readonly known: Known; readonly what: SafeText };

const inUseOf = memo((records: State['records'], lists: State['lists']): InUse | undefined => {
  const using = usingKind();
  if (using === undefined) return undefined;
  const known = knownRecords(using.user.kind, records, lists);
  const used = usedOf(known.records.map(({ ref, read }) => using.child.rows(read.value, ref)));
  return { used, known, what: using.child.title };
});

/** What the records read so far use, and how many were read; undefined while none was. */
export function inUse({ records, lists }: Pick<State, 'records' | 'lists'>): InUse | undefined {
  const found = inUseOf(records, lists);
  return found === undefined || found.known.records.length === 0 ? undefined : found;
}

/** How many there are, and across how many records. */
export const inUseWords = ({ used, known }: InUse): SafeText =>
  safe`${used.length} across ${known.count} ${known.plural}`;

/** A row for each of them; it leads to its record, where "used by" is. */
export function inUseChoices({ used, known }: InUse): readonly Choice[] {
  return used.map(({ ref, name, count, failing }) => ({
    id: refText(ref),
    kind: clean(ref.kind),
    label: name,
    detail: safe`${count} of ${known.records.length} ${known.plural}${failing === 0 ? safe`` : safe`, ✗ failing on ${failing}`}`,
    destination: { to: 'view', view: newView({ screen: 'record', ref }) },
  }));
}

export const NONE_IN_USE = safe`Nothing is known to be in use yet: :scan reads what is loaded.`;

/** Offers them to be opened; while none was read a sentence says so instead. */
export function chooseInUse(store: World['store']): void {
  const found = inUse(store.getState());
  if (found === undefined || found.used.length === 0)
    store.setState({
      notice: { tone: 'warn', text: NONE_IN_USE },
    });
  else store.setState({ overlay: { is: 'choose', of: 'in-use', rows: inUseChoices(found), choice: 0 } });
}
