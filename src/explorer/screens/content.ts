import type { Failure } from '../../failure.ts';
import { type Document, documentOf } from '../../json/document.ts';
import type { JsonObject } from '../../json/json.ts';
import { redactShown } from '../../resources/redact.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { isLocal, type Ref, type Section } from '../../resources/resource.ts';
import { memo, memoFields } from '../../text/memo.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { comparisonOf, comparisonRefusal, sinceSeen } from '../facts/comparison.ts';
import { type Lines, type Style, span, textLine } from '../facts/line.ts';
import { documentPart, documentSection, foldsOf, isFirstTab } from '../facts/tabs.ts';
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
import { currentOptions, DIAGNOSIS_ID, linesOfRecord, OTHER_ID } from './record/record-lines.ts';
import { startLines } from './start/start-lines.ts';
import { documentReader, type Reader, rowLine } from './text/document-rows.ts';

/**
 * Content of the present view: the table of a list, or lines. `ids` identify the positions of the cursor.
 * Cursor, painting and counts all use it.
 */
export type Content =
  | Table
  | Readonly<{
      kind: 'lines';
      lines: LateLines;
      ids: readonly string[];
      start?: string | undefined;
      reader?: Reader;
    }>;

/** Lines that are built on access: a screen shows a few dozen of thousands. */
export type LateLines = Pick<Lines, 'length' | 'at' | 'slice'>;

const tableContent = memoFields(
  (table: Omit<Table, 'kind' | 'ids'>): Content => ({ kind: 'table', ...table, ids: table.listing.ids }),
);
const linesContent = memo(
  (lines: Lines, start?: string): Content => ({
    kind: 'lines',
    lines,
    // The cursor passes over other lines.
    ids: lines.map(line => (line.kind === 'text' && line.isPart !== true ? line.id : '')),
    start,
  }),
);

const sectionDocument = memo((kind: string, record: JsonObject, section: Section): Document | undefined => {
  const part = documentPart(section, redactShown(resourceOf(kind).fields, record));
  return part && documentOf(part.value, part.base);
});
const readerContent = memo((reader: Reader): Content => {
  const { rows } = reader;
  const lines: LateLines = {
    length: rows.length,
    at: index => rows.slice(index, index + 1).map(rowLine)[0],
    slice: (from, to) => rows.slice(from, to).map(rowLine),
  };
  return { kind: 'lines', lines, ids: rows.map(({ id }) => id), reader };
});

const NO_LINES: Lines = [];

export const withChanges = memo((record: Lines, changes: Lines): Lines => {
  const diagnosis = record.findIndex(({ id }) => id === DIAGNOSIS_ID);
  const next = record.findIndex(
    ({ kind, id }, at) => at > diagnosis && kind === 'title' && (diagnosis >= 0 || id === OTHER_ID),
  );
  const at = next < 0 ? record.length : next;
  return [...record.slice(0, at), ...changes, ...record.slice(at)];
});

const withoutTitle = memo((lines: Lines): Lines => lines.slice(1));

const sentence = memo(
  (id: string, words: SafeText, style: Style): Lines => [textLine(id, span(safe`   ${words}`, style))],
);

function currentKind(state: State): string {
  const { place } = currentView(state);
  if (place.screen === 'start') return root.kind;
  return place.screen === 'list' ? place.kind : place.ref.kind;
}

const failedLines = (failure: Failure, state: State): Lines =>
  failureLines(failure, resourceOf(currentKind(state)), state);

function placeholderLines(state: State): Lines {
  const load = currentLoad(state);
  if (load?.phase === 'failed') return withoutTitle(failedLines(load.failure, state));
  return load === undefined ? NO_LINES : sentence('reading', safe`loading …`, 'dim');
}

function distance(load: Load<unknown> | undefined): number {
  const missing = load?.last === undefined ? 3 : 0;
  return missing + { loading: 1, failed: 2, ready: 0 }[load?.phase ?? 'loading'];
}

export function currentLoad(state: State): Load<unknown> | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list') return state.data.lists[placeKey(place)];
  const loads = placeRefs(place).map(ref => recordLoad(state, ref));
  return loads.toSorted((a, b) => distance(b) - distance(a))[0];
}

/** The server responded with 404, and the view was never loaded before. */
export function isMissing(state: State): boolean {
  const load = currentLoad(state);
  return load?.phase === 'failed' && load.last === undefined && load.failure.kind === 'not-found';
}

function documentContent(state: State, record: JsonObject, section: Section): Content {
  const document = sectionDocument(currentKind(state), record, section);
  if (document === undefined) return linesContent(sentence('not-set', safe`not set`, 'dim'));
  const { format, isWrapped, size } = state.screen;
  return readerContent(
    documentReader(document, format, foldsOf(state), isWrapped ? size.columns : undefined),
  );
}

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
  return linesContent(lines, startLine(lines, place.ref, record));
}

/**
 * The line under the cursor at first on a record that is read for the ids in it: one without a
 * diagnosis and children of its own, such as an event.
 */
function startLine(lines: Lines, ref: Ref, record: JsonObject | undefined): string | undefined {
  const resource = resourceOf(ref.kind);
  const isEnd = resource.diagnose === undefined && resource.children.length === 0 && !isLocal(resource);
  if (!isEnd || record === undefined) return undefined;
  return firstLead(lines, redactShown(resource.fields, record), ref);
}

function recordScreen(state: State, place: RecordPlace): Lines {
  const { ref } = place;
  const options = currentOptions(state);
  if (place.screen === 'compare') {
    const refusal = comparisonRefusal(state, place);
    if (refusal !== undefined) return sentence('refused', refusal, 'warn');
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
 * The failure of the last reload, or the refused login of a health check since then; undefined unless
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

export function currentFailureLines(state: State): Lines | undefined {
  const failure = currentFailure(state);
  return failure && failedLines(failure, state);
}
