import type { Field } from '../resources/field.ts';
import { filterableFields } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Condition, conditionOf, OPERATORS } from './condition.ts';
import { foldCase } from './row-values.ts';

export type Term =
  | { readonly kind: 'word'; readonly word: string; readonly isNot: boolean }
  | { readonly kind: 'field'; readonly name: string; readonly condition: Condition; readonly isNot: boolean };

/** A parsed filter. Invalid terms are left out; `problem` explains the first one. */
export type Filter = { readonly terms: readonly Term[]; readonly problem: SafeText | undefined };

/** A name or path, a sign, and a value. `=` and `!=` are signs of other tools. */
const fieldIn = (text: string) => /^([\p{L}_][\p{L}\p{N}_.]*)(:|<=|>=|<|>|!?==?)(.*)$/su.exec(text);

/** Returns the names by which a filter may refer to a field: `updatedAt` is also `updated`. */
function words(name: string): readonly string[] {
  const word = name.toLowerCase();
  return name.endsWith('At') ? [word, word.slice(0, -2)] : [word];
}

function fieldFor(resource: Resource, word: string): readonly [name: string, field: Field] | undefined {
  const wanted = word.toLowerCase();
  const fields = filterableFields(resource);
  const column = resource.columns.find(({ title }) => title.toLowerCase() === wanted)?.field;
  return (
    Object.entries(fields).find(([name]) => words(name).includes(wanted)) ??
    Object.entries(fields).find(([name]) => name === column)
  );
}

const rootOf = (path: string): string => path.split('.', 1)[0] ?? '';

function noField(resource: Resource, word: string): SafeText {
  const whole = rootOf(word);
  if (whole !== word && fieldFor(resource, whole) !== undefined)
    return safe`A filter takes a whole field, ${clean(whole, 20)}:<value>. Quote text that contains ":".`;
  const known = resource.columns.map(({ field }) => clean(words(field).at(-1) ?? field));
  return safe`Unknown field "${clean(word, 20)}". One of: ${joinSafe(known, ', ')} … Quote text that contains ":".`;
}

/** Returns our form of `status=active`: as a word it would match nothing, and its opposite everything. */
const otherSign = (word: SafeText): SafeText =>
  safe`Write ${word}:<value>, or !${word}:<value> for the opposite. Quote text that contains "=".`;

const withoutQuotes = (text: string): string => text.replaceAll('"', '');

function termOf(resource: Resource, text: string): Result<Term> | undefined {
  const isNot = text.startsWith('!');
  const body = isNot ? text.slice(1) : text;
  const [, word = '', sign, value = ''] = fieldIn(body) ?? [];
  const operator = OPERATORS.find(each => each === sign);
  if (operator === undefined) {
    const root = rootOf(word);
    if (sign !== undefined && fieldFor(resource, root) !== undefined) return err(otherSign(clean(root, 20)));
    const typed = foldCase(withoutQuotes(body));
    return typed === '' ? undefined : ok({ kind: 'word', word: typed, isNot });
  }
  const [name, field] = fieldFor(resource, word) ?? [];
  if (name === undefined || field === undefined) return err(noField(resource, word));
  const condition = conditionOf({ field, name, operator, value: withoutQuotes(value) }, value.includes('"'));
  return condition.ok ? ok({ kind: 'field', name, condition: condition.value, isNot }) : condition;
}

/** Parses a filter for a kind of record. Never fails: any text is a filter, perhaps with a problem. */
export function parseFilter(resource: Resource, text: string): Filter {
  const results = filterTerms(text).flatMap(term => termOf(resource, term) ?? []);
  return {
    terms: results.flatMap(result => (result.ok ? [result.value] : [])),
    problem: results.flatMap(result => (result.ok ? [] : [result.why]))[0],
  };
}

/** Splits a filter into its terms: at spaces outside quotes. */
const filterTerms = (filter: string): readonly string[] => filter.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

/** Splits a filter that names a second list (`dev:true`) into the name and the filter of that list. */
export function variantInFilter(
  { variant }: Pick<Resource, 'variant'>,
  filter: string,
): { readonly variant?: string; readonly filter: string } {
  if (variant === undefined) return { filter };
  const terms = filterTerms(filter);
  const others = terms.filter(term => term.toLowerCase() !== `${variant.name}:true`);
  return others.length === terms.length ? { filter } : { variant: variant.name, filter: others.join(' ') };
}
