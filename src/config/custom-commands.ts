import { err, ok, type Result } from '../text/result.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { YamlEntry } from './yaml-entries.ts';
import { booleanPart, isWordList, type ReportProblem, readParts, textPart } from './yaml-values.ts';

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

function commandOf(
  { key, line, entries }: YamlEntry,
  file: SafeText,
  report: ReportProblem,
): readonly CustomCommand[] {
  const path = `commands.${key}`;
  if (!isCommandName(key)) report(line, path, safe`the name must be a word of at most 40 letters`);
  else if (entries === undefined) report(line, path, safe`must be a map with run: [program, words]`);
  else {
    const parts = readParts<CommandPart>(entries, { readers: READERS, path, report });
    const { run } = parts;
    // An invalid value counts as yes.
    const isDangerous = entries.some(entry => entry.key === 'dangerous');
    if (run !== undefined)
      return [{ ...DEFAULTS, isDangerous, ...parts, name: key, run, origin: safe`${file} line ${line}` }];
    if (!entries.some(entry => entry.key === 'run')) report(line, path, safe`lacks run: [program, words]`);
  }
  return [];
}

/** Returns the commands of a settings file. Problems are reported; a command without `run` is left out. */
export function readCustomCommands(
  entry: YamlEntry,
  file: SafeText,
  report: ReportProblem,
): readonly CustomCommand[] {
  if (entry.entries === undefined && entry.value !== null)
    report(entry.line, entry.key, safe`must be a map of name: command`);
  return (entry.entries ?? []).flatMap(each => commandOf(each, file, report));
}

/** A custom command of the settings file: a program with its arguments, run without a shell. */
export type CustomCommand = {
  readonly name: string;
  /**
   * Program and arguments; `{id}` and the like in the arguments stand for values of the record at the cursor.
   */
  readonly run: readonly string[];
  readonly keys: readonly string[];
  /** Kinds of records that it works on; empty means all. */
  readonly on: readonly string[];
  readonly help?: string;
  /** It changes something: it asks first, and is not available where changes are forbidden. */
  readonly isDangerous: boolean;
  /** Its output stays on the screen until Enter. */
  readonly waits: boolean;
  /** Position of its definition, `settings.yaml line 3`. */
  readonly origin: SafeText;
};
