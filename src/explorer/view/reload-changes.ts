import type { JsonObject } from '../../json/json.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { placeKey } from '../state/place.ts';
import type { ChangedCells, ReloadChanges } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { type Line, type Span, span } from './line.ts';

type TextLine = Extract<Line, { readonly kind: 'text' }>;

/** Returns the changes of the place on the screen. */
function currentChanges(state: State): ReloadChanges | undefined {
  const { changes } = state.data;
  return changes?.key === placeKey(currentView(state).place) ? changes : undefined;
}

/** Returns the number of changed rows or fields of the place on the screen; undefined without changes. */
export function changedWords(state: State): SafeText | undefined {
  const changes = currentChanges(state);
  if (changes === undefined) return undefined;
  return safe`${changes.kind === 'list' ? changes.cells.size : changes.fields} changed`;
}

export function changedCells(state: State): ChangedCells | undefined {
  const changes = currentChanges(state);
  return changes?.kind === 'list' ? changes.cells : undefined;
}

/** Returns the record on the screen before its reload. */
export function recordBefore(state: State): JsonObject | undefined {
  const changes = currentChanges(state);
  return changes?.kind === 'record' ? changes.before : undefined;
}

/** Mark of a change. */
export const CHANGED = safe`*`;

/** Replaces one of the spaces before a value by the mark: at the margin, or just before a second value. */
function markedSpans(spans: readonly Span[], isSecond: boolean): readonly Span[] {
  const [first, ...rest] = spans;
  if (first === undefined || !first.text.startsWith('  ')) return spans;
  const at = isSecond ? first.text.length - 2 : 1;
  const [before, after] = [first.text.slice(0, at), first.text.slice(at + 1)];
  return [span(clean(before)), span(CHANGED, 'strong'), span(clean(after), first.style), ...rest];
}

/** Returns the values of a line: one, or two beside each other. */
const valuesOf = ({ spans, second = spans.length }: TextLine): readonly (readonly Span[])[] =>
  [spans.slice(0, second), spans.slice(second)].filter(({ length }) => length > 0);

/** Returns the text of a value, ignoring column widths. A value of a record may be on another line. */
function valueKey({ id, subject }: TextLine, spans: readonly Span[]): string {
  const text = spans.map(each => each.text).join('');
  return `${subject?.kind === 'value' ? '' : id} ${text.replace(/ +/g, ' ').trim()}`;
}

/** Returns the lines of a record, the changed values marked. */
export function markedLines(now: readonly Line[], before: readonly Line[]): readonly Line[] {
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
