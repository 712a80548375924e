import { isList, isObject, type Json, type JsonObject, member, rawDigits } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { ago, agoWords, epoch, exact } from '../text/units.ts';

/** How a value is meant; the screens give each a mark, a word and a colour. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'dim';

/** What showing depends on: the time now (epoch milliseconds) and whether times are exact or "ago". */
export type Clock = { readonly now: number; readonly exact: boolean };

/**
 * A kind of value: how it is read from JSON, shown, sorted and masked. Reading is tolerant: a missing or
 * mistyped value is undefined, because the spec promises no field (2.6). The word `type` is the spec's.
 */
export type Field<T = unknown> = {
  readonly type: string;
  /** Masked wherever it would be shown, copied, saved or logged. */
  readonly secret: boolean;
  /** Not in the spec, but known to be sent (service definition). */
  readonly isUndocumented?: true;
  readonly read: (json: Json | undefined) => T | undefined;
  /** One safe line, or undefined for "not set". Secrets come masked. */
  readonly show: (json: Json | undefined, clock: Clock) => SafeText | undefined;
  readonly tone: (json: Json | undefined) => Tone;
  /** What sorting compares. */
  readonly order: (json: Json | undefined) => string | number | undefined;
  /** What a filter looks in, in small letters, where that is not what is shown. */
  readonly filterText?: (json: Json | undefined) => string;
  /** All that `asked` can give, where that is a fixed set: nothing else can be asked for. */
  readonly filterValues?: readonly string[];
  /** Text of several lines: a record's screen shows all of them. */
  readonly prose?: true;
  /** It differs between any two records, whatever they are: an id, or a moment. */
  readonly varies?: 'id' | 'time';
  /** For a map whose entries are values to read: how one is said. A record's screen lists them. */
  readonly entries?: (value: Json) => string;
  /** Fields inside an object, or of each entry of a map or list. */
  readonly inner?: Fields;
  readonly each?: Fields;
};

export type Fields = { readonly [name: string]: Field };

export const MASK = safe`••••••••`;

type Recipe<T> = Partial<Omit<Field<T>, 'type' | 'read' | 'show'>> & {
  readonly type: string;
  readonly read: (json: Json | undefined) => T | undefined;
  readonly say: (value: T, clock: Clock) => SafeText | undefined;
};

/** A field from its recipe: how it is read, and how what was read is said. */
export function described<T>({ say, ...recipe }: Recipe<T>): Field<T> {
  const show = (json: Json | undefined, clock: Clock): SafeText | undefined => {
    const value = recipe.read(json);
    return value === undefined ? undefined : say(value, clock);
  };
  const order = (json: Json | undefined): string | number | undefined => {
    const value = recipe.read(json);
    return typeof value === 'number' || typeof value === 'string' ? value : undefined;
  };
  // What is said comes last: a recipe made from another field still carries that one's words.
  return { secret: false, tone: () => 'plain', order, ...recipe, show };
}

const readText = (json: Json | undefined): string | undefined =>
  typeof json === 'string' && json !== '' ? json : undefined;

export const text = described<string>({
  type: 'string',
  read: readText,
  say: value => clean(value),
  order: json => readText(json)?.toLowerCase(),
});

/** Long text of several lines; lists show its first line. */
export const prose: Field<string> = { ...text, prose: true };

/** ISO 8601 text; anything else is shown as it is. */
export const time = described<string>({
  type: 'timestamp',
  read: readText,
  say: (value, clock) =>
    clock.exact || epoch(value) === undefined
      ? exact(value)
      : safe`${exact(value)} (${agoWords(value, clock.now)})`,
  order: json => epoch(readText(json) ?? ''),
  varies: 'time',
});

/** A time that the spec calls a plain string. */
export const looseTime: Field<string> = { ...time, type: 'string' };

/** The short form of a time for a column: `3h`, or the exact one. */
export const shortTime = described<string>({
  ...time,
  say: (value, clock) => (clock.exact ? exact(value) : ago(value, clock.now)),
});

export const flag = described<boolean>({
  type: 'boolean',
  read: json => (typeof json === 'boolean' ? json : undefined),
  say: value => (value ? safe`yes` : safe`no`),
  order: json => (typeof json === 'boolean' ? Number(json) : undefined),
});

function readNumber(json: Json | undefined): number | undefined {
  const digits = rawDigits(json);
  if (digits !== undefined) return Number(digits);
  return typeof json === 'number' ? json : undefined;
}

const plainCount = described<number>({
  type: 'integer',
  read: readNumber,
  say: value => clean(value.toLocaleString('en')),
});

/** A number; one that JavaScript would damage is shown by its digits. */
export const count: Field<number> = {
  ...plainCount,
  show: (json, clock) => {
    const digits = rawDigits(json);
    return digits === undefined ? plainCount.show(json, clock) : clean(digits, 40);
  },
};

/** An enumeration: the known values with their tone; unknown ones are shown as they are. Spec 2.6. */
export function choice(tones: Readonly<Record<string, Tone>>): Field<string> {
  const tone = (json: Json | undefined): Tone =>
    typeof json === 'string' && Object.hasOwn(tones, json) ? (tones[json] ?? 'plain') : 'plain';
  return described<string>({
    type: 'string (enumeration)',
    read: readText,
    say: value => clean(value),
    tone,
  });
}

/** Text whose case matters. */
const exactText = described<string>({ type: 'string', read: readText, say: value => clean(value) });

/** An identifier. */
export const id: Field<string> = { ...exactText, varies: 'id' };

/** A web address: shown as text. */
export const link: Field<string> = { ...exactText };

/** A credential: any value, never shown. */
export const secret = described<Json>({
  type: 'string',
  secret: true,
  read: json => (json === null || json === '' ? undefined : json),
  say: () => MASK,
  order: () => undefined,
});

function names(keys: readonly string[]): SafeText {
  const shown = keys.slice(0, 6).map(key => clean(key, 60));
  const rest = keys.length - shown.length;
  return rest > 0 ? safe`${joinSafe(shown, ', ')} and ${rest} more` : joinSafe(shown, ', ');
}

const readObject = (json: Json | undefined): JsonObject | undefined => (isObject(json) ? json : undefined);

function sayMap(value: JsonObject): SafeText {
  const keys = Object.keys(value);
  return keys.length === 0 ? safe`none` : safe`${keys.length}  ${names(keys)}`;
}

/** A map of entries under keys of the server's choice; `each` describes an entry. */
export function map(each?: Fields): Field<JsonObject> {
  return described<JsonObject>({
    type: 'object (map)',
    read: readObject,
    say: sayMap,
    order: json => (isObject(json) ? Object.keys(json).length : undefined),
    ...(each === undefined ? {} : { each }),
  });
}

/** How many entries a map has, for a column. */
export const size = described<JsonObject>({
  type: 'object (map)',
  read: readObject,
  say: value => safe`${Object.keys(value).length}`,
});

/** A map of texts, shown whole: `team=care  env=prod`. */
export const labels = described<JsonObject>({
  type: 'object (map)',
  read: readObject,
  say: value => {
    const pairs = Object.entries(value).map(
      ([key, text]) => `${key}=${typeof text === 'string' ? text : JSON.stringify(text)}`,
    );
    return pairs.length === 0 ? safe`none` : clean(pairs.join('  '));
  },
});

/** An object with described members. */
export function object(inner: Fields): Field<JsonObject> {
  return described<JsonObject>({ type: 'object', read: readObject, say: sayMap, inner });
}

/** An object whose inside is not described (a schema, free data). */
export const free = described<JsonObject>({ type: 'object', read: readObject, say: sayMap });

/** An object whose values are credentials or may hold them: names stay readable. */
export const secretValues = described<JsonObject>({ ...free, type: 'object', secret: true, say: sayMap });

const readList = (json: Json | undefined): readonly Json[] | undefined => (isList(json) ? json : undefined);

/** Values grouped by what an issue has in common: `pretty`, else `raw`, else JSON (not in the spec). */
export const groups: Field<JsonObject> = { ...free, entries: sayGroup };

function sayGroup(value: Json): string {
  const words = member(value, 'pretty') ?? member(value, 'raw') ?? value;
  return typeof words === 'string' ? words : (JSON.stringify(words) ?? '');
}

/** A list; texts are named, other items are counted. */
export function list(
  type: 'array' | 'array of string' | 'array of objects',
  each?: Fields,
): Field<readonly Json[]> {
  return described<readonly Json[]>({
    type,
    read: readList,
    say: value => {
      const texts = value.filter(item => typeof item === 'string');
      if (value.length === 0) return safe`none`;
      return texts.length === value.length ? safe`${value.length}  ${names(texts)}` : safe`${value.length}`;
    },
    order: json => readList(json)?.length,
    ...(each === undefined ? {} : { each }),
  });
}
