import { err, ok, type Result } from '../text/result.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { unknownKey } from './profiles.ts';
import type { YamlEntry } from './yaml-entries.ts';

type Part = Partial<Omit<OwnCommand, 'name' | 'origin'>>;
type Told = (line: number, key: string, what: SafeText) => void;

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string' && word !== '');

/** One word or a list of words. */
const wordsOf = (value: unknown): readonly string[] | undefined => {
  const list = typeof value === 'string' ? [value] : value;
  return isWords(list) ? list : undefined;
};

function run(value: unknown): Result<Part> {
  if (!isWords(value) || value.length === 0)
    return err(safe`has to be a list of words, like [echo, "{id}"]: there is no shell`);
  return value[0]?.includes('{')
    ? err(safe`begins with a program: no value of a record chooses it`)
    : ok({ run: value });
}

const words =
  (make: (list: readonly string[]) => Part) =>
  (value: unknown): Result<Part> => {
    const list = wordsOf(value);
    return list === undefined ? err(safe`has to be a word or a list of words, in quotes`) : ok(make(list));
  };
const yes =
  (make: (isOn: boolean) => Part) =>
  (value: unknown): Result<Part> =>
    typeof value === 'boolean' ? ok(make(value)) : err(safe`has to be true or false`);

const MEANINGS: Readonly<Record<string, (value: unknown) => Result<Part>>> = {
  run,
  key: words(keys => ({ keys })),
  on: words(on => ({ on })),
  help: value =>
    typeof value === 'string' && value.trim() !== '' ? ok({ help: value }) : err(safe`has to be a text`),
  dangerous: yes(isDangerous => ({ isDangerous })),
  wait: yes(waits => ({ waits })),
};

const isName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(text);

function partOf({ key, line, value }: YamlEntry, path: string, tell: Told): Part {
  const meaning = Object.hasOwn(MEANINGS, key) ? MEANINGS[key] : undefined;
  const part = meaning === undefined ? err(unknownKey(key, Object.keys(MEANINGS))) : meaning(value);
  if (part.ok) return part.value;
  tell(line, `${path}.${key}`, part.why);
  // What was meant to be asked for first is.
  return key === 'dangerous' ? { isDangerous: true } : {};
}

function commandOf({ key, line, entries }: YamlEntry, file: SafeText, tell: Told): readonly OwnCommand[] {
  const path = `commands.${key}`;
  if (!isName(key)) tell(line, path, safe`a command's name is a word of at most 40 letters`);
  else if (entries === undefined) tell(line, path, safe`has to be a map with run: [program, words]`);
  else {
    const parts: Part = Object.assign({}, ...entries.map(entry => partOf(entry, path, tell)));
    const { run: words } = parts;
    if (words !== undefined) {
      const standard = { keys: [], on: [], isDangerous: false, waits: true };
      return [{ ...standard, ...parts, name: key, run: words, origin: safe`${file} line ${line}` }];
    }
    if (!entries.some(entry => entry.key === 'run')) tell(line, path, safe`has no run: [program, words]`);
  }
  return [];
}

/** The commands of a settings file. What is wrong in one is told; one without anything to run is left out. */
export function ownCommandsOf(entry: YamlEntry, file: SafeText, tell: Told): readonly OwnCommand[] {
  if (entry.entries === undefined && entry.value !== null)
    tell(entry.line, entry.key, safe`has to be a map of name: command`);
  return (entry.entries ?? []).flatMap(each => commandOf(each, file, tell));
}

/** A command of the person's own, from the settings file: a program with its arguments, no shell between. */
export type OwnCommand = {
  readonly name: string;
  /** The words; `{id}` and the like in all but the first stand for values of the record that is meant. */
  readonly run: readonly string[];
  readonly keys: readonly string[];
  /** Kinds of records that it is for; of all when there are none. */
  readonly on: readonly string[];
  readonly help?: string;
  /** It changes something: it is asked for first, and not offered where nothing may be changed. */
  readonly isDangerous: boolean;
  /** What it printed stays on the screen until Enter. */
  readonly waits: boolean;
  /** Where it stands, `settings.yaml line 3`. */
  readonly origin: SafeText;
};
