import { isObject, type Json, type JsonObject, member } from '../../../json/json.ts';
import type { Clock, Field, Fields } from '../../../resources/field.ts';
import { label } from '../../../resources/label.ts';
import { clean, cleanLines, type SafeText, safe } from '../../../text/sanitise.ts';
import { numbered, shownAddress, urlsIn } from '../../../text/urls.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { keyName } from '../../state/key-names.ts';
import type { Keymap } from '../../state/state.ts';
import { type Line, MARKS, type Span, span, textLine, withSubject } from '../line.ts';

/** Options for rendering the lines of a record. */
export type RenderOptions = {
  readonly width: number;
  readonly clock: Clock;
  /** True if nothing may be deleted; then no line offers it. */
  readonly readOnly?: boolean;
  readonly keymap?: Keymap;
};

const LABEL_CELLS = 21;
export const INDENT = safe`   `;

/** A field with its path, its label, and the options of lines. */
type LabelledField = {
  readonly path: readonly string[];
  readonly name: SafeText;
  readonly options: RenderOptions;
};

const idOf = (path: readonly string[]): string => `field:${path.join('.')}`;

/** Maximum number of rows of a value without line breaks; the raw view has all of it. */
const MAX_ROWS = 5;

function firstRows(
  rows: readonly SafeText[],
  { isProse, keymap = {} }: { readonly isProse: boolean; readonly keymap?: Keymap | undefined },
): readonly SafeText[] {
  if (isProse || rows.length <= MAX_ROWS) return rows;
  return [...rows.slice(0, MAX_ROWS), safe`… ${keyName(keymap, 'record.raw')}: full record`];
}

/**
 * Returns true if a text without spaces (an address, an id) fits on its own row, but not beside its label.
 */
const needsRow = (text: SafeText, room: number, whole: number): boolean =>
  !text.includes(' ') && cells(text) > room && cells(text) <= whole;

/** Returns a line about the value at a path; `id` is longer than the path for a value of several lines. */
export const valueLine = (path: readonly string[], id = idOf(path), ...spans: readonly Span[]): Line =>
  withSubject(textLine(id, ...spans), { kind: 'value', path });

/** Returns the lines of a label and a value; the value is wrapped below itself. */
export function pair(
  { path, name, options }: LabelledField,
  value: readonly SafeText[],
  style: Span['style'],
): Line[] {
  const id = idOf(path);
  const whole = options.width - INDENT.length - 1;
  const beside = whole - LABEL_CELLS;
  const wide = options.width >= 56 && !(value.length === 1 && needsRow(value[0] ?? safe``, beside, whole));
  const labelCells = wide ? LABEL_CELLS : options.width >= 56 ? 0 : 2;
  const room = Math.max(8, options.width - labelCells - INDENT.length - 1);
  const rows = firstRows(
    value.flatMap(text => wrap(text, room)),
    { isProse: value.length > 1, keymap: options.keymap },
  );
  const [only = safe``] = value;
  // Puts the value beside its label without a column, rather than on its own row.
  if (!wide && labelCells === 0 && cells(name) + 2 + cells(only) <= whole)
    return [valueLine(path, id, span(safe`${INDENT}${name}  `, 'label'), span(only, style))];
  const head = wide ? [] : [valueLine(path, `${id}:label`, span(safe`${INDENT}${name}`, 'label'))];
  const body = rows.map((row, at) => {
    const text = wide && at === 0 ? name : safe``;
    // A label of the whole width would touch its value.
    const column = labelCells === 0 ? safe`` : safe`${sized(text, labelCells - 1)} `;
    const spans = [span(safe`${INDENT}${column}`, 'label'), span(row, style)];
    return valueLine(path, at === 0 ? id : `${id}:${at}`, ...spans);
  });
  return [...head, ...body];
}

/** Returns the label of an inner field, with as much of its path as fits. */
function innerName(outer: SafeText, own: SafeText): SafeText {
  const words = `${outer} ${own}`.split(' ');
  while (words.length > 1 && cells(clean(words.join(' '))) >= LABEL_CELLS) words.shift();
  return clean(words.join(' '));
}

/** Returns the lines of one field. Objects with described members are opened one level; maps are listed. */
export function fieldLines(field: Field, value: Json | undefined, labelled: LabelledField): Line[] {
  if (field.entries !== undefined && isObject(value)) return entryLines(field.entries, value, labelled);
  if (field.inner !== undefined && isObject(value)) {
    const inner: Fields = field.inner;
    return Object.entries(inner).flatMap(([name, each]) =>
      fieldLines(each, member(value, name), {
        ...labelled,
        path: [...labelled.path, name],
        name: innerName(labelled.name, label(name)),
      }),
    );
  }
  const shown = field.show(value, labelled.options.clock);
  if (shown === undefined) return pair(labelled, [safe`not set`], 'dim');
  const isProse = field.prose && typeof value === 'string';
  const texts = isProse ? cleanLines(numbered(value)) : [shown];
  const tone = field.tone(value);
  const marked = tone === 'plain' ? texts : texts.map(text => safe`${MARKS[tone]} ${text}`);
  return [...pair(labelled, marked, tone), ...(isProse ? linkLines(labelled.path, value) : [])];
}

/** Returns the addresses of a long text if there are several: each on its own line, to be opened. */
export function linkLines(path: readonly string[], text: string): Line[] {
  const addresses = urlsIn(text);
  if (addresses.length < 2) return [];
  return addresses.map((address, at) =>
    withSubject(
      textLine(
        `${idOf(path)}:link:${at + 1}`,
        span(safe`${INDENT}[${at + 1}] `, 'label'),
        span(clean(shownAddress(address))),
      ),
      { kind: 'value', path, link: at + 1 },
    ),
  );
}

function entryLines(format: (value: Json) => string, value: JsonObject, labelled: LabelledField): Line[] {
  const entries = Object.entries(value);
  if (entries.length === 0) return pair(labelled, [safe`none`], 'dim');
  return entries.flatMap(([key, entry]) =>
    pair(
      { ...labelled, path: [...labelled.path, key], name: clean(key, 60) },
      cleanLines(format(entry)),
      'plain',
    ),
  );
}
