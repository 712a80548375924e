import type { CustomCommand } from '../../config/custom-commands.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { type Ref, rawName } from '../../resources/resource.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { refText } from '../state/place-text.ts';
import { knownRecord, type State } from '../state/state.ts';

type ArgumentValue = { readonly text: string } | { readonly problem: SafeText };

const IN_BRACES = /\{(\w+)\}/g;
const ID_NAMES: readonly string[] = [...new Set(resources.flatMap(({ ids }) => ids))];

/** Readers of the values of a record, by their name in braces. */
const VALUES: Readonly<Record<string, (state: State, ref: Ref) => string | undefined>> = {
  id: (_state, ref) => ref.ids[ownIdName(resourceOf(ref.kind))],
  name: (state, ref) => {
    const record = knownRecord(state, ref);
    const name = record === undefined ? undefined : rawName(resourceOf(ref.kind), record);
    // Cleaned: control characters of a name must not reach another program.
    return name === undefined ? undefined : clean(name);
  },
  kind: (_state, ref) => ref.kind,
  place: (_state, ref) => refText(ref),
  apiUrl: ({ session: { server } }) => server?.baseUrl,
  ...Object.fromEntries(
    ID_NAMES.map(name => [
      name,
      (state: State, ref: Ref) =>
        ref.ids[name] ?? (name === 'workspaceId' ? state.session.server?.workspaceId : undefined),
    ]),
  ),
};

export const VALUE_NAMES: readonly string[] = Object.keys(VALUES);

export const namesIn = ({ run }: Pick<CustomCommand, 'run'>): readonly string[] =>
  run.flatMap(word => [...word.matchAll(IN_BRACES)].map(([, name = '']) => name));

/**
 * Matches values that a program could read as a flag, a command (vi, less) or an argument file (curl, javac).
 */
const SPECIAL_START = /^[-+@]/;

/** Values that this program creates or encodes itself. */
const OWN_VALUES: readonly string[] = ['kind', 'place', 'apiUrl'];

/** Returns why a value must not be put into a word, or `undefined` if it may. */
function refusalOf(text: string, name: string, word: string): SafeText | undefined {
  const braces = safe`{${clean(name)}}`;
  const shown = clean(text, 60);
  if (clean(text, text.length) !== text)
    return safe`${braces} holds characters that are not allowed: ${shown}`;
  if (OWN_VALUES.includes(name)) return undefined;
  if (SPECIAL_START.test(text))
    return safe`${braces} begins with -, + or @: a program could take it for an option: ${shown}`;
  return word !== `{${name}}` && text.includes('/')
    ? safe`${braces} holds a /: ${clean(word, 60)} would become another path: ${shown}`
    : undefined;
}

function argumentValue(
  state: State,
  ref: Ref,
  { name, word }: { name: string; word: string },
): ArgumentValue {
  const text = Object.hasOwn(VALUES, name) ? VALUES[name]?.(state, ref) : undefined;
  if (text === undefined || text === '') return { problem: safe`{${clean(name)}} has no value here.` };
  const problem = refusalOf(text, name, word);
  return problem === undefined ? { text } : { problem };
}

const isOneValue = (word: string): boolean => /^\{\w+\}$/.test(word);
const doubleDots = (word: string): number => word.split('..').length;

/** Returns true if values put a `..` into a longer word, alone or beside another dot. */
const leadsUp = (filled: string, word: string): boolean =>
  !isOneValue(word) && doubleDots(filled) > doubleDots(word.replace(IN_BRACES, 'x'));

/**
 * Returns the words of a command with the values of a record in them, each within its own word whatever it
 * holds, or why a value is refused: names and ids come from a server, and must not choose what the program
 * does.
 */
export function wordsFor(state: State, { run }: CustomCommand, ref: Ref): Result<readonly string[]> {
  const words: string[] = [];
  for (const word of run) {
    const problems: SafeText[] = [];
    const filled = word.replace(IN_BRACES, (_all, name: string) => {
      const value = argumentValue(state, ref, { name, word });
      if ('text' in value) return value.text;
      problems.push(value.problem);
      return '';
    });
    const [problem] = problems;
    if (problem !== undefined) return err(problem);
    if (leadsUp(filled, word))
      return err(safe`${clean(word, 60)} would lead to another path: ${clean(filled, 60)}`);
    words.push(filled);
  }
  return ok(words);
}

const plainWord = /^[\w@%+=:,./-]+$/;

/** Returns the words for reading; a word that could be mistaken for several is quoted. */
export const shownWords = (words: readonly string[]): SafeText =>
  joinSafe(
    words.map(word => (plainWord.test(word) ? clean(word) : safe`'${clean(word)}'`)),
    ' ',
  );
