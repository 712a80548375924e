import type { Field } from '../resources/field.ts';
import { fieldAt, filterableFields } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { durationMs } from '../text/units.ts';
import { choiceWords } from '../text/words.ts';
import { fieldKind, foldCase } from './row-values.ts';

const OPERATORS = [':', '<', '>', '<=', '>='] as const;
type Operator = (typeof OPERATORS)[number];

/** Times and durations are in milliseconds. */
export type Condition =
  | Readonly<{ kind: 'set'; wanted: boolean }>
  | Readonly<{ kind: 'text'; text: string; atStart: boolean; isWhole: boolean }>
  | Readonly<{ kind: 'number'; from: number; below: number }>
  | Readonly<{ kind: 'age'; from: number; below: number }>;

/** `updated>90d` */
type FieldTest = Readonly<{
  field: Field;
  name: string;
  operator: Operator;
  isWhole: boolean;
  value: string;
}>;

const FLAGS = new Map(Object.entries({ true: 1, yes: 1, false: 0, no: 0 }));
const IS_SET = new Map(Object.entries({ set: true, unset: false, never: false }));

const rangeOf = (operator: Operator, from: number, below: number) => ({
  from: operator.startsWith('<') ? -Infinity : operator === '>' ? below : from,
  below: operator.startsWith('>') ? Infinity : operator === '<' ? from : below,
});

/** An age or a date in epoch milliseconds: `1d` is a day before now. */
export function timeOf(value: string, now: number): number | undefined {
  const ageMs = durationMs(value);
  return ageMs === undefined ? calendarRange(value)?.[0] : now - ageMs;
}

function calendarRange(value: string): readonly [from: number, below: number] | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const from = Date.UTC(y, m, d);
  if (!new Date(from).toISOString().startsWith(value)) return undefined;
  if (day !== undefined) return [from, Date.UTC(y, m, d + 1)];
  return [from, month === undefined ? Date.UTC(y + 1) : Date.UTC(y, m + 1)];
}

export const AN_AGE_OR_DATE = safe`an age like 90d, 12h or 3mo, or a date like 2026-01-31`;

function timeCondition({ field, name, operator, value }: FieldTest): Result<Condition> {
  const wanted = operator === ':' ? FLAGS.get(foldCase(value)) : undefined;
  if (field.recentMs !== undefined && wanted !== undefined)
    return ok({ kind: 'age', ...rangeOf(wanted ? '<' : '>=', field.recentMs, 0) });
  const age = durationMs(value);
  if (age !== undefined && operator === ':')
    return err(safe`${clean(name)}: use >${clean(value)} for longer ago, <${clean(value)} for more recent.`);
  if (age !== undefined) return ok({ kind: 'age', ...rangeOf(operator, age, age + 1) });
  const span = calendarRange(value);
  if (span !== undefined) return ok({ kind: 'number', ...rangeOf(operator, ...span) });
  return err(safe`${clean(name)}: "${clean(value, 20)}" is not ${AN_AGE_OR_DATE}.`);
}

function numberCondition({ name, operator, value }: FieldTest): Result<Condition> {
  if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(value))
    return err(safe`${clean(name)}: "${clean(value, 20)}" is not a number.`);
  const wanted = Number(value);
  // Ends at the next number that can be represented.
  const next = wanted + Math.max(Number.EPSILON, Math.abs(wanted) * Number.EPSILON);
  return ok({ kind: 'number', ...rangeOf(operator, wanted, next) });
}

function flagCondition({ name, value }: FieldTest): Result<Condition> {
  const wanted = FLAGS.get(foldCase(value));
  if (wanted === undefined) return err(safe`${clean(name)} is yes or no, not "${clean(value, 20)}".`);
  return ok({ kind: 'number', from: wanted, below: wanted + 1 });
}

/** A field with fixed values accepts only those: another one is a typing mistake. */
function textCondition({ field, name, isWhole, value }: FieldTest): Result<Condition> {
  const { filterValues } = field;
  const text = foldCase(value);
  const known = filterValues?.find(each => (isWhole ? each.split(' ') : each).includes(text));
  if (filterValues === undefined || known !== undefined)
    return ok({ kind: 'text', text: (isWhole && known) || text, atStart: name === 'id', isWhole });
  const names = choiceWords(filterValues.map(each => each.split(' ', 1)[0] ?? ''));
  return err(safe`${clean(name)} takes ${clean(names)}, not "${clean(value, 20)}".`);
}

/** `isQuoted`: the value has no special words. */
function conditionOf(given: FieldTest, isQuoted: boolean): Result<Condition> {
  const { field, name, operator, value } = given;
  const kind = fieldKind(field);
  const wanted = isQuoted ? undefined : IS_SET.get(foldCase(value));
  if (value === '')
    return err(
      safe`${clean(name)}${clean(operator)} needs a value; records without one: ${clean(name)}:unset.`,
    );
  if (wanted !== undefined && operator === ':') return ok({ kind: 'set', wanted });
  if (kind === 'secret') return err(safe`${clean(name)} is a secret: only :set and :unset can be used.`);
  if (kind === 'time') return timeCondition(given);
  if (kind === 'number' || (kind === 'many' && operator !== ':')) return numberCondition(given);
  if (operator !== ':')
    return err(safe`${clean(name)}: ${clean(operator)} is only for times and numbers; use : here.`);
  if (kind === 'flag') return flagCondition(given);
  return textCondition(given);
}

/** `key`: the value as a number, NaN if not set. `text`: as shown, '' if not set. */
export function fits(condition: Condition, value: Readonly<{ key: number; text: string }>, now: number) {
  switch (condition.kind) {
    case 'set':
      return (value.text !== '') === condition.wanted;
    case 'text':
      // The whole text, or one of several values in it.
      if (condition.isWhole) return [value.text, ...value.text.split(/\n|, /)].includes(condition.text);
      return condition.atStart ? value.text.startsWith(condition.text) : value.text.includes(condition.text);
    case 'number':
      return value.key >= condition.from && value.key < condition.below;
    case 'age':
      return now - value.key >= condition.from && now - value.key < condition.below;
  }
}

export type Term =
  | Readonly<{ kind: 'word'; word: string; isNot: boolean }>
  | Readonly<{ kind: 'field'; name: string; condition: Condition; isNot: boolean }>;

/** Invalid terms are left out; `problem` explains the first one. */
export type Filter = Readonly<{ terms: readonly Term[]; problem: SafeText | undefined }>;

/** A field, `tags.cost-center`, and a sign; `!=` is the opposite of `=`, and `==` the same. */
const fieldIn = (text: string) =>
  /^([\p{L}_][\p{L}\p{N}_]*(?:\.[^\s:<=>!"]+)*)(:|<=|>=|<|>|!?==?)(.*)$/su.exec(text);

/** `updatedAt` is also `updated`. */
function words(name: string): readonly string[] {
  const word = name.toLowerCase();
  return name.endsWith('At') ? [word, word.slice(0, -2)] : [word];
}

function fieldFor(resource: Resource, word: string): readonly [name: string, field: Field] | undefined {
  const [root = '', ...steps] = word.split('.');
  const wanted = root.toLowerCase();
  const fields = filterableFields(resource);
  const column = resource.columns.find(({ title }) => title.toLowerCase() === wanted)?.field;
  const found =
    Object.entries(fields).find(([name]) => words(name).includes(wanted)) ??
    Object.entries(fields).find(([name]) => name === column);
  if (found === undefined || steps.length === 0) return found;
  const path = [found[0], ...steps].join('.');
  const below = fieldKind(found[1]) === 'many' ? fieldAt(resource, path) : undefined;
  return below && [path, below];
}

function noField(resource: Resource, word: string): SafeText {
  const known = resource.columns.map(({ field }) => clean(words(field).at(-1) ?? field));
  return safe`Unknown field "${clean(word, 20)}". One of: ${joinSafe(known)} … Quote text that contains ":".`;
}

const withoutQuotes = (text: string) => text.replaceAll('"', '');

function termOf(resource: Resource, text: string): Result<Term> | undefined {
  const isOpposite = text.startsWith('!');
  const body = isOpposite ? text.slice(1) : text;
  const [, word = '', sign = '', value = ''] = fieldIn(body) ?? [];
  const isWhole = /^!?=/.test(sign);
  const operator = isWhole ? ':' : OPERATORS.find(each => each === sign);
  const [name, field] = fieldFor(resource, word) ?? [];
  if (operator === undefined || (isWhole && field === undefined)) {
    const typed = foldCase(withoutQuotes(body));
    return typed === '' ? undefined : ok({ kind: 'word', word: typed, isNot: isOpposite });
  }
  if (name === undefined || field === undefined) return err(noField(resource, word));
  const condition = conditionOf(
    { field, name, operator, isWhole, value: withoutQuotes(value) },
    value.includes('"'),
  );
  const isNot = isOpposite !== sign.startsWith('!');
  return condition.ok ? ok({ kind: 'field', name, condition: condition.value, isNot }) : condition;
}

/** Never fails: any text is a filter, perhaps with a `problem`. */
export function parseFilter(resource: Resource, text: string): Filter {
  const results = filterTerms(text).flatMap(term => termOf(resource, term) ?? []);
  return {
    terms: results.flatMap(result => (result.ok ? [result.value] : [])),
    problem: results.flatMap(result => (result.ok ? [] : [result.why]))[0],
  };
}

const filterTerms = (filter: string): readonly string[] => filter.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

/** `dev:true` names a second list. */
export function variantInFilter({ variant }: Pick<Resource, 'variant'>, filter: string) {
  if (variant === undefined) return { filter };
  const terms = filterTerms(filter);
  const wanted = new RegExp(`^${variant.name}(:|==?)true$`, 'i');
  const others = terms.filter(term => !wanted.test(term));
  return others.length === terms.length ? { filter } : { variant: variant.name, filter: others.join(' ') };
}
