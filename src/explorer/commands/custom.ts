import type { CustomCommand } from '../../config/config-file.ts';
import { ownMember } from '../../json/json.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { ownIdName, type Ref, rawName } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { err, ok, type Result } from '../../text/result.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { didYouMean, shellWord } from '../../text/words.ts';
import type { Explorer } from '../actions/explorer.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { subjectRef } from '../selection/copy-text.ts';
import type { Action } from '../state/action.ts';
import { newQuestionDialog } from '../state/dialogs.ts';
import { refText } from '../state/place-text.ts';
import { knownRecord, type State } from '../state/state.ts';
import { type Command, complete } from './command.ts';

const IN_BRACES = /\{(\w+)\}/g;
const ID_NAMES: readonly string[] = [...new Set(resources.flatMap(({ ids }) => ids))];

const VALUES: Readonly<Record<string, (state: State, ref: Ref) => string | undefined>> = {
  id: (_state, ref) => ref.ids[ownIdName(resourceOf(ref.kind))],
  name: (state, ref) => {
    const record = knownRecord(state, ref);
    const name = record && rawName(resourceOf(ref.kind), record);
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

const namesIn = ({ run }: Pick<CustomCommand, 'run'>): readonly string[] =>
  run.flatMap(word => [...word.matchAll(IN_BRACES)].map(([, name = '']) => name));

/** A program could read these as a flag, a command (vi, less) or an argument file (curl). */
const SPECIAL_START = /^[-+@]/;

const OWN_VALUES: readonly string[] = ['kind', 'place', 'apiUrl'];

function valueFor(state: State, ref: Ref, { name, word }: { name: string; word: string }): Result<string> {
  const text = ownMember(VALUES, name)?.(state, ref);
  const braces = safe`{${clean(name)}}`;
  if (text === undefined || text === '') return err(safe`${braces} has no value here.`);
  const shown = clean(text, 60);
  if (clean(text, text.length) !== text)
    return err(safe`${braces} holds characters that are not allowed: ${shown}`);
  if (OWN_VALUES.includes(name)) return ok(text);
  if (SPECIAL_START.test(text))
    return err(safe`${braces} begins with -, + or @: a program could take it for an option: ${shown}`);
  return word !== `{${name}}` && text.includes('/')
    ? err(safe`${braces} holds a /: ${clean(word, 60)} would become another path: ${shown}`)
    : ok(text);
}

const doubleDots = (word: string) => word.split('..').length;

const leadsUp = (filled: string, word: string) =>
  !/^\{\w+\}$/.test(word) && doubleDots(filled) > doubleDots(word.replace(IN_BRACES, 'x'));

/** Each value stays within its own word: a server must not choose what is run. */
export function wordsFor(state: State, { run }: CustomCommand, ref: Ref): Result<readonly string[]> {
  const words: string[] = [];
  for (const word of run) {
    const problems: SafeText[] = [];
    const filled = word.replace(IN_BRACES, (_all, name: string) => {
      const value = valueFor(state, ref, { name, word });
      if (value.ok) return value.value;
      problems.push(value.why);
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

export function shownWords(words: readonly string[]): SafeText {
  const shown = words.map(word => clean(shellWord(word)));
  return joinSafe(shown, ' ');
}

const KINDS = resources.map(({ kind }) => kind);

const idOf = ({ name }: CustomCommand) => `own.${name}`;

function customRefusal(state: State, own: CustomCommand, ref: Ref): SafeText | undefined {
  if (own.on.length > 0 && !own.on.includes(ref.kind)) return safe`It is for ${clean(own.on.join(', '))}.`;
  if (own.isDangerous && state.session.writeProtection.isDry)
    return safe`Not run: it may change something, and this is a dry run.`;
  return own.isDangerous ? deleteRefusal(state) : undefined;
}

async function runWords(
  { terminalHost, notify }: Explorer,
  own: CustomCommand,
  words: readonly string[],
): Promise<void> {
  const problem = await terminalHost.run(words, own.waits);
  if (problem === undefined) notify('good', safe`${clean(own.name)} finished.`);
  else notify('warn', problem);
}

type RunAction = Extract<Action, { readonly to: 'run' }>;

function runOrAsk(explorer: Explorer, own: CustomCommand): void {
  const state = explorer.store.getState();
  const ref = subjectRef(state);
  if (ref === undefined) return;
  const words = wordsFor(state, own, ref);
  if (!words.ok) return explorer.notify('warn', words.why);
  if (!own.isDangerous) return void runWords(explorer, own, words.value);
  const question = {
    title: safe`Run your command ${clean(own.name)}?`,
    texts: [shownWords(words.value)],
    yes: safe`run it`,
    action: { to: 'run', own, ref, words: words.value },
  } as const;
  explorer.openDialog(newQuestionDialog(question));
}

export function runConfirmed(explorer: Explorer, { own, ref, words }: RunAction): void {
  const refusal = customRefusal(explorer.store.getState(), own, ref);
  if (refusal === undefined) void runWords(explorer, own, words);
  else explorer.notify('warn', refusal);
}

const asCommands = memo((own: readonly CustomCommand[]): readonly Command[] =>
  own.map(each =>
    complete({
      id: idOf(each),
      word: each.name,
      title: each.help === undefined ? shownWords(each.run) : clean(each.help, 200),
      group: 'Act',
      inMenu: true,
      ...(each.isDangerous && { destructive: true }),
      blocked: state => {
        const ref = subjectRef(state);
        return ref === undefined ? safe`Nothing under the cursor.` : customRefusal(state, each, ref);
      },
      run: explorer => runOrAsk(explorer, each),
    }),
  ),
);

const harmless = memo((all: readonly Command[]) => all.filter(({ destructive }) => destructive !== true));

export function customCommandsOf({ user, session }: State): readonly Command[] {
  const all = asCommands(user.customCommands);
  return session.server?.readOnly === true ? harmless(all) : all;
}

function problemOf(own: CustomCommand, words: ReadonlySet<string | undefined>): SafeText | undefined {
  const kind = own.on.find(each => !KINDS.includes(each));
  if (kind !== undefined) return safe`on: no kind is named "${clean(kind, 40)}"${didYouMean(kind, KINDS)}`;
  const name = namesIn(own).find(each => !VALUE_NAMES.includes(each));
  if (name !== undefined)
    return safe`run: no value is named {${clean(name, 40)}}${didYouMean(name, VALUE_NAMES)}`;
  return words.has(own.name) ? safe`a command of this name already exists` : undefined;
}

export function checkCustom(given: readonly CustomCommand[], commands: readonly Command[]) {
  const taken = new Set<string | undefined>([
    ...commands.flatMap(({ id, word }) => [id, word]),
    ...resources.flatMap(({ kind, aliases }) => [kind, ...aliases]),
  ]);
  const problems: SafeText[] = [];
  const good = given.filter(own => {
    const problem = problemOf(own, taken);
    if (problem !== undefined) problems.push(safe`${own.origin}: commands.${clean(own.name)}: ${problem}`);
    return problem === undefined;
  });
  const keys = Object.fromEntries(good.filter(own => own.keys.length > 0).map(own => [idOf(own), own.keys]));
  return { own: good, keys, problems, commands: asCommands(good) };
}
