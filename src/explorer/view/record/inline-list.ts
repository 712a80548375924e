import type { Ids } from '../../../api/operation.ts';
import { explain } from '../../../failure.ts';
import { ownIdName, requestPath } from '../../../resources/record-ids.ts';
import type { Ref, Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime, span as timeSpan } from '../../../text/units.ts';
import { cells, cutMiddle, sized, wrap } from '../../../text/width.ts';
import { keyName } from '../../state/key-names.ts';
import type { Load, Rows } from '../../state/load.ts';
import type { ListPlace } from '../../state/place.ts';
import { storedRef } from '../../state/recents.ts';
import { isNarrow } from '../layout.ts';
import { type Line, linkLine, span, textLine, titleLine } from '../line.ts';
import { sortedOrder } from '../list/sort.ts';
import type { Refused } from '../undocumented.ts';
import type { Around } from './context.ts';
import { INDENT, type Paper } from './fields.ts';
import { tableLines } from './inline-table.ts';

/** An undocumented list, shown on the record that it belongs to. */
export type Listed = {
  readonly id: string;
  readonly to: Resource;
  readonly place: ListPlace;
  readonly around: Around;
  readonly paper: Paper;
};

const DEEPER = safe`     `;

/** Most rows shown on the record; the screen of the list has all of them. */
const MOST = 50;
/** Cells of an id that only has to be distinguished; none where there is no room. */
const SHORT_ID = 13;
/** Cells of when something was opened, and of the gap before it. */
const SEEN_CELLS = 18;

const plural = ({ to }: Listed): SafeText => clean(to.plural.toLowerCase());

type Said = readonly [id: string, text: SafeText, indent?: SafeText];

function say({ paper }: Listed, ...[id, text, indent = INDENT]: Said): Line[] {
  return wrap(text, Math.max(20, paper.width - cells(indent) - 1)).map((row, at) =>
    textLine(`${id}:${at}`, span(safe`${indent}${row}`, 'dim')),
  );
}

/** Returns what its key does, and the path that it requests. */
function offerLines(listed: Listed): Line[] {
  const { id, to, place } = listed;
  if (to.list === undefined) return [];
  const path = requestPath(to.list, place.ids);
  const target = { to: 'consent', kind: to.kind, ids: place.ids } as const;
  return [
    linkLine(
      `${id}:consent`,
      target,
      span(safe`${INDENT}list ${plural(listed)} (undocumented API call) …`, 'strong'),
      span(safe`  ${keyName(listed.paper.keymap, 'extension.ask')}`, 'key'),
    ),
    ...say(listed, `${id}:path`, safe`GET ${path}`, DEEPER),
    ...say(listed, `${id}:kept`, safe`asks once per workspace`, DEEPER),
  ];
}

function refusedWords(refused: Refused, listed: Listed): SafeText {
  const again = safe`${keyName(listed.paper.keymap, 'place.reload')} retries.`;
  if (refused.why === 'no permission') return safe`You may not list ${plural(listed)} (403). ${again}`;
  const age = listed.paper.clock.now - refused.at;
  const when = age < 60_000 ? safe`just now` : safe`${timeSpan(age)} ago`;
  return safe`Not supported by this server (tried ${when}). ${again}`;
}

/** Returns the rows in the usual order of their kind. */
function rowLines({ id, to, paper }: Listed, { items, ids, next }: Rows, place: ListPlace): Line[] {
  if (items.length === 0) return [textLine(`${id}:none`, span(safe`${INDENT}none`, 'dim'))];
  const order = to.usualOrder === undefined ? items.keys() : sortedOrder(to, items, to.usualOrder);
  const rows = [...order].slice(0, MOST).flatMap(at => {
    const record = items[at];
    const own = ids[at] ?? '';
    if (record === undefined) return [];
    const ref: Ref = { kind: to.kind, ids: { ...place.ids, [ownIdName(to)]: own } };
    return [{ id: own, record, target: { to: 'place', place: { screen: 'record', ref } } } as const];
  });
  const isMore = next !== undefined || items.length > MOST;
  const all = safe`${INDENT}all ${clean(to.plural.toLowerCase())} …`;
  const words = isMore
    ? safe`  (more available)`
    : isNarrow(paper.width)
      ? safe``
      : safe`  (filter, sort, mark)`;
  return [
    ...tableLines({ id, resource: to, columns: to.columns, paper }, rows),
    linkLine(`${id}:all`, { to: 'place', place }, span(all, 'strong'), span(words, 'dim')),
  ];
}

function withoutRows(load: Load<Rows> | undefined, listed: Listed): Line[] {
  const { id, to, around, paper } = listed;
  const refused = to.list === undefined ? undefined : around.refusal(to.list, paper.clock.now);
  if (load?.phase === 'loading') return [textLine(`${id}:reading`, span(safe`${INDENT}loading …`, 'dim'))];
  if (refused !== undefined) return say(listed, `${id}:refused`, refusedWords(refused, listed));
  if (load?.phase === 'failed')
    return say(
      listed,
      `${id}:failed`,
      safe`✗ ${explain(load.failure).title} · ${keyName(listed.paper.keymap, 'place.reload')} retry`,
    );
  return [textLine(`${id}:reading`, span(safe`${INDENT}loading …`, 'dim'))];
}

/** Returns the list, or why there is none and what can be done. `typed`: the way to a record by its id. */
export function listedLines(listed: Listed, typed: readonly Line[]): Line[] {
  const { id, around, place } = listed;
  const load = around.listOf(place);
  const rows = load?.last?.value;
  const unlisted = safe`Listing ${plural(listed)} is an undocumented API call.`;
  switch (around.extending) {
    case 'never':
      return [
        ...say(listed, `${id}:why`, safe`${unlisted} These are off (--strict, or strict in settings).`),
        ...typed,
      ];
    case 'asks':
      return [
        ...say(listed, `${id}:why`, safe`${unlisted} botscope won't make it without asking.`),
        ...typed,
        ...offerLines(listed),
      ];
    case 'allowed':
      return [...(rows === undefined ? withoutRows(load, listed) : rowLines(listed, rows, place)), ...typed];
  }
}

/** Returns the text at the right of the title: the count, and that the list is undocumented. */
export function listedRight({ around, place }: Listed): SafeText | undefined {
  const load = around.extending === 'allowed' ? around.listOf(place) : undefined;
  if (load?.last === undefined) return undefined;
  const { ids, next, stopped } = load.last.value;
  const more = next === undefined && stopped === undefined ? safe`` : safe`+`;
  return safe`${ids.length}${more} · loaded ${clockTime(load.last.at)} · undocumented API`;
}

/** Returns the records of a kind that were opened before, where no list shows them. */
export function seenLines({ id, to, around, paper }: Omit<Listed, 'place'>, ids: Ids): Line[] {
  const kept = around.seen(to.kind, ids);
  if (kept.length === 0) return [];
  const idCells = isNarrow(paper.width) ? 0 : SHORT_ID + 2;
  const nameCells = Math.max(12, paper.width - INDENT.length - idCells - SEEN_CELLS);
  return [
    titleLine(`${id}:seen`, safe`Seen before`),
    ...kept.flatMap(row => {
      const ref = storedRef(row);
      if (ref === undefined) return [];
      const own = clean(ref.ids[ownIdName(to)] ?? '', 200);
      const id = idCells === 0 ? safe`` : safe`${sized(cutMiddle(own, SHORT_ID), SHORT_ID)}  `;
      const age = paper.clock.now - row.at;
      const when = age < 60_000 ? safe`opened just now` : safe`opened ${timeSpan(age)} ago`;
      return linkLine(
        `${id}:seen:${row.place}`,
        { to: 'place', place: { screen: 'record', ref } },
        span(safe`${INDENT}${id}`, 'dim'),
        span(safe`${sized(row.name === '' ? own : row.name, nameCells)}  `, 'strong'),
        span(when, 'dim'),
      );
    }),
  ];
}
