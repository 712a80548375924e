import { isList, isObject, type Json, type JsonObject, member, rawDigits } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { MASK } from '../text/secrets/values.ts';
import { ago, agoWords, counted, epoch, exact } from '../text/units.ts';

/** Meaning of a value; screens give each a mark, a word and a colour. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'dim';

export type Clock = { readonly now: number; readonly exact: boolean };

/**
 * A type of value: how it is parsed from JSON, shown, sorted and masked. A missing or mistyped value is
 * undefined, because the spec promises no field (2.6). `type` is the spec's word.
 */
export type Field<T = unknown> = {
  readonly type: string;
  /** Masked wherever it would be shown, copied, saved or logged. */
  readonly secret: boolean;
  /** Not in the spec, but known to be sent (service definition). */
  readonly isUndocumented?: true;
  readonly read: (json: Json | undefined) => T | undefined;
  /** One safe line, or undefined for "not set": absent, null or empty. Secrets come masked. */
  readonly show: (json: Json | undefined, clock: Clock) => SafeText | undefined;
  readonly tone: (json: Json | undefined) => Tone;
  readonly order: (json: Json | undefined) => string | number | undefined;
  /** Text that filters search, in lower case, if not the shown one. */
  readonly filterText?: (json: Json | undefined) => string;
  /** All results of `filterText`, each with its name first: other filters are mistakes. */
  readonly filterValues?: readonly string[];
  /** True for text of several lines: a record's screen shows all of them. */
  readonly prose?: true;
  /** True if any two records differ in it: an id or a time. */
  readonly varies?: 'id' | 'time';
  /** Known values of an enumeration; a server may send others. */
  readonly values?: readonly string[];
  /** For a map of readable values: formats one entry. A record's screen lists them. */
  readonly entries?: (value: Json) => string;
  /** Fields of an object (`inner`), or of each entry of a map or list (`each`). */
  readonly inner?: Fields;
  readonly each?: Fields;
};

export type Fields = { readonly [name: string]: Field };

export { MASK };

type FieldOptions<T> = Partial<Omit<Field<T>, 'type' | 'read' | 'show'>> & {
  readonly type: string;
  readonly read: (json: Json | undefined) => T | undefined;
  readonly format: (value: T, clock: Clock) => SafeText | undefined;
};

export function undescribedText(value: Json | undefined): SafeText | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return clean(value);
  if (isList(value)) return counted(value.length, safe`item`);
  if (isObject(value)) return counted(Object.keys(value).length, safe`entry`, safe`entries`);
  return clean(String(JSON.stringify(value)));
}

function typeWord(json: Json): SafeText {
  if (typeof json === 'string') return safe`text`;
  if (isList(json)) return safe`list`;
  if (isObject(json)) return safe`object`;
  return typeof json === 'boolean' ? safe`boolean` : safe`number`;
}

/** As sent: `"12" (text)`. */
function mistypedText(json: Json, isSecret: boolean): SafeText | undefined {
  const text = undescribedText(json);
  if (text === undefined) return undefined;
  const shown = isSecret ? MASK : typeof json === 'string' ? safe`"${text}"` : text;
  return safe`${shown} (${typeWord(json)})`;
}

/** `format` runs on the parsed value; a value of another type is shown as sent. */
export function defineField<T>({ format, ...options }: FieldOptions<T>): Field<T> {
  const show = (json: Json | undefined, clock: Clock): SafeText | undefined => {
    const value = options.read(json);
    return value === undefined ? mistypedText(json ?? null, options.secret === true) : format(value, clock);
  };
  const order = (json: Json | undefined): string | number | undefined => {
    const value = options.read(json);
    return typeof value === 'number' || typeof value === 'string' ? value : undefined;
  };
  // `show` comes last: options copied from another field still contain that field's `show`.
  return { secret: false, tone: () => 'plain', order, ...options, show };
}

const readText = (json: Json | undefined): string | undefined =>
  typeof json === 'string' && json !== '' ? json : undefined;

const textField = (options: Partial<FieldOptions<string>> = {}): Field<string> =>
  defineField({ type: 'string', read: readText, format: value => clean(value), ...options });

export const text = textField({ order: json => readText(json)?.toLowerCase() });

/** Text of several lines; lists show the first one. */
export const prose: Field<string> = { ...text, prose: true };

/** Text whose case matters. */
export const id = textField({ varies: 'id' });

export const link = textField();

/** A time as ISO 8601 text; other text is shown unchanged. */
export const time = textField({
  type: 'timestamp',
  format: (value, clock) =>
    clock.exact || epoch(value) === undefined
      ? exact(value)
      : safe`${exact(value)} (${agoWords(value, clock.now)})`,
  order: json => epoch(readText(json) ?? ''),
  varies: 'time',
});

/** A time that the spec calls a plain string. */
export const looseTime: Field<string> = { ...time, type: 'string' };

/** The short form of a time for a column: `3h`, or the exact one. */
export const shortTime = defineField<string>({
  ...time,
  format: (value, clock) => (clock.exact ? exact(value) : ago(value, clock.now)),
});

export const flag = defineField<boolean>({
  type: 'boolean',
  read: json => (typeof json === 'boolean' ? json : undefined),
  format: value => (value ? safe`yes` : safe`no`),
  order: json => (typeof json === 'boolean' ? Number(json) : undefined),
});

function readNumber(json: Json | undefined): number | undefined {
  const digits = rawDigits(json);
  if (digits !== undefined) return Number(digits);
  return typeof json === 'number' ? json : undefined;
}

const plainCount = defineField<number>({
  type: 'integer',
  read: readNumber,
  format: value => clean(value.toLocaleString('en')),
});

/** A number; one that JavaScript would round is shown by its digits. */
export const count: Field<number> = {
  ...plainCount,
  show: (json, clock) => {
    const digits = rawDigits(json);
    return digits === undefined ? plainCount.show(json, clock) : clean(digits, 40);
  },
};

/** An enumeration: its known values with their tones. Unknown values are shown unchanged. Spec 2.6. */
export function choice(tones: Readonly<Record<string, Tone>>): Field<string> {
  const tone = (json: Json | undefined): Tone =>
    typeof json === 'string' && Object.hasOwn(tones, json) ? (tones[json] ?? 'plain') : 'plain';
  return textField({ type: 'string (enumeration)', tone, values: Object.keys(tones) });
}

/** A credential: any value, never shown. */
export const secret = defineField<Json>({
  type: 'string',
  secret: true,
  read: json => (json === null || json === '' ? undefined : json),
  format: () => MASK,
  order: () => undefined,
});

function names(keys: readonly string[]): SafeText {
  const shown = keys.slice(0, 6).map(key => clean(key, 60));
  const rest = keys.length - shown.length;
  return rest > 0 ? safe`${joinSafe(shown, ', ')} and ${rest} more` : joinSafe(shown, ', ');
}

const readObject = (json: Json | undefined): JsonObject | undefined => (isObject(json) ? json : undefined);

function formatMap(value: JsonObject): SafeText {
  const keys = Object.keys(value);
  return keys.length === 0 ? safe`none` : safe`${keys.length}  ${names(keys)}`;
}

const objectField = (options: Partial<FieldOptions<JsonObject>> = {}): Field<JsonObject> =>
  defineField({ type: 'object', read: readObject, format: formatMap, ...options });

/** A map of entries under keys of the server's choice; `each` describes an entry. */
export const map = (each?: Fields): Field<JsonObject> =>
  objectField({
    type: 'object (map)',
    order: json => (isObject(json) ? Object.keys(json).length : undefined),
    ...(each === undefined ? {} : { each }),
  });

export const size = objectField({
  type: 'object (map)',
  format: value => safe`${Object.keys(value).length}`,
});

/** A map of texts, shown whole: `team=care  env=prod`. */
export const labels = objectField({
  type: 'object (map)',
  format: value => {
    const pairs = Object.entries(value).map(
      ([key, text]) => `${key}=${typeof text === 'string' ? text : JSON.stringify(text)}`,
    );
    return pairs.length === 0 ? safe`none` : clean(pairs.join('  '));
  },
});

export const object = (inner: Fields): Field<JsonObject> => objectField({ inner });

/** An object without described members (a schema, free data). */
export const free = objectField();

/** An object whose values may be credentials: its keys stay readable. */
export const secretValues = objectField({ secret: true });

const readList = (json: Json | undefined): readonly Json[] | undefined => (isList(json) ? json : undefined);

/** Grouped data of an issue: `pretty`, else `raw`, else JSON (not in the spec). */
export const groups: Field<JsonObject> = {
  ...free,
  entries: value => {
    const words = member(value, 'pretty') ?? member(value, 'raw') ?? value;
    return typeof words === 'string' ? words : (JSON.stringify(words) ?? '');
  },
};

/** A text, or the described members of an item: `logo https://…`. */
function itemText(item: Json, each: Fields = {}, clock: Clock): string | undefined {
  if (typeof item === 'string') return item;
  const texts = Object.entries(each).flatMap(([name, field]) => field.show(member(item, name), clock) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** A list: texts and described items are listed, others counted. */
export function list(
  type: 'array' | 'array of string' | 'array of objects',
  each?: Fields,
): Field<readonly Json[]> {
  return defineField<readonly Json[]>({
    type,
    read: readList,
    format: (value, clock) => {
      const texts = value.flatMap(item => itemText(item, each, clock) ?? []);
      if (value.length === 0) return safe`none`;
      return texts.length === value.length ? safe`${value.length}  ${names(texts)}` : safe`${value.length}`;
    },
    order: json => readList(json)?.length,
    ...(each === undefined ? {} : { each }),
  });
}
