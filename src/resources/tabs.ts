import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { Child, Ref, Resource, Section } from './resource.ts';

/** A tab of a record's screen. Sections and children without a tab are on the first one. */
export type Tab = {
  readonly title: SafeText;
  readonly sections: readonly Section[];
  readonly children: readonly Child[];
  readonly document?: Section;
};

const FIRST = safe`Overview`;

/** In the order in which children and sections name them; at least one. */
export function tabsOf({ sections, children }: Resource): readonly Tab[] {
  const titles = new Set([FIRST, ...[...children, ...sections].map(({ tab }) => tab ?? FIRST)]);
  return [...titles].map(title => {
    const own = sections.filter(({ tab }) => (tab ?? FIRST) === title);
    const document = own.find(each => each.document !== undefined);
    return {
      title,
      sections: own.filter(each => each.document === undefined),
      children: children.filter(({ tab }) => (tab ?? FIRST) === title),
      ...(document === undefined ? {} : { document }),
    };
  });
}

/** The first one without a title, or when there is no such tab. */
export const tabNamed = (tabs: readonly Tab[], title: string | undefined): Tab | undefined =>
  tabs.find(tab => tab.title === title) ?? tabs[0];

/** For a document of one field; undefined for others. */
function entryCount(section: Section, record: JsonObject): number | undefined {
  const [field = '', ...others] = section.fields;
  const value = member(record, field);
  if (others.length > 0) return undefined;
  if (isList(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** Rows or entries that the record itself contains; undefined if the tab lists none. */
export function tabCount({ children, document }: Tab, record: JsonObject, self: Ref): number | undefined {
  if (document !== undefined) return entryCount(document, record);
  const counts = children.flatMap(child =>
    child.from === 'inside' ? [child.rows(record, self).length] : [],
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** With the path of the part; undefined if nothing was sent. */
export function documentPart({ fields }: Section, record: JsonObject) {
  const [first] = fields;
  if (first === undefined) return { value: record, base: [] };
  if (fields.length === 1) {
    const value = member(record, first);
    return value === undefined ? undefined : { value, base: [first] };
  }
  const parts = fields.flatMap(field => partAt(field.split('.'), record));
  return parts.length === 0 ? undefined : { value: Object.fromEntries(parts), base: [] };
}

/** Wrapped in objects with only the names of the path. */
function partAt([name = '', ...rest]: readonly string[], whole: Json): readonly (readonly [string, Json])[] {
  const value = member(whole, name);
  if (value === undefined) return [];
  if (rest.length === 0) return [[name, value]];
  const inner = partAt(rest, value);
  return inner.length === 0 ? [] : [[name, Object.fromEntries(inner)]];
}
