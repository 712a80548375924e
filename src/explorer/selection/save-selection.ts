import { resourceOf } from '../../resources/registry.ts';
import { nameOf, type Ref, rawName } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import { countOf } from '../facts/health-count.ts';
import { isFiltered } from '../facts/visible-rows.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import type { SaveSelection } from '../state/dialogs.ts';
import { keyOf } from '../state/place.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { marksOf } from './cursor.ts';

function missingText({ rows, listing }: Table, isFiltered: boolean): SafeText | undefined {
  const unchecked = isFiltered ? listing.unchecked : 0;
  const reasons = [
    rows.next === undefined ? undefined : safe`only ${rows.ids.length} loaded, more available`,
    rows.stopped,
    rows.skipped === 0 ? undefined : safe`${rows.skipped} could not be read`,
    unchecked === 0 ? undefined : safe`${unchecked} could not be checked by the filter`,
  ];
  return joinSafe(reasons, '; ') || undefined;
}

/** Any key asks whether there is something to save: the rows are only collected when they are. */
type Collected = Result<() => SaveSelection>;

function rowsSelection(state: State, table: Table): Collected {
  const { resource, rows, listing } = table;
  const marks = marksOf(state);
  const isOfMatches = marks.size === 0 && isFiltered(listing);
  if ((isOfMatches ? listing.passed : rows.items.length) === 0) return err(safe`Nothing to save.`);
  return ok(() => {
    const visible = listing.order?.filter(at => at >= 0) ?? [];
    const places = [...new Set([...visible, ...rows.items.keys()])];
    const wanted = isOfMatches ? places.slice(0, listing.passed) : places;
    const chosen = marks.size > 0 ? wanted.filter(at => marks.has(rows.ids[at] ?? '')) : wanted;
    const { length } = chosen;
    const kind = lower(length === 1 ? resource.title : resource.plural);
    const loaded = length === 1 ? safe`the loaded ${kind}` : safe`all ${length} loaded ${kind}`;
    const filtered = safe`${length} matching ${kind} of ${countOf(rows)}`;
    return {
      resource,
      records: chosen.map(at => rows.items[at] ?? {}),
      kind: 'list',
      description: marks.size > 0 ? safe`${length} marked ${kind}` : isOfMatches ? filtered : loaded,
      missing: missingText(table, isOfMatches),
    };
  });
}

export function recordSelection(state: State, ref: Ref): Result<SaveSelection> {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  if (record === undefined) return err(safe`Not loaded yet.`);
  const description = safe`${lower(resource.title)} ${nameOf(resource, record)}`;
  const read = state.data.records[keyOf(ref)]?.last;
  // An item of a list has too few fields for a diagnosis, so only a full record has a time.
  const at = read === undefined ? {} : { at: read.at + state.session.clockSkewMs };
  return ok({ resource, records: [record], kind: 'record', description, ...at });
}

export function selectionOf(state: State): Collected {
  const { place } = currentView(state);
  if (place.screen === 'record' || place.screen === 'raw') {
    const chosen = recordSelection(state, place.ref);
    return chosen.ok ? ok(() => chosen.value) : chosen;
  }
  if (place.screen === 'compare') return err(safe`A comparison cannot be saved; botscope diff prints it.`);
  const content = contentOf(state);
  return content.kind === 'table' ? rowsSelection(state, content) : err(safe`Works only on loaded rows.`);
}

/** Local: `2026-07-25`. */
const day = (now: number) => new Date(now).toLocaleDateString('sv');

/** For the file name; normalising many marks on one letter is slow. */
const MAX_NAME = 200;

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
