import type { JsonObject } from '../api/json.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { Child, Ref, Resource, Section } from './resource.ts';

/** A page of a record's screen. What names no tab is on the first one. */
export type Tab = {
  readonly title: SafeText;
  readonly sections: readonly Section[];
  readonly children: readonly Child[];
};

const FIRST = safe`Overview`;

/** The tabs of a kind, in the order in which its sections and children name them; one when none is named. */
export function tabsOf({ sections, children }: Resource): readonly Tab[] {
  const titles = new Set([FIRST, ...[...children, ...sections].map(({ tab }) => tab ?? FIRST)]);
  return [...titles].map(title => ({
    title,
    sections: sections.filter(({ tab }) => (tab ?? FIRST) === title),
    children: children.filter(({ tab }) => (tab ?? FIRST) === title),
  }));
}

/** How many rows of other records are on a tab; undefined where it lists none from the record itself. */
export function tabCount({ children }: Tab, record: JsonObject, self: Ref): number | undefined {
  const counts = children.flatMap(child =>
    child.from === 'inside' ? [child.rows(record, self).length] : [],
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}
