import { type JsonObject, member } from '../../../json/json.ts';
import { labelOf } from '../../../resources/fields.ts';
import { redactShown } from '../../../resources/redact.ts';
import { refId, resourceOf } from '../../../resources/registry.ts';
import {
  type Child,
  type ChildRow,
  type EntryTable,
  isShown,
  listIds,
  nameOf,
  type RecordPart,
  type Ref,
  type Resource,
} from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { asPart, type Lines, linkLine, MARKS, span, textLine, titleLine } from '../../facts/line.ts';
import { tabNamed, tabsOf } from '../../facts/tabs.ts';
import { type Action, toPlace, toRecord } from '../../state/action.ts';
import { keyLabel } from '../../state/key-names.ts';
import { keyOf, listPlace } from '../../state/place.ts';
import { hasAllRecords, knownRecords } from '../../state/records.ts';
import { factLines, fieldParts, INDENT, type RenderOptions } from './fields.ts';
import { type InlineList, inlineListLines, seenLines, tableLines } from './inline-list.ts';

const severity = ({ tone }: RecordPart) => (tone === 'bad' ? 2 : tone === 'warn' ? 1 : 0);

function knownLines(child: Extract<Child, { from: 'known' }>, { ref: self, context }: ShownRecord): Lines {
  const id = `child:${child.to}`;
  if (context === undefined) return [titleLine(id, child.title)];
  const resource = resourceOf(child.to);
  const known = knownRecords(child.to, context.records, context.lists);
  const { unchecked, hasMore, plural, unlisted } = known;
  const rows = known.records.flatMap(({ ref, loaded }): readonly ChildRow[] => {
    const use = child.uses(loaded.value, self);
    return use === undefined ? [] : [{ id: refId(ref), name: nameOf(resource, loaded.value), ref, ...use }];
  });
  const sorted = rows.toSorted((a, b) => severity(b) - severity(a));
  const count = safe`${rows.length} found · ${known.count} checked`;
  const rest = unchecked !== undefined && safe`${unchecked}${hasMore && safe`+`} `;
  const dim = (name: string, text: SafeText) => textLine(`${id}:${name}`, span(safe`   ${text}`, 'dim'));
  return [
    titleLine(id, child.title, count),
    ...childRows(sorted, id, ({ ref }) => toRecord(ref)),
    ...(hasAllRecords(known) ? [] : [dim('rest', safe`${rest}${plural} not checked · :check all`)]),
    ...(unlisted === undefined ? [] : [dim('unlisted', safe`${unlisted} not loaded yet · :${unlisted}`)]),
  ];
}

function childRows<R extends RecordPart>(
  rows: readonly R[],
  id: string,
  targetOf: (row: R) => Action,
): Lines {
  if (rows.length === 0) return [textLine(`${id}:none`, span(safe`   none`, 'dim'))];
  const nameCells = rows.reduce((most, row) => Math.min(32, Math.max(most, cells(row.name))), 12);
  return rows.map(row =>
    linkLine(
      `${id}:${row.id}`,
      targetOf(row),
      span(safe`   ${MARKS[row.tone]} `, row.tone),
      span(safe`${sized(row.name, nameCells)}  `, 'strong'),
      span(row.detail, row.tone),
    ),
  );
}

export type ShownRecord = Readonly<{
  ref: Ref;
  options: RenderOptions;
  tab?: string | undefined;
  context?: InlineList['context'];
  /** The overview on a high screen, or in the pane of a list: it has parts that other tabs show in full. */
  form?: 'high' | 'pane' | undefined;
}>;

type InsideChild = Extract<Child, { readonly from: 'inside' }>;

const rowsInside = memo(
  (child: InsideChild, record: JsonObject, ref: Ref): readonly ChildRow[] => child.rows(record, ref),
  2,
);

function typedLine(to: Resource, { ref, options }: ShownRecord) {
  // The key, if a person has given one, of the command that opens a record of this kind by its id.
  const [idKey] = options.keymap?.[`${to.kind}.open`] ?? [];
  const key = idKey === undefined ? safe`` : safe`  ${clean(keyLabel(idKey))}`;
  return linkLine(
    `child:${to.kind}:typed`,
    { to: 'prompt', kind: to.kind, ids: ref.ids },
    span(safe`${INDENT}open by id …`, 'strong'),
    span(key, 'key'),
  );
}

/** Stands below the row of the entry: the cursor stays on the row. */
function reasonLines(row: ChildRow, entries: EntryTable, width: number): Lines {
  const reason = entries.fields[entries.reason]?.read(row.entry?.[entries.reason]);
  if (typeof reason !== 'string') return [];
  const shown = wrap(clean(reason), Math.max(20, width - 10)).slice(0, 3);
  return shown.map(text => asPart(textLine('', span(safe`       ${text}`, row.tone))));
}

const cachedReasons = memo(
  (rows: readonly ChildRow[], entries: EntryTable, width: number) =>
    rows.map(row => reasonLines(row, entries, width)),
  2,
);

function entryLines(row: ChildRow, entries: EntryTable, options: RenderOptions): Lines {
  const lines = entries.details.flatMap(name => {
    const field = entries.fields[name];
    const value = member(row.entry, name);
    if (field === undefined || field.show(value, options.clock) === undefined) return [];
    const labelled = { path: [name], name: labelOf(entries, name), options };
    return fieldParts(field, value, labelled).flatMap(factLines);
  });
  return [titleLine(`entry:${row.id}`, row.name), ...lines.map(line => ({ ...line, id: '' }))];
}

function insideLines(child: InsideChild, record: JsonObject, { ref, options }: ShownRecord): Lines {
  const id = `child:${child.to}`;
  const rows = rowsInside(child, record, ref);
  const title = titleLine(id, child.title, safe`${rows.length}`);
  if (rows.length === 0) return [title, ...childRows(rows, id, ({ ref }) => toRecord(ref))];
  const { entries } = child;
  const resource = { fields: entries.fields, nameField: undefined };
  const reasons = cachedReasons(rows, entries, options.width);
  const table = tableLines(
    { id, resource, columns: entries.columns, options },
    rows.map((row, at) => ({
      id: row.id,
      record: row.entry ?? {},
      target: toRecord(row.ref),
      tone: row.tone,
      // With its reason, for a ticket.
      copy: reasons[at]?.length === 0 ? undefined : `${row.name} ${row.detail}`,
    })),
  );
  return [title, ...table.flatMap((line, at) => [line, ...(reasons[at - 1] ?? [])])];
}

export function cursorLines(
  resource: Resource,
  sent: JsonObject,
  { ref, options, tab, cursor = '' }: ShownRecord & { readonly cursor: string | undefined },
): Lines {
  const { children = [] } = tabNamed(tabsOf(resource), tab) ?? {};
  return children.flatMap(child => {
    if (child.from !== 'inside') return [];
    const rows = rowsInside(child, redactShown(resource.fields, sent), ref);
    const chosen = rows.find(({ id }) => cursor === `child:${child.to}:${id}`) ?? rows[0];
    return chosen === undefined ? [] : entryLines(chosen, child.entries, options);
  });
}

const MAX_PART_ROWS = 10;

function partLines<R extends RecordPart>(
  title: SafeText,
  rows: readonly R[],
  targetOf: (row: R) => Action,
): Lines {
  const id = `part:${title}`;
  const worst = rows.toSorted((a, b) => severity(b) - severity(a)).slice(0, MAX_PART_ROWS);
  const [next] = rows.filter(row => !worst.includes(row));
  const more = span(safe`${INDENT}… ${rows.length - worst.length} more`, 'dim');
  return [
    titleLine(id, title, safe`${rows.length}`),
    ...childRows(worst, id, targetOf),
    ...(next === undefined ? [] : [linkLine(`${id}:more`, targetOf(next), more)]),
  ];
}

export function otherTabLines(resource: Resource, record: JsonObject, self: ShownRecord): Lines {
  const tabs = tabsOf(resource).slice(1);
  const { parts } = resource;
  const isWhole = self.form === 'high';
  return [
    ...tabs.flatMap(({ title: tab, children }) =>
      children.flatMap(child =>
        child.from !== 'inside'
          ? []
          : partLines(child.title, rowsInside(child, record, self.ref), ({ id, ref }) => ({
              ...{ to: 'row', tab, line: `child:${child.to}:${id}`, ref },
            })),
      ),
    ),
    ...(parts && isWhole
      ? partLines(parts.title, parts.rows(record, self.options.clock), ({ path }) => ({ to: 'part', path }))
      : []),
    ...tabs.flatMap(({ children }) =>
      children.flatMap(child => {
        const inline = isWhole ? inlineList(resourceOf(child.to), self) : undefined;
        return inline === undefined ? [] : seenLines(inline, child.title, MAX_PART_ROWS);
      }),
    ),
  ];
}

function inlineList(to: Resource, { ref, options, context }: ShownRecord): InlineList | undefined {
  if (to.list?.isUndocumented !== true || context === undefined) return undefined;
  const place = listPlace(to.kind, listIds(to.list, ref.ids));
  return { id: `child:${to.kind}`, to, place, context, options };
}

export function childLines(child: Child, record: JsonObject, self: ShownRecord): Lines {
  const id = `child:${child.to}`;
  const to = resourceOf(child.to);
  const inline = inlineList(to, self);
  switch (child.from) {
    case 'inside':
      return insideLines(child, record, self);
    case 'known':
      return knownLines(child, self);
    case 'typed': {
      // The menu of actions deletes by an id.
      if (!isShown(to)) return [];
      const typed = typedLine(to, self);
      return inline === undefined
        ? [titleLine(id, child.title), typed]
        : inlineListLines(inline, child.title, [typed]);
    }
    case 'list': {
      if (inline !== undefined) return inlineListLines(inline, child.title);
      if (to.list === undefined) return [titleLine(id, child.title)];
      const place = listPlace(to.kind, listIds(to.list, self.ref.ids));
      const all = span(safe`${INDENT}all ${to.plural}`, 'strong');
      return [titleLine(id, child.title), linkLine(`${id}:all`, toPlace(place), all)];
    }
  }
}

/** Collects all rows once, because a record may have findings for thousands. */
export const insideTargets = memo((resource: Resource, record: JsonObject, self: Ref) => {
  const targets = tabsOf(resource).flatMap(({ title, children }) =>
    children.flatMap(child =>
      child.from === 'inside'
        ? rowsInside(child, record, self).map(({ id, ref }): [string, Action] => [
            keyOf(ref),
            { to: 'row', tab: title, line: `child:${child.to}:${id}`, ref },
          ])
        : [],
    ),
  );
  // The first row about a record wins.
  const byKey = new Map(targets.reverse());
  return (wanted: Ref): Action | undefined => byKey.get(keyOf(wanted));
});
