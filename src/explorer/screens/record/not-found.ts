import type { Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { redact } from '../../../resources/redact.ts';
import { resourceOf, resources } from '../../../resources/registry.ts';
import { type ChildRow, type EntryTable, nameOf, type Ref } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { type Line, linkLine, span, textLine, titleLine } from '../../facts/line.ts';
import type { Load } from '../../state/load.ts';
import { idsInKey, keyOf } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { entryLines } from './children.ts';
import type { RenderOptions } from './fields.ts';

type Mention = {
  readonly owner: Ref;
  readonly record: JsonObject;
  readonly row: ChildRow;
  readonly entries: EntryTable;
};

type Views = State['navigation']['views'];
type Records = State['data']['records'];

/** Returns the entry of a loaded record about another one. */
function mentionIn(owner: Ref, record: JsonObject, wanted: string): Mention | undefined {
  for (const child of resourceOf(owner.kind).children) {
    if (child.from !== 'inside') continue;
    const masked = redact(resourceOf(owner.kind).fields, record);
    const row = child.rows(masked, owner).find(({ ref }) => keyOf(ref.kind, ref.ids) === wanted);
    if (row !== undefined) return { owner, record, row, entries: child.entries };
  }
  return undefined;
}

/** Returns the entry about a record: from an open view, else from any loaded record. */
function findMention(views: Views, records: Records, ref: Ref): Mention | undefined {
  const wanted = keyOf(ref.kind, ref.ids);
  const above = views.flatMap(({ place }) => (place.screen === 'record' ? [place.ref] : [])).toReversed();
  const parents = resources.filter(({ children }) =>
    children.some(child => child.from === 'inside' && child.to === ref.kind),
  );
  const loaded = Object.keys(records).flatMap(key =>
    parents.flatMap(({ kind }): Ref[] => {
      const ids = idsInKey(key, kind);
      return ids === undefined ? [] : [{ kind, ids }];
    }),
  );
  for (const owner of [...above, ...loaded]) {
    const record = records[keyOf(owner.kind, owner.ids)]?.last?.value;
    const found = record === undefined ? undefined : mentionIn(owner, record, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

const textRows = (
  id: string,
  text: SafeText,
  { width, style }: { width: number; style: 'warn' | 'dim' },
): Line[] =>
  wrap(text, Math.max(20, width - 4)).map((line, at) =>
    textLine(`${id}:${at}`, span(safe`   ${line}`, style)),
  );

const cachedLines = memo(
  (
    ...[views, records, ref, failure, options]: [Views, Records, Ref, Failure, RenderOptions]
  ): readonly Line[] | undefined => {
    const { missingHint, title } = resourceOf(ref.kind);
    const found = findMention(views, records, ref);
    if (found === undefined || missingHint === undefined) return undefined;
    const { owner, record, row, entries } = found;
    const { width } = options;
    const name = nameOf(resourceOf(owner.kind), record);
    const path = failure.sent === undefined ? safe`` : safe` (GET ${clean(failure.sent.path, 300)}: 404)`;
    const what = clean(title.toLowerCase());
    return [
      ...textRows('absent', safe`${missingHint}${path}`, { width, style: 'warn' }),
      ...textRows('instead', safe`${name} says this about the ${what}:`, { width, style: 'dim' }),
      ...entryLines(row, entries, options),
      titleLine('owner:title', safe`On`),
      linkLine(
        'owner',
        { to: 'place', place: { screen: 'record', ref: owner } },
        span(safe`   ${name}`, 'strong'),
        span(safe`  ${clean(owner.kind)}`, 'dim'),
      ),
    ];
  },
);

/**
 * Returns the entry of another record about this one, in place of a 404 that is ordinary for its kind;
 * undefined without an entry.
 */
export function notFoundLines(
  { navigation: { views }, data: { records } }: State,
  ref: Ref,
  { load, options }: { readonly load: Load<unknown> | undefined; readonly options: RenderOptions },
): readonly Line[] | undefined {
  if (load?.phase !== 'failed' || load.failure.kind !== 'not-found') return undefined;
  return cachedLines(views, records, ref, load.failure, options);
}
