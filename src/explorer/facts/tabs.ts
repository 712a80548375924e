import { isList, isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Child, Ref, Resource, Section } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Folds } from '../state/place.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';
import { fitParts, MARKS, type Spans, STAYS, type Style, span } from './line.ts';
import { viewTabs } from './view-tabs.ts';

/** Sections and children without a tab are on the first one. */
type Tab = Readonly<{
  title: SafeText;
  sections: readonly Section[];
  children: readonly Child[];
  document?: Section;
}>;

const FIRST = safe`Overview`;

export function tabsOf({ sections, children }: Resource): readonly Tab[] {
  const titles = new Set([FIRST, ...[...children, ...sections].map(({ tab }) => tab ?? FIRST)]);
  return [...titles].map(title => {
    const own = sections.filter(({ tab }) => (tab ?? FIRST) === title);
    const document = own.find(each => each.document !== undefined);
    return {
      title,
      sections: own.filter(each => each.document === undefined),
      children: children.filter(({ tab }) => (tab ?? FIRST) === title),
      ...(document !== undefined && { document }),
    };
  });
}

export const tabNamed = (tabs: readonly Tab[], title: string | undefined): Tab | undefined =>
  tabs.find(tab => tab.title === title) ?? tabs[0];

function entryCount(section: Section, record: JsonObject): number | undefined {
  const [field = '', ...others] = section.fields;
  const value = member(record, field);
  if (others.length > 0) return undefined;
  if (isList(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** Undefined if the record itself contains none. */
function tabCount({ children, document }: Tab, record: JsonObject, self: Ref): number | undefined {
  if (document !== undefined) return entryCount(document, record);
  const counts = children.flatMap(child =>
    child.from === 'inside' ? [child.rows(record, self).length] : [],
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Has the path of the part; undefined if nothing was sent. */
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

function partAt([name = '', ...rest]: readonly string[], whole: Json): readonly (readonly [string, Json])[] {
  const value = member(whole, name);
  if (value === undefined) return [];
  if (rest.length === 0) return [[name, value]];
  const inner = partAt(rest, value);
  return inner.length === 0 ? [] : [[name, Object.fromEntries(inner)]];
}

export function currentTabs(state: State): readonly Tab[] {
  const { place } = currentView(state);
  const tabs = place.screen === 'record' ? tabsOf(resourceOf(place.ref.kind)) : [];
  return tabs.length > 1 ? tabs : [];
}

export function currentTab(state: State): Tab | undefined {
  const { place, tab } = currentView(state);
  return place.screen === 'record' ? tabNamed(tabsOf(resourceOf(place.ref.kind)), tab) : undefined;
}

export function isFirstTab(state: State): boolean {
  const { place } = currentView(state);
  if (place.screen !== 'record') return false;
  return currentTab(state)?.title === tabsOf(resourceOf(place.ref.kind))[0]?.title;
}

const WHOLE: Section = { title: safe`Raw`, fields: [], document: { foldedFrom: Infinity } };

export const documentSection = (state: State): Section | undefined =>
  currentView(state).place.screen === 'raw' ? WHOLE : currentTab(state)?.document;

const NONE: ReadonlySet<string> = new Set();
const initialFolds = memo((fromDepth: number): Folds => ({ fromDepth, except: NONE }));

export function foldsOf(state: State): Folds {
  const foldedFrom = documentSection(state)?.document?.foldedFrom ?? Infinity;
  return currentView(state).folds ?? initialFolds(foldedFrom);
}

type TabLabel = Readonly<{
  number: number;
  title: SafeText;
  count: SafeText | number | undefined;
  isShown: boolean;
  bad: number;
}>;

const MARGIN_CELLS = 6;

const labelsOf = memo((record: JsonObject, ref: Ref, shown: SafeText | undefined): readonly TabLabel[] =>
  tabsOf(resourceOf(ref.kind)).map((tab, at) => ({
    number: at + 1,
    title: tab.title,
    count: tabCount(tab, record, ref),
    isShown: tab.title === shown,
    bad: tab.children
      .flatMap(child => (child.from === 'inside' ? child.rows(record, ref) : []))
      .filter(({ tone }) => tone === 'bad').length,
  })),
);

/** Of a record, once it is loaded, because list items have no counts; or the saved views of a list. */
export function tabLabels(state: State): readonly TabLabel[] {
  const { place } = currentView(state);
  if (place.screen === 'list') return viewTabs(state).map((tab, at) => ({ ...tab, number: at + 1, bad: 0 }));
  const record = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  if (place.screen !== 'record' || record === undefined || currentTabs(state).length === 0) return [];
  return labelsOf(record, place.ref, currentTab(state)?.title);
}

export const tabWords = ({ number, title, count, bad }: TabLabel) =>
  safe`${number} ${title}${count !== undefined && safe` ${count}`}${bad > 0 && safe`, ${bad} with problems`}`;

const part = (text: SafeText, rank: number, style: Style) => ({ text, rank, style });

/** Brackets mark the present tab where reverse video is not seen. */
function tabParts({ number, title, count, bad, isShown }: TabLabel) {
  const style = isShown ? 'field' : 'title';
  const problems = bad === 0 ? safe`` : safe` ${MARKS.bad} ${bad}`;
  const counted = count === undefined ? safe`` : safe` ${count}${bad > 0 && safe` ·`}`;
  return [
    part(isShown ? safe`[${number}` : safe`${number}`, STAYS, style),
    part(safe` ${title}`, isShown ? STAYS : 1, style),
    part(counted, isShown ? 0 : 2, style),
    part(problems, STAYS, isShown ? style : 'bad'),
    part(isShown ? safe`]` : safe``, STAYS, style),
  ];
}

export function tabTitle(state: State, width = state.screen.size.columns - MARGIN_CELLS): Spans | undefined {
  const parts = tabLabels(state).flatMap((tab, at) => [
    ...(at === 0 ? [] : [part(safe`  `, STAYS, 'plain')]),
    ...tabParts(tab),
  ]);
  if (parts.length === 0) return undefined;
  return fitParts(parts, width).map(({ text, style }) => span(text, style));
}
