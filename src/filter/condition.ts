import type { Field } from '../resources/field.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, safe } from '../text/sanitise.ts';
import { choiceWords } from '../text/words.ts';
import { fieldKind, foldCase } from './row-values.ts';

export const OPERATORS = [':', '<', '>', '<=', '>='] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on the value of one field. Times and durations are in milliseconds. */
export type Condition =
  | { readonly kind: 'set'; readonly wanted: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly atStart: boolean }
  | { readonly kind: 'number'; readonly from: number; readonly below: number }
  | { readonly kind: 'age'; readonly from: number; readonly below: number };

/** A field term as typed, split into its parts: `updated>90d`. */
export type FieldTest = {
  readonly field: Field;
  readonly name: string;
  readonly operator: Operator;
  readonly value: string;
};

const DAY = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY,
  w: 7 * DAY,
  mo: 30 * DAY,
  y: 365 * DAY,
};
const FLAGS: Readonly<Record<string, number>> = { true: 1, yes: 1, false: 0, no: 0 };
const IS_SET: Readonly<Record<string, boolean>> = { set: true, unset: false, never: false };

const has = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Returns the range that an operator selects relative to the range [`from`, `below`). */
function rangeOf(operator: Operator, from: number, below: number): { from: number; below: number } {
  switch (operator) {
    case ':':
      return { from, below };
    case '<':
      return { from: -Infinity, below: from };
    case '<=':
      return { from: -Infinity, below };
    case '>':
      return { from: below, below: Infinity };
    case '>=':
      return { from, below: Infinity };
  }
}

export function durationMs(value: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6})(s|m|h|d|w|mo|y)$/.exec(value) ?? [];
  const ms = has(UNITS, unit);
  return digits === undefined || ms === undefined ? undefined : Number(digits) * ms;
}

/** Parses an age or a date into epoch milliseconds: `1d` is a day before now. */
export function timeOf(value: string, now: number): number | undefined {
  const ageMs = durationMs(value);
  return ageMs === undefined ? calendarRange(value)?.[0] : now - ageMs;
}

function calendarRange(value: string): readonly [from: number, below: number] | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const parts = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)] as const;
  const from = Date.UTC(...parts);
  if (!new Date(from).toISOString().startsWith(value)) return undefined;
  const step = [
    month === undefined ? 1 : 0,
    month !== undefined && day === undefined ? 1 : 0,
    day === undefined ? 0 : 1,
  ] as const;
  return [from, Date.UTC(parts[0] + step[0], parts[1] + step[1], parts[2] + step[2])];
}

export const AN_AGE_OR_DATE = safe`an age like 90d, 12h or 3mo, or a date like 2026-01-31`;

function timeCondition({ name, operator, value }: FieldTest): Result<Condition> {
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
  // The range of one number ends at the next number that can be represented.
  const next = wanted + Math.max(Number.EPSILON, Math.abs(wanted) * Number.EPSILON);
  return ok({ kind: 'number', ...rangeOf(operator, wanted, next) });
}

function flagCondition({ name, value }: FieldTest): Result<Condition> {
  const wanted = has(FLAGS, foldCase(value));
  if (wanted === undefined) return err(safe`${clean(name)} is yes or no, not "${clean(value, 20)}".`);
  return ok({ kind: 'number', from: wanted, below: wanted + 1 });
}

/** Parses a text condition. A field with fixed values accepts only those: another one is a typing mistake. */
function textCondition({ field, name, value }: FieldTest): Result<Condition> {
  const text = foldCase(value);
  const { filterValues } = field;
  if (filterValues === undefined || filterValues.some(each => each.includes(text)))
    return ok({ kind: 'text', text, atStart: name === 'id' });
  const names = choiceWords(filterValues.map(each => each.split(' ', 1)[0] ?? ''));
  return err(safe`${clean(name)} takes ${clean(names)}, not "${clean(value, 20)}".`);
}

/**
 * Parses the condition of a field term, or explains its mistake. `isQuoted`: the value has no special words.
 */
export function conditionOf(given: FieldTest, isQuoted: boolean): Result<Condition> {
  const { field, name, operator, value } = given;
  const kind = fieldKind(field);
  const wanted = isQuoted ? undefined : has(IS_SET, foldCase(value));
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

/** Tests a value. `key`: the value as a number, NaN if not set. `text`: the value as shown, '' if not set. */
export function fits(
  condition: Condition,
  value: { readonly key: number; readonly text: string },
  now: number,
): boolean {
  switch (condition.kind) {
    case 'set':
      return (value.text !== '') === condition.wanted;
    case 'text':
      return condition.atStart ? value.text.startsWith(condition.text) : value.text.includes(condition.text);
    case 'number':
      return value.key >= condition.from && value.key < condition.below;
    case 'age':
      return now - value.key >= condition.from && now - value.key < condition.below;
  }
}
