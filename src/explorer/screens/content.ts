import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { type Document, documentOf } from '../../json/tree.ts';
import { redactShown } from '../../resources/redact.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { isLocal, type Ref, type Section } from '../../resources/resource.ts';
import { documentPart } from '../../resources/tabs.ts';
import { memo, memoFields } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { comparisonOf, comparisonRefusal, sinceSeen } from '../facts/comparison.ts';
import { type Line, span, textLine } from '../facts/line.ts';
import { documentSection, foldsOf, isFirstTab } from '../facts/tabs.ts';
import { firstLead } from '../facts/value-lead.ts';
import { listingOf } from '../facts/visible-rows.ts';
import type { Load } from '../state/load.ts';
import { listOf, placeKey, placeRefs, type RecordPlace } from '../state/place.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';
import { isHome } from '../state/view-stacks.ts';
import { compareLines, sinceLines } from './compare/compare-lines.ts';
import { failureLines } from './failure/failure-lines.ts';
import { homeLines } from './home/home-lines.ts';
import type { Table } from './list/table.ts';
import { OTHER_ID } from './record/record-lines.ts';
import { belowRecord, currentOptions, linesOfRecord, NO_LINES } from './record/record-screen.ts';
import { startLines } from './start/start-lines.ts';
import { documentReader, type Reader, rowLine } from './text/document-rows.ts';

/**
 * Content of the present view: the table of a list, or lines. `ids` identify the positions of the cursor.
 * Cursor, painting and counts all use it.
 */
export type Content =
  | Table
  | {
      readonly kind: 'lines';
      readonly lines: Lines;
      readonly ids: readonly string[];
      /** Id of the line whose value leads to another record, for the initial cursor. */
      readonly start?: string | undefined;
      readonly reader?: Reader;
    };

/** Lines that are built on access: a screen shows a few dozen of thousands. */
export type Lines = {
  readonly length: number;
  readonly at: (index: number) => Line | undefined;
  readonly slice: (from?: number, to?: number) => readonly Line[];
};

/** Returns the ids of the lines; '' for those that cannot hold the cursor. */
function lineIds(lines: readonly Line[]): readonly string[] {
  return lines.map(line => (line.kind === 'text' && line.isPart !== true ? line.id : ''));
}

const tableContent = memoFields(
  (table: Omit<Table, 'kind' | 'ids'>): Content => ({ kind: 'table', ...table, ids: table.listing.ids }),
);
const idsOf = memo(lineIds);
/** Joins lines with the lines below that change with the cursor. */
const linesContent = memo(
  (lines: readonly Line[], below: readonly Line[] = NO_LINES, start?: string): Content => ({
    kind: 'lines',
    lines: [...lines, ...below],
    ids: [...idsOf(lines), ...lineIds(below)],
    start,
  }),
);

const sectionDocument = memo((kind: string, record: JsonObject, section: Section): Document | undefined => {
  const part = documentPart(section, redactShown(resourceOf(kind).fields, record));
  return part === undefined ? undefined : documentOf(part.value, part.base);
});
const readerContent = memo((reader: Reader): Content => {
  const { rows } = reader;
  const lines: Lines = {
    length: rows.length,
    at: index => rows.slice(index, index + 1).map(rowLine)[0],
    slice: (from, to) => rows.slice(from, to).map(rowLine),
  };
  return { kind: 'lines', lines, ids: rows.map(({ id }) => id), reader };
});

const withChanges = memo((record: readonly Line[], changes: readonly Line[]): readonly Line[] => {
  const other = record.findIndex(({ id }) => id === OTHER_ID);
  const at = other < 0 ? record.length : other;
  return [...record.slice(0, at), ...changes, ...record.slice(at)];
});

const withoutTitle = memo((lines: readonly Line[]): readonly Line[] => lines.slice(1));

const NOT_SET: readonly Line[] = [textLine('not-set', span(safe`   not set`, 'dim'))];
const refusalLines = memo((why: SafeText): readonly Line[] => [
  textLine('refused', span(safe`   ${why}`, 'warn')),
]);
const LOADING: readonly Line[] = [textLine('reading', span(safe`   loading …`, 'dim'))];

function currentKind(state: State): string {
  const { place } = currentView(state);
  if (place.screen === 'start') return root.kind;
  return place.screen === 'list' ? place.kind : place.ref.kind;
}

export const failedLines = (failure: Failure, state: State): readonly Line[] =>
  failureLines({
    failure,
    server: state.session.server,
    width: state.screen.size.columns,
    resource: resourceOf(currentKind(state)),
    keymap: state.user.keymap,
    loginOptions: state.user.logins,
  });

/** Returns the lines while data is loading, or after its load has failed; the title of the view says how. */
function placeholderLines(state: State): readonly Line[] {
  const load = currentLoad(state);
  if (load?.phase === 'failed') return withoutTitle(failedLines(load.failure, state));
  return load === undefined ? NO_LINES : LOADING;
}

function distance(load: Load<unknown> | undefined): number {
  const missing = load?.last === undefined ? 3 : 0;
  return missing + { loading: 1, failed: 2, ready: 0 }[load?.phase ?? 'loading'];
}

/** Returns the load of the present view, of two records the one further from its end; undefined before it. */
export function currentLoad(state: State): Load<unknown> | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list') return state.data.lists[placeKey(place)];
  const loads = placeRefs(place).map(ref => recordLoad(state, ref));
  return loads.toSorted((a, b) => distance(b) - distance(a))[0];
}

/** Returns true if the server responded with 404 to the present view, and it was never loaded before. */
export function isMissing(state: State): boolean {
  const load = currentLoad(state);
  return load?.phase === 'failed' && load.last === undefined && load.failure.kind === 'not-found';
}

function documentContent(state: State, record: JsonObject, section: Section): Content {
  const document = sectionDocument(currentKind(state), record, section);
  if (document === undefined) return linesContent(NOT_SET);
  const { format, isWrapped, size } = state.screen;
  const wrapAt = isWrapped ? size.columns : undefined;
  return readerContent(documentReader(document, { format, folds: foldsOf(state), wrapAt }));
}

/** Returns the content of the present view. Its parts are cached until their inputs change. */
export function contentOf(state: State): Content {
  const view = currentView(state);
  const { place } = view;
  if (place.screen === 'start') return linesContent(startLines(state.user.logins, state.screen.size.columns));
  if (place.screen === 'list') {
    const rows = state.data.lists[placeKey(place)]?.last?.value;
    if (rows === undefined) return linesContent(placeholderLines(state));
    return tableContent({
      resource: resourceOf(place.kind),
      plural: listOf(place).plural,
      rows,
      listing: listingOf(state, view, rows),
    });
  }
  const record = recordLoad(state, place.ref)?.last?.value;
  const section = documentSection(state);
  if (record !== undefined && section !== undefined) return documentContent(state, record, section);
  const lines = recordScreen(state, place);
  return linesContent(lines, belowRecord(state, place), startLine(lines, place.ref, record));
}

/**
 * Returns the line under the cursor at first on a record that is read for the ids in it: one without a
 * diagnosis and children of its own, such as an event.
 */
function startLine(lines: readonly Line[], ref: Ref, record: JsonObject | undefined): string | undefined {
  const resource = resourceOf(ref.kind);
  const isEnd = resource.diagnose === undefined && resource.children.length === 0 && !isLocal(resource);
  if (!isEnd || record === undefined) return undefined;
  return firstLead(lines, redactShown(resource.fields, record), ref);
}

function recordScreen(state: State, place: RecordPlace): readonly Line[] {
  const { ref } = place;
  const options = currentOptions(state);
  if (place.screen === 'compare') {
    const refusal = comparisonRefusal(state, place);
    if (refusal !== undefined) return refusalLines(refusal);
    const comparison = comparisonOf(state, place);
    return comparison === undefined
      ? placeholderLines(state)
      : compareLines(comparison, options, currentView(state).folds?.except);
  }
  const record = recordLoad(state, ref)?.last?.value;
  if (record === undefined) return placeholderLines(state);
  const lines = linesOfRecord(state, ref, record);
  const whole = isHome(ref, state.session.server) ? homeLines(lines, state) : lines;
  const comparison = isFirstTab(state) ? sinceSeen(state, ref) : undefined;
  return comparison === undefined ? whole : withChanges(whole, sinceLines(comparison, options));
}

/**
 * Returns the failure of the last reload, or the refused login of a health check since then; undefined unless
 * data is on the screen.
 */
export function currentFailure(state: State): Failure | undefined {
  const load = currentLoad(state);
  if (load?.last === undefined) return undefined;
  if (load.phase === 'failed') return load.failure;
  const { healthPause } = state.data;
  const isLater = (healthPause?.sent?.at ?? 0) >= load.last.at;
  return healthPause?.kind === 'unauthorised' && isLater ? healthPause : undefined;
}

export function currentFailureLines(state: State): readonly Line[] | undefined {
  const failure = currentFailure(state);
  return failure && failedLines(failure, state);
}
