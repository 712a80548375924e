import { isList, isObject, type Json, type JsonObject, member, ownMember, rawDigits } from '../json/json.ts';
import { clean, joinFirst, type SafeText, safe } from '../text/sanitise.ts';
import { MASK } from '../text/secrets/values.ts';
import { ago, agoWords, counted, epoch, exact } from '../text/units.ts';

/** Screens give each a mark, a word and a colour. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'dim';

export type Clock = Readonly<{ now: number; exact: boolean }>;

/** A missing or mistyped value is undefined: the spec promises no field (2.6). `type`: the spec's word. */
export type Field<T = unknown> = Readonly<{
  type: string;
  /** Masked wherever it would be shown, copied, saved or logged. */
  secret: boolean;
  /** Not in the spec, but known to be sent (service definition). */
  isUndocumented?: true;
  read: (json: Json | undefined) => T | undefined;
  /** One safe line, or undefined for "not set": absent, null or empty. Secrets come masked. */
  show: (json: Json | undefined, clock: Clock) => SafeText | undefined;
  tone: (json: Json | undefined) => Tone;
  order: (json: Json | undefined) => string | number | undefined;
  /** For filters, in lower case, if not the shown text. */
  filterText?: (json: Json | undefined) => string;
  /** All results of `filterText`, each with its name first: other filters are mistakes. */
  filterValues?: readonly string[];
  prose?: true | 'markdown';
  /** Age of a time up to which filters call it `yes`. */
  recentMs?: number;
  /** Any two records differ in an id or a time. */
  varies?: 'id' | 'time';
  /** Known values of an enumeration; a server may send others. */
  values?: readonly string[];
  /** For a map of readable values: formats one entry. A record's screen lists them. */
  entries?: (value: Json) => string;
  /** `inner`: of an object; `each`: of the entries of a map or list. */
  inner?: Fields;
  each?: Fields;
}>;

export type Fields = { readonly [name: string]: Field };

export { MASK };

type FieldOptions<T> = Partial<Omit<Field<T>, 'type' | 'read' | 'show'>> & {
  readonly type: string;
  readonly read: (json: Json | undefined) => T | undefined;
  readonly format: (value: T, clock: Clock, json: Json | undefined) => SafeText | undefined;
};

export function undescribedText(value: Json | undefined): SafeText | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return clean(value);
  if (isList(value)) return counted(value.length, safe`item`);
  if (isObject(value)) return counted(Object.keys(value).length, safe`entry`, safe`entries`);
  return clean(JSON.stringify(value));
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
    if (value === undefined) return mistypedText(json ?? null, options.secret === true);
    return format(value, clock, json);
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

export const prose: Field<string> = { ...text, prose: true };

/** Text whose case matters. */
export const id = textField({ varies: 'id' });

export const link = textField();

/** ISO 8601; other text is shown unchanged. */
const timeTo = (seconds?: 'seconds') =>
  textField({
    type: 'timestamp',
    format: (value, clock) =>
      clock.exact || epoch(value) === undefined
        ? exact(value, seconds)
        : safe`${exact(value, seconds)} (${agoWords(value, clock.now)})`,
    order: json => epoch(readText(json) ?? ''),
    varies: 'time',
  });

export const time = timeTo();

/** With seconds, as in the log of a server. Filters know a time by its order. */
export const fullTime: Field<string> = { ...timeTo('seconds'), order: time.order };

export const looseTime: Field<string> = { ...time, type: 'string' };

export const shortOf = (field: Field<string>) =>
  defineField<string>({
    ...field,
    format: (value, clock) => (clock.exact ? field.show(value, clock) : ago(value, clock.now)),
  });

export const shortTime = shortOf(time);

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

/** One that JavaScript would round is shown by its digits. */
export const count = defineField<number>({
  type: 'integer',
  read: readNumber,
  format: (value, _clock, json) => clean(rawDigits(json) ?? value.toLocaleString('en'), 40),
});

/** Known values with their tones; others are shown unchanged. Spec 2.6. */
export function choice(tones: Readonly<Record<string, Tone>>): Field<string> {
  const tone = (json: Json | undefined): Tone =>
    (typeof json === 'string' && ownMember(tones, json)) || 'plain';
  return textField({ type: 'string (enumeration)', tone, values: Object.keys(tones) });
}

export const secret = defineField<Json>({
  type: 'string',
  secret: true,
  read: json => (json === null || json === '' ? undefined : json),
  format: () => MASK,
  order: () => undefined,
});

const names = (keys: readonly string[]) => joinFirst(keys, 6, key => clean(key, 60));

const objectField = (options: Partial<FieldOptions<JsonObject>> = {}): Field<JsonObject> =>
  defineField({
    type: 'object',
    read: json => (isObject(json) ? json : undefined),
    format: value => {
      const keys = Object.keys(value);
      return keys.length === 0 ? safe`none` : safe`${keys.length}  ${names(keys)}`;
    },
    ...options,
  });

/** Keys are of the server's choice; `each` describes an entry. */
export const map = (each?: Fields): Field<JsonObject> =>
  objectField({
    type: 'object (map)',
    order: json => (isObject(json) ? Object.keys(json).length : undefined),
    ...(each !== undefined && { each }),
  });

export const size = objectField({
  type: 'object (map)',
  format: value => safe`${Object.keys(value).length}`,
});

/** Shown whole: `team=care  env=prod`. */
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

/** Without described members (a schema, free data). */
export const free = objectField();

/** The keys stay readable. */
export const secretValues = objectField({ secret: true });

const readList = (json: Json | undefined): readonly Json[] | undefined => (isList(json) ? json : undefined);

/** Texts for filters, whose values have no quotation marks. */
export const texts: Field<readonly Json[]> = defineField<readonly Json[]>({
  type: 'texts',
  read: readList,
  format: value => (value.length === 0 ? undefined : clean(value.join('; '))),
  filterText: json => readList(json)?.join('\n').replaceAll('"', '') ?? '',
});

/** Of an issue: `pretty`, else `raw`, else JSON (not in the spec). */
export const groups: Field<JsonObject> = {
  ...free,
  entries: value => {
    const words = member(value, 'pretty') ?? member(value, 'raw') ?? value;
    return typeof words === 'string' ? words : JSON.stringify(words);
  },
};

/** `logo https://…` */
function itemText(item: Json, each: Fields = {}, clock: Clock): string | undefined {
  if (typeof item === 'string') return item;
  const texts = Object.entries(each).flatMap(([name, field]) => field.show(member(item, name), clock) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** Texts and described items are listed, others counted. */
export const list = (type: 'array' | 'array of string' | 'array of objects', each?: Fields) =>
  defineField<readonly Json[]>({
    type,
    read: readList,
    format: (value, clock) => {
      const texts = value.flatMap(item => itemText(item, each, clock) ?? []);
      if (value.length === 0) return safe`none`;
      return texts.length === value.length ? safe`${value.length}  ${names(texts)}` : safe`${value.length}`;
    },
    order: json => readList(json)?.length,
    ...(each !== undefined && { each }),
  });
