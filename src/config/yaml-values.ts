import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import type { YamlEntry } from './yaml-entries.ts';

export type ReportProblem = (line: number, key: string, problem: SafeText) => void;

export const problemText = (file: SafeText, ...[line, key, problem]: Parameters<ReportProblem>): SafeText =>
  safe`${file} line ${line}: ${shortText(key)}: ${problem}`;

/** Returns the part of a record that a value sets, or why the value is not valid. */
export type PartReader<T> = (value: unknown) => Result<T>;

export const textPart =
  <T>(make: (text: string) => T): PartReader<T> =>
  value =>
    typeof value === 'string' && value.trim() !== '' ? ok(make(value.trim())) : err(safe`must be text`);

export const booleanPart =
  <T>(make: (isOn: boolean) => T): PartReader<T> =>
  value =>
    typeof value === 'boolean' ? ok(make(value)) : err(safe`must be true or false`);

export const isWordList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string' && word !== '');

/**
 * Returns the problem of an unknown key, with the nearest known one. Its value is left out: it may be a
 * secret.
 */
export function unknownKey(key: string, known: readonly string[]): SafeText {
  const nearest = nearestWord(key, known);
  return safe`unknown setting${nearest === undefined ? safe`` : safe`; did you mean ${clean(nearest)}?`}`;
}

type PartOptions<T> = {
  readonly readers: Readonly<Record<string, PartReader<T>>>;
  /** Path of the record, `profiles.prod`. */
  readonly path: string;
  readonly report: ReportProblem;
};

/** Reads the entries of one record and joins the parts that they set. Problems are reported and left out. */
export function readParts<T extends object>(
  entries: readonly YamlEntry[],
  { readers, path, report }: PartOptions<T>,
): T {
  const parts = entries.map(({ key, line, value }) => {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const part = reader === undefined ? err(unknownKey(key, Object.keys(readers))) : reader(value);
    if (part.ok) return part.value;
    return report(line, `${path}.${key}`, part.why);
  });
  return Object.assign({}, ...parts);
}
