import { type JsonObject, member } from '../api/json.ts';
import { resourceOf } from '../resources/index.ts';
import { labelOf } from '../resources/label.ts';
import {
  type Child,
  type ChildRow,
  type Entries,
  isShown,
  listIds,
  type Ref,
  type Resource,
} from '../resources/resource.ts';
import { tabsOf } from '../resources/tabs.ts';
import { clean, safe } from '../text/sanitise.ts';
import { wrap } from '../text/width.ts';
import type { Around } from './around.ts';
import { childRows } from './child-rows.ts';
import { fieldLines, INDENT, type Paper } from './field-lines.ts';
import { keyLabel } from './key-names.ts';
import { knownLines } from './known-lines.ts';
import { isNarrow } from './layout.ts';
import { type Line, linkLine, span, type Target, textLine, titleLine } from './line.ts';
import { type Listed, listedLines, listedRight, seenLines } from './listed-lines.ts';
import { keyOf } from './place.ts';
import { tableLines } from './table-lines.ts';

const READ_ONLY = safe`${INDENT}Read-only: nothing can be deleted.`;

/** The record that lines belong to, and what they show besides it. */
export type Self = {
  readonly ref: Ref;
  readonly paper: Paper;
  readonly tab?: number;
  readonly around?: Around;
  /** Id of the line under the cursor, where what is shown depends on it. */
  readonly cursor?: string | undefined;
};

type Inside = Extract<Child, { readonly from: 'inside' }>;
type Typed = Extract<Child, { readonly from: 'typed' }>;

const placeOf = (ref: Ref): Target => ({ to: 'place', place: { screen: 'record', ref } });

/** The line to all records of a kind, where an operation lists them. */
function allLine(to: Resource, id: string, ref: Ref): Line[] {
  if (to.list === undefined) return [];
  const place = { screen: 'list', kind: to.kind, ids: listIds(to.list, ref.ids) } as const;
  return [linkLine(`${id}:all`, { to: 'place', place }, span(safe`${INDENT}all ${to.plural}`, 'strong'))];
}

function typedLine(to: Resource, child: Typed, { ref, paper }: Self): Line {
  const { ids } = ref;
  const what = isShown(to) ? safe`open one by its id` : safe`delete one by its id`;
  const target = { to: 'prompt', kind: to.kind, ids } as const;
  // The action that asks for the id of this kind.
  const [idKey = child.idKey] = paper.keymap?.[`${to.kind}.open`] ?? [];
  const key = idKey === undefined ? safe`` : safe`  ${clean(keyLabel(idKey))}`;
  return linkLine(
    `child:${to.kind}:typed`,
    target,
    span(safe`${INDENT}${what} …`, 'strong'),
    span(key, 'key'),
    ...(isNarrow(paper.width) ? [] : [span(safe`  ${child.why}`, 'dim')]),
  );
}

const reasonId = (line: string): string => `${line}:reason`;

/** What is wrong with an entry, below its row; copied with what it is about, as a ticket needs it. */
function reasonLines(row: ChildRow, line: string, { entries, width }: { entries: Entries; width: number }) {
  const reason = entries.fields[entries.reason]?.read(row.entry?.[entries.reason]);
  if (typeof reason !== 'string') return [];
  const shown = wrap(clean(reason), Math.max(20, width - 10)).slice(0, 3);
  return shown.map(
    (text, at): Line => ({
      is: 'text',
      id: at === 0 ? reasonId(line) : '',
      spans: [span(safe`       ${text}`, row.tone)],
      target: placeOf(row.ref),
      copy: `${row.name} ${row.detail}`,
    }),
  );
}

/** Everything an entry says of itself, one field below the other; the cursor passes over them. */
export function entryLines(row: ChildRow, entries: Entries, paper: Paper): Line[] {
  const lines = entries.details.flatMap(name => {
    const field = entries.fields[name];
    const value = member(row.entry, name);
    if (field === undefined || field.show(value, paper.clock) === undefined) return [];
    return fieldLines(field, value, { id: `entry:${name}`, name: labelOf(entries, name), paper });
  });
  return [
    titleLine(`entry:${row.id}`, row.name),
    ...lines.map((line): Line => (line.is === 'text' ? { ...line, id: '' } : line)),
  ];
}

function insideLines(child: Inside, record: JsonObject, { ref, paper, cursor }: Self): Line[] {
  const id = `child:${child.to}`;
  const rows = child.rows(record, ref);
  const title = titleLine(id, child.title, safe`${rows.length} · no extra request`);
  if (rows.length === 0) return [title, ...childRows(rows, id)];
  const { entries } = child;
  const resource = { fields: entries.fields, nameField: undefined };
  const table = tableLines(
    { id, resource, columns: entries.columns, paper },
    rows.map(row => ({ id: row.id, record: row.entry ?? {}, target: placeOf(row.ref), tone: row.tone })),
  );
  const lineOf = (row: ChildRow): string => `${id}:${row.id}`;
  const chosen = rows.find(row => cursor === lineOf(row) || cursor === reasonId(lineOf(row))) ?? rows[0];
  const width = paper.width;
  return [
    title,
    ...table.flatMap((line, at) => {
      const row = rows[at - 1];
      return row === undefined ? [line] : [line, ...reasonLines(row, lineOf(row), { entries, width })];
    }),
    ...(chosen === undefined ? [] : entryLines(chosen, entries, paper)),
  ];
}

/** A list outside of the description, where there is one of this kind and somebody to ask for it. */
function listedOf(to: Resource, { ref, paper, around }: Self): Listed | undefined {
  if (to.list?.extension !== true || around === undefined) return undefined;
  const place = { screen: 'list', kind: to.kind, ids: listIds(to.list, ref.ids) } as const;
  return { id: `child:${to.kind}`, to, place, around, paper };
}

function typedLines(child: Typed, self: Self): Line[] {
  const { ref, paper } = self;
  const id = `child:${child.to}`;
  const to = resourceOf(child.to);
  if (!isShown(to) && paper.readOnly)
    return [titleLine(id, child.title), textLine(`${id}:none`, span(READ_ONLY, 'dim'))];
  const listed = listedOf(to, self);
  const typed = typedLine(to, child, self);
  if (listed === undefined) return [titleLine(id, child.title), typed];
  const hasRows = listed.around.extending === 'allowed' && listed.around.listOf(listed.place)?.last;
  return [
    titleLine(id, child.title, listedRight(listed)),
    ...listedLines(listed, [typed]),
    ...(hasRows ? [] : seenLines(listed, ref.ids)),
  ];
}

/** The lines that lead to the records of another kind. */
export function childLines(child: Child, record: JsonObject, self: Self): Line[] {
  const id = `child:${child.to}`;
  const to = resourceOf(child.to);
  switch (child.from) {
    case 'inside':
      return insideLines(child, record, self);
    case 'known':
      return [...knownLines(child, self.ref, self.around?.known(child.to))];
    case 'typed':
      return typedLines(child, self);
    case 'list': {
      const listed = listedOf(to, self);
      if (listed !== undefined)
        return [titleLine(id, child.title, listedRight(listed)), ...listedLines(listed, [])];
      return [titleLine(id, child.title), ...allLine(to, id, self.ref)];
    }
  }
}

/** Where a record itself tells of another one: the row on one of its tabs, on what is wrong with it. */
export function insideTarget(
  resource: Resource,
  record: JsonObject,
  { self, wanted }: { readonly self: Ref; readonly wanted: Ref },
): Target | undefined {
  const key = keyOf(wanted.kind, wanted.ids);
  for (const [tab, { children }] of tabsOf(resource).entries()) {
    for (const child of children) {
      if (child.from !== 'inside') continue;
      const row = child.rows(record, self).find(each => keyOf(each.ref.kind, each.ref.ids) === key);
      if (row === undefined) continue;
      const line = `child:${child.to}:${row.id}`;
      const hasReason = member(row.entry, child.entries.reason) ?? '';
      return { to: 'row', tab, line: hasReason === '' ? line : reasonId(line), ref: wanted };
    }
  }
  return undefined;
}
