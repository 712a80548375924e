import { resourceOf } from '../../resources/registry.ts';
import { nameOf, type Ref, rawName } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import { countOf } from '../facts/health-count.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import type { SaveSelection } from '../state/dialogs.ts';
import { keyOf, type Place } from '../state/place.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { marksOf } from './list-marks.ts';

const lower = (text: SafeText): SafeText => clean(text.toLowerCase());

/** Returns the positions of all loaded rows: first the visible ones in their order, then the hidden ones. */
function rowOrder({ rows, listing }: Table): readonly number[] {
  const all = [...rows.items.keys()];
  return listing.order === undefined ? all : [...new Set([...listing.order.filter(at => at >= 0), ...all])];
}

function countSelected(state: State, { rows, listing }: Table): number {
  const { size } = marksOf(state);
  if (size > 0) return size;
  return (listing.filter?.terms.length ?? 0) > 0 ? listing.passed : rows.items.length;
}

const NO_ROWS = safe`Nothing to save.`;
const NOT_LOADED = safe`Not loaded yet.`;

const withoutTable = ({ screen }: Place): SafeText =>
  screen === 'compare'
    ? safe`A comparison cannot be saved; botscope diff prints it.`
    : safe`Still loading the first page.`;

export function nothingToSave(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen === 'record' || place.screen === 'raw')
    return knownRecord(state, place.ref) === undefined ? NOT_LOADED : undefined;
  const content = contentOf(state);
  if (content.kind !== 'table') return withoutTable(place);
  return countSelected(state, content) === 0 ? NO_ROWS : undefined;
}

/** Returns the reasons why records may be missing: pages not loaded, items not readable, rows not checked. */
function missingText({ rows, listing }: Table, isFiltered: boolean): SafeText | undefined {
  const unchecked = isFiltered ? listing.unchecked : 0;
  const reasons = [
    rows.next === undefined ? undefined : safe`only ${rows.ids.length} loaded, more available`,
    rows.stopped,
    rows.skipped === 0 ? undefined : safe`${rows.skipped} could not be read`,
    unchecked === 0 ? undefined : safe`${unchecked} could not be checked by the filter`,
  ].filter(reason => reason !== undefined);
  return reasons.length === 0 ? undefined : joinSafe(reasons, '; ');
}

/**
 * Selects the records of a list: the marked ones, else those that match the filter, else all that are loaded.
 */
function rowsSelection(state: State, table: Table): Result<SaveSelection> {
  const { resource, rows, listing } = table;
  const marks = marksOf(state);
  const isFiltered = marks.size === 0 && (listing.filter?.terms.length ?? 0) > 0;
  const places = rowOrder(table);
  const wanted = isFiltered ? places.slice(0, listing.passed) : places;
  const chosen = marks.size > 0 ? wanted.filter(at => marks.has(rows.ids[at] ?? '')) : wanted;
  const missing = missingText(table, isFiltered);
  const { length } = chosen;
  const kind = lower(length === 1 ? resource.title : resource.plural);
  const loaded = length === 1 ? safe`the loaded ${kind}` : safe`all ${length} loaded ${kind}`;
  const filtered = safe`${length} matching ${kind} of ${countOf(rows)}`;
  const description = marks.size > 0 ? safe`${length} marked ${kind}` : isFiltered ? filtered : loaded;
  if (length === 0) return err(NO_ROWS);
  return ok({
    resource,
    records: chosen.map(at => rows.items[at] ?? {}),
    kind: 'list',
    description,
    ...(missing === undefined ? {} : { missing }),
  });
}

export function recordSelection(state: State, ref: Ref): Result<SaveSelection> {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  if (record === undefined) return err(NOT_LOADED);
  const description = safe`${lower(resource.title)} ${nameOf(resource, record)}`;
  const read = state.data.records[keyOf(ref.kind, ref.ids)]?.last;
  // An item of a list has too few fields for a diagnosis, so only a full record has a time.
  const at = read === undefined ? {} : { at: read.at + state.session.clockSkewMs };
  return ok({ resource, records: [record], kind: 'record', description, ...at });
}

export function selectionOf(state: State): Result<SaveSelection> {
  const { place } = currentView(state);
  if (place.screen === 'record' || place.screen === 'raw') return recordSelection(state, place.ref);
  const content = contentOf(state);
  return content.kind === 'table' ? rowsSelection(state, content) : err(withoutTable(place));
}

const day = (now: number): string => {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map(part => String(part).padStart(2, '0')).join('-');
};

/** Characters of a record's name used for the file name; normalising many marks on one letter is slow. */
const MAX_NAME = 200;

/** Returns a file name without extension: the records, the day, and `-partial` for an incomplete list. */
export function fileName({ resource, records, kind, missing }: SaveSelection, now: number): string {
  const [record = {}] = records;
  const own = redactText(rawName(resource, record) ?? '').slice(0, MAX_NAME);
  const name = kind === 'list' ? resource.plural : `${resource.title}-${own}`;
  // Letters without their marks, so that the name can be typed on any keyboard.
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const word = letters
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${word.toLowerCase()}-${day(now)}${missing === undefined ? '' : '-partial'}`;
}
