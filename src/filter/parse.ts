import type { Field } from '../resources/field.ts';
import { askable } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Ask, askOf, OPERATORS } from './condition.ts';
import { folded } from './row-text.ts';

/** One part of a filter; a row has to pass all of them. */
export type Term =
  | { readonly is: 'word'; readonly word: string; readonly isNot: boolean }
  | { readonly is: 'field'; readonly name: string; readonly ask: Ask; readonly isNot: boolean };

/** A filter as it is understood. A part that is wrong is left out, and `problem` says why. */
export type Filter = { readonly terms: readonly Term[]; readonly problem: SafeText | undefined };

const TOKEN = /(?:[^\s"]|"[^"]*"?)+/g;
const fieldIn = (text: string) => /^([\p{L}_][\p{L}\p{N}_]*)(:|<=|>=|<|>)(.*)$/su.exec(text);

/** The words for a field: its name, and of a time also without its "At". */
function words(name: string): readonly string[] {
  const word = name.toLowerCase();
  return name.endsWith('At') ? [word, word.slice(0, -2)] : [word];
}

function fieldFor(resource: Resource, word: string): readonly [name: string, field: Field] | undefined {
  const wanted = word.toLowerCase();
  const fields = askable(resource);
  const column = resource.columns.find(({ title }) => title.toLowerCase() === wanted)?.field;
  return (
    Object.entries(fields).find(([name]) => words(name).includes(wanted)) ??
    Object.entries(fields).find(([name]) => name === column)
  );
}

function noField(resource: Resource, word: string): SafeText {
  const known = resource.columns.map(({ field }) => clean(words(field).at(-1) ?? field));
  return safe`There is no field "${clean(word, 20)}" (but ${joinSafe(known, ', ')} …). Quote a text with : in it.`;
}

const unquoted = (text: string): string => text.replaceAll('"', '');

function termOf(resource: Resource, token: string): Result<Term> | undefined {
  const isNot = token.startsWith('!');
  const body = isNot ? token.slice(1) : token;
  const [, word = '', sign, value = ''] = fieldIn(body) ?? [];
  const operator = OPERATORS.find(each => each === sign);
  if (operator === undefined) {
    const text = folded(unquoted(body));
    return text === '' ? undefined : ok({ is: 'word', word: text, isNot });
  }
  const [name, field] = fieldFor(resource, word) ?? [];
  if (name === undefined || field === undefined) return err(noField(resource, word));
  const given = { field, name, operator, value: unquoted(value) };
  const ask = askOf(given, value.includes('"'));
  return ask.ok ? ok({ is: 'field', name, ask: ask.value, isNot }) : ask;
}

/** What a typed filter means for a kind of record. Any text has a meaning. */
export function parseFilter(resource: Resource, text: string): Filter {
  const results = (text.match(TOKEN) ?? []).flatMap(token => termOf(resource, token) ?? []);
  return {
    terms: results.flatMap(result => (result.ok ? [result.value] : [])),
    problem: results.flatMap(result => (result.ok ? [] : [result.why]))[0],
  };
}

function isNarrower(before: Term, after: Term | undefined): boolean {
  if (after === undefined || before.isNot !== after.isNot || before.is !== after.is) return false;
  if (before.is === 'word' && after.is === 'word')
    return before.isNot ? before.word === after.word : after.word.startsWith(before.word);
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Whether everything that passes `after` passed `before`: as long as one only types on, it does. */
export const narrows = (before: Filter, after: Filter): boolean =>
  before.terms.every((term, at) => isNarrower(term, after.terms[at]));
