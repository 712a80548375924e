import { err, ok, type Result } from '../text/result.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import {
  booleanPart,
  isWordList,
  type ReportProblem,
  readParts,
  textPart,
  type YamlEntry,
} from './yaml-entries.ts';

type CommandPart = Partial<Omit<CustomCommand, 'name' | 'origin'>>;

function runPart(value: unknown): Result<CommandPart> {
  if (!isWordList(value) || value.length === 0)
    return err(safe`must be a list of words, like [echo, "{id}"], because no shell splits it`);
  return value[0]?.includes('{')
    ? err(safe`must begin with a fixed program, without a value in braces`)
    : ok({ run: value });
}

const wordsPart =
  (make: (words: readonly string[]) => CommandPart) =>
  (value: unknown): Result<CommandPart> => {
    const words = typeof value === 'string' ? [value] : value;
    return isWordList(words) ? ok(make(words)) : err(safe`must be a word or a list of words, in quotes`);
  };

const READERS = {
  run: runPart,
  key: wordsPart(keys => ({ keys })),
  on: wordsPart(on => ({ on })),
  help: textPart((help): CommandPart => ({ help })),
  dangerous: booleanPart((isDangerous): CommandPart => ({ isDangerous })),
  wait: booleanPart((waits): CommandPart => ({ waits })),
};

const DEFAULTS = { keys: [], on: [], waits: true };

const isCommandName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(text);

/** Reads a custom command. Problems are reported; without a valid name and `run` there is none. */
export function readCustomCommand(entry: YamlEntry, report: ReportProblem): CustomCommand | undefined {
  const { key: name, origin, entries } = entry;
  if (!isCommandName(name)) return report(entry, safe`the name must be a word of at most 40 letters`);
  if (entries === undefined) return report(entry, safe`must be a map with run: [program, words]`);
  const parts = readParts<CommandPart>(entries, READERS, report);
  const { run } = parts;
  const has = (key: string): boolean => entries.some(each => each.key === key);
  // An invalid value counts as yes.
  if (run !== undefined) return { ...DEFAULTS, isDangerous: has('dangerous'), ...parts, name, run, origin };
  if (!has('run')) report(entry, safe`lacks run: [program, words]`);
  return undefined;
}

/** A custom command of the settings file: a program with its arguments, run without a shell. */
export type CustomCommand = {
  readonly name: string;
  /** In the arguments `{id}` and the like stand for values of the record at the cursor. */
  readonly run: readonly string[];
  readonly keys: readonly string[];
  /** Kinds of records that it works on; empty means all. */
  readonly on: readonly string[];
  readonly help?: string;
  /** It changes something: it asks first, and is not available where changes are forbidden. */
  readonly isDangerous: boolean;
  /** Its output stays on the screen until Enter. */
  readonly waits: boolean;
  readonly origin: SafeText;
};
