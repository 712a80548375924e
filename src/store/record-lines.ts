import { isObject, type Json, type JsonObject, member } from '../api/json.ts';
import type { Clock, Field, Fields } from '../resources/field.ts';
import { resourceOf } from '../resources/index.ts';
import { label, undescribed } from '../resources/label.ts';
import { redact } from '../resources/redact.ts';
import { type Child, listIds, type Ref, type Resource, type Section } from '../resources/resource.ts';
import { tabsOf } from '../resources/tabs.ts';
import { clean, cleanLines, type SafeText, safe } from '../text/sanitise.ts';
import { sized, wrap } from '../text/width.ts';
import { childRows } from './child-rows.ts';
import { diagnosisLines } from './diagnosis-lines.ts';
import { keyName } from './key-names.ts';
import type { Known } from './known.ts';
import { knownLines } from './known-lines.ts';
import { type Line, linkLine, MARKS, type Span, span, textLine, titleLine } from './line.ts';
import type { Keymap } from './state.ts';

/** What the lines of a record depend on besides the record itself. */
export type Paper = {
  readonly width: number;
  readonly clock: Clock;
  /** Nothing may be deleted, so nothing offers it. */
  readonly readOnly?: boolean;
  readonly keymap?: Keymap;
};

const LABEL_CELLS = 21;
const INDENT = safe`   `;
const READ_ONLY = safe`${INDENT}Read-only: nothing can be deleted.`;

type Labelled = { readonly id: string; readonly name: SafeText; readonly paper: Paper };

/** A value in one piece takes this many rows at most; the raw view has all of it. Text of several lines is whole. */
const MOST_ROWS = 5;

function shortened(
  rows: readonly SafeText[],
  { isProse, keymap = {} }: { readonly isProse: boolean; readonly keymap?: Keymap | undefined },
): readonly SafeText[] {
  if (isProse || rows.length <= MOST_ROWS) return rows;
  return [...rows.slice(0, MOST_ROWS), safe`… (${keyName({ keymap }, 'record.raw')} shows all of it)`];
}

/** A label and a value, the value wrapped below itself. */
function pair({ id, name, paper }: Labelled, value: readonly SafeText[], style: Span['style']): Line[] {
  const wide = paper.width >= 56;
  const labelCells = wide ? LABEL_CELLS : 2;
  const room = Math.max(8, paper.width - labelCells - INDENT.length - 1);
  const rows = shortened(
    value.flatMap(text => wrap(text, room)),
    { isProse: value.length > 1, keymap: paper.keymap },
  );
  const head = wide ? [] : [textLine(`${id}:label`, span(safe`${INDENT}${name}`, 'label'))];
  const body = rows.map((row, at) => {
    const text = wide && at === 0 ? name : safe``;
    return textLine(
      at === 0 ? id : `${id}:${at}`,
      span(safe`${INDENT}${sized(text, labelCells)}`, 'label'),
      span(row, style),
    );
  });
  return [...head, ...body];
}

/** The lines of one field: objects with described members are opened one level, values grouped are listed. */
function fieldLines(field: Field, value: Json | undefined, labelled: Labelled): Line[] {
  if (field.entries !== undefined && isObject(value)) return entryLines(field.entries, value, labelled);
  if (field.inner !== undefined && isObject(value)) {
    const inner: Fields = field.inner;
    return Object.entries(inner).flatMap(([name, each]) =>
      fieldLines(each, member(value, name), {
        ...labelled,
        id: `${labelled.id}.${name}`,
        name: safe`${labelled.name} ${label(name)}`,
      }),
    );
  }
  const shown = field.show(value, labelled.paper.clock);
  if (shown === undefined) return pair(labelled, [safe`not set`], 'dim');
  const texts = field.prose && typeof value === 'string' ? cleanLines(value) : [shown];
  const tone = field.tone(value);
  return pair(labelled, tone === 'plain' ? texts : texts.map(text => safe`${MARKS[tone]} ${text}`), tone);
}

function entryLines(say: (value: Json) => string, value: JsonObject, labelled: Labelled): Line[] {
  const entries = Object.entries(value);
  if (entries.length === 0) return pair(labelled, [safe`none`], 'dim');
  return entries.flatMap(([key, entry]) =>
    pair({ ...labelled, id: `${labelled.id}.${key}`, name: clean(key, 60) }, cleanLines(say(entry)), 'plain'),
  );
}

/** Fields that the description does not name, as sent: nothing the server says is lost (spec 2.6). */
function otherLines(resource: Resource, record: JsonObject, paper: Paper): Line[] {
  const shown = new Set([
    ...resource.sections.flatMap(({ fields, document }) => (document === undefined ? fields : [])),
    ...resource.children.flatMap(child => (child.from === 'inside' ? [child.field] : [])),
  ]);
  const rest = Object.keys(record).filter(key => !shown.has(key));
  if (rest.length === 0) return [];
  return [
    titleLine('other', safe`Other`),
    ...rest.flatMap(key => {
      const labelled = { id: `field:${key}`, name: label(key), paper };
      const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
      return field === undefined
        ? pair(labelled, [undescribed(record[key]) ?? safe`not set`], 'plain')
        : fieldLines(field, record[key], labelled);
    }),
  ];
}

type Self = {
  readonly ref: Ref;
  readonly paper: Paper;
  readonly tab?: number;
  readonly known?: ((kind: string) => Known) | undefined;
};

/** The line to all records of a kind, where an operation lists them: also for a child that was once only typed. */
function listedLine(to: Resource, id: string, ref: Ref): Line[] {
  if (to.list === undefined) return [];
  const place = { screen: 'list', kind: to.kind, ids: listIds(to.list, ref.ids) } as const;
  return [linkLine(`${id}:all`, { to: 'place', place }, span(safe`${INDENT}all ${to.plural}`, 'strong'))];
}

function typedLine(to: Resource, id: string, { ids, why }: { ids: Ref['ids']; why: SafeText }): Line {
  const what = to.read === undefined ? safe`delete one by its id` : safe`open one by its id`;
  const target = { to: 'prompt', kind: to.kind, ids } as const;
  return linkLine(
    `${id}:typed`,
    target,
    span(safe`${INDENT}${what} …`, 'strong'),
    span(safe`  ${why}`, 'dim'),
  );
}

function childLines(child: Child, record: JsonObject, { ref, known, paper }: Self): Line[] {
  const id = `child:${child.to}`;
  const to = resourceOf(child.to);
  if (child.from === 'inside') {
    const rows = child.rows(record, ref);
    return [titleLine(id, child.title, safe`${rows.length}`), ...childRows(rows, id)];
  }
  if (child.from === 'known') return knownLines(child, ref, known?.(child.to));
  if (child.from === 'typed' && to.read === undefined && paper.readOnly) {
    return [titleLine(id, child.title), textLine(`${id}:none`, span(READ_ONLY, 'dim'))];
  }
  const typed = child.from === 'typed' ? [typedLine(to, id, { ids: ref.ids, why: child.why })] : [];
  return [titleLine(id, child.title), ...listedLine(to, id, ref), ...typed];
}

/** A section's fields; what comes first on a screen stands below the title of the screen itself. */
function sectionLines(
  { title, fields }: Section,
  record: JsonObject,
  { resource, paper, isFirst }: { resource: Resource; paper: Paper; isFirst: boolean },
): Line[] {
  const lines = fields.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    return fieldLines(field, member(record, name), { id: `field:${name}`, name: label(name), paper });
  });
  return isFirst ? lines : [titleLine(`section:${title}`, title), ...lines];
}

/** A record as lines, one tab of it: its diagnosis, its first section, what it leads to, and all the rest. */
export function recordLines(resource: Resource, sent: JsonObject, self: Self): readonly Line[] {
  const record = redact(resource.fields, sent);
  const { paper, tab = 0 } = self;
  const tabs = tabsOf(resource);
  const { sections, children } = tabs[tab] ?? tabs[0] ?? resource;
  const diagnosis =
    tab > 0 || resource.diagnose === undefined
      ? []
      : diagnosisLines(resource.diagnose(record, paper.clock), paper.width);
  const lines = sections.map((section, at) =>
    sectionLines(section, record, { resource, paper, isFirst: at === 0 && diagnosis.length === 0 }),
  );
  const [first = [], ...others] = lines;
  return [
    ...diagnosis,
    ...first,
    ...children.flatMap(child => childLines(child, record, self)),
    ...others.flat(),
    ...(tab > 0 ? [] : otherLines(resource, record, paper)),
  ];
}
