import type { JsonObject } from '../../json/json.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { keyIn } from '../state/key-names.ts';
import { type Records, type Rows, rowIndex } from '../state/load.ts';
import { type ListPlace, placeKey } from '../state/place.ts';
import { rowLoad } from '../state/records.ts';
import { currentView, type ListChanges, type RecordChanges, type State } from '../state/state.ts';
import { type Lines, type Spans, span, type TextLine } from './line.ts';

function currentRecordChanges(state: State): RecordChanges | undefined {
  const { recordChanges: changes } = state.data;
  return changes?.key === placeKey(currentView(state).place) ? changes : undefined;
}

export function recordChangeWords(state: State): SafeText | undefined {
  const changes = currentRecordChanges(state);
  return changes && safe`${changes.fields} changed`;
}

const listChanges = (state: State): ListChanges | undefined =>
  state.data.listChanges[placeKey(currentView(state).place)];

export function listChangeWords(state: State, { ids }: Rows): readonly SafeText[] {
  const changes = listChanges(state);
  if (changes === undefined) return [];
  const isRow = (id: string) => rowIndex(ids, id) >= 0;
  const changed = [...changes.cells.keys()].filter(isRow).length;
  const gone = [...(goneRows(state) ?? [])].filter(isRow).length;
  const added = [...changes.added].filter(id => !isRow(id)).length;
  const key = keyIn(state, 'place.reload');
  return [
    // Changed and gone rows are on the screen with a mark; new ones need the key.
    ...(added === 0 ? [] : [safe`${added} new, ${key} shows ${added === 1 ? safe`it` : safe`them`}`]),
    ...(changed === 0 ? [] : [safe`${changed} changed`]),
    ...(gone === 0 ? [] : [safe`${gone} gone`]),
  ];
}

export const changedCells = (state: State) => listChanges(state)?.cells;

const cachedGone = memo(
  ({ missing }: ListChanges, place: ListPlace, records: Records): ReadonlySet<string> => {
    const isNotFound = (id: string): boolean => {
      const load = rowLoad(records, place, id);
      return load?.phase === 'failed' && load.failure.kind === 'not-found';
    };
    return new Set([...missing.keys()].filter(id => missing.get(id) === 'gone' || isNotFound(id)));
  },
);

export function goneRows(state: State): ReadonlySet<string> | undefined {
  const changes = listChanges(state);
  const { place } = currentView(state);
  if (changes === undefined || place.screen !== 'list') return undefined;
  return cachedGone(changes, place, state.data.records);
}

export const recordBefore = (state: State): JsonObject | undefined => currentRecordChanges(state)?.before;

export const CHANGED_MARK = safe`*`;
export const GONE_MARK = safe`-`;

/** Marks a value in place of a space: at the margin, or just before a second value. */
function markedSpans(spans: Spans, isSecond: boolean): Spans {
  const [first, ...rest] = spans;
  if (first === undefined || !first.text.startsWith('  ')) return spans;
  const at = isSecond ? first.text.length - 2 : 1;
  const [before, after] = [first.text.slice(0, at), first.text.slice(at + 1)];
  return [span(clean(before)), span(CHANGED_MARK, 'strong'), span(clean(after), first.style), ...rest];
}

const valuesOf = ({ spans, second = spans.length }: TextLine): readonly Spans[] =>
  [spans.slice(0, second), spans.slice(second)].filter(({ length }) => length > 0);

function valueKey({ id, subject }: TextLine, spans: Spans): string {
  const text = spans.map(each => each.text).join('');
  return `${subject?.kind === 'value' ? '' : id} ${text.replace(/ +/g, ' ').trim()}`;
}

export function markedLines(now: Lines, before: Lines): Lines {
  const texts = before.filter(line => line.kind === 'text');
  const then = new Set(texts.flatMap(line => valuesOf(line).map(spans => valueKey(line, spans))));
  return now.map(line => {
    if (line.kind !== 'text') return line;
    const values = valuesOf(line);
    if (values.every(spans => then.has(valueKey(line, spans)))) return line;
    const spans = values.flatMap((each, at) =>
      then.has(valueKey(line, each)) ? each : markedSpans(each, at > 0),
    );
    return { ...line, spans };
  });
}
