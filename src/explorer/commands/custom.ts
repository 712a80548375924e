import type { CustomCommand } from '../../config/custom-commands.ts';
import { resources } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { nearestWord } from '../../text/words.ts';
import type { Explorer } from '../actions/explorer.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { subjectRef } from '../selection/copy-text.ts';
import type { Action } from '../state/action.ts';
import { type QuestionDialog, questionDialog } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { type Command, PLACES } from './command.ts';
import { namesIn, shownWords, VALUE_NAMES, wordsFor } from './custom-arguments.ts';

const KINDS = resources.map(({ kind }) => kind);

const idOf = ({ name }: CustomCommand): string => `own.${name}`;

/** Returns why a custom command must not run on a record now, or `undefined` if it may. */
function refusalOf(state: State, own: CustomCommand, ref: Ref): SafeText | undefined {
  if (own.on.length > 0 && !own.on.includes(ref.kind))
    return safe`It is for ${joinSafe(
      own.on.map(each => clean(each)),
      ', ',
    )}.`;
  if (own.isDangerous && state.session.writeProtection.isDry)
    return safe`Not run: it may change something, and this is a dry run.`;
  return own.isDangerous ? deleteRefusal(state) : undefined;
}

function blockedBy(state: State, own: CustomCommand): SafeText | undefined {
  const ref = subjectRef(state);
  return ref === undefined ? safe`Nothing under the cursor.` : refusalOf(state, own, ref);
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

/** Runs a custom command on the record on the screen or under the cursor; a dangerous one asks first. */
function runOrAsk(explorer: Explorer, own: CustomCommand): void {
  const state = explorer.store.getState();
  const ref = subjectRef(state);
  if (ref === undefined) return;
  const words = wordsFor(state, own, ref);
  if (!words.ok) explorer.notify('warn', words.why);
  else if (own.isDangerous) explorer.openDialog(runQuestion({ to: 'run', own, ref, words: words.value }));
  else void runWords(explorer, own, words.value);
}

type RunAction = Extract<Action, { readonly to: 'run' }>;

const runQuestion = (action: RunAction): QuestionDialog =>
  questionDialog({
    title: safe`Run your command ${clean(action.own.name)}?`,
    texts: [shownWords(action.words)],
    yes: safe`run it`,
    action,
  });

export function runConfirmed(explorer: Explorer, { own, ref, words }: RunAction): void {
  const refusal = refusalOf(explorer.store.getState(), own, ref);
  if (refusal === undefined) void runWords(explorer, own, words);
  else explorer.notify('warn', refusal);
}

const asCommands = memo((own: readonly CustomCommand[]): readonly Command[] =>
  own.map(each => ({
    id: idOf(each),
    word: each.name,
    // Its keys are bound with the person's own keys, which are checked.
    keys: [],
    title: each.help === undefined ? shownWords(each.run) : clean(each.help, 200),
    group: 'Act',
    where: PLACES,
    inMenu: true,
    ...(each.isDangerous ? { destructive: true } : {}),
    blocked: state => blockedBy(state, each),
    run: explorer => runOrAsk(explorer, each),
  })),
);

const harmless = memo((all: readonly Command[]) => all.filter(({ destructive }) => destructive !== true));

/** Returns the custom commands for a connection: without dangerous ones if it is read-only. */
export function customCommandsOf({
  user: { customCommands },
  session: { server },
}: Pick<State, 'user' | 'session'>): readonly Command[] {
  const all = asCommands(customCommands);
  return server?.readOnly === true ? harmless(all) : all;
}

function problemOf(own: CustomCommand, words: ReadonlySet<string>): SafeText | undefined {
  const near = (word: string, known: readonly string[]): SafeText => {
    const meant = nearestWord(word, known);
    return meant === undefined ? safe`` : safe`; did you mean ${clean(meant)}?`;
  };
  const kind = own.on.find(each => !KINDS.includes(each));
  if (kind !== undefined) return safe`on: no kind is named "${clean(kind, 40)}"${near(kind, KINDS)}`;
  const name = namesIn(own).find(each => !VALUE_NAMES.includes(each));
  if (name !== undefined) return safe`run: no value is named {${clean(name, 40)}}${near(name, VALUE_NAMES)}`;
  return words.has(own.name) ? safe`a command of this name already exists` : undefined;
}

/** Returns the valid custom commands with their keys, and a sentence for each one that is left out. */
export function checkCustom(given: readonly CustomCommand[], commands: readonly Command[]) {
  const taken = new Set(commands.flatMap(({ id, word }) => [id, ...(word === undefined ? [] : [word])]));
  for (const { kind, aliases } of resources) for (const word of [kind, ...aliases]) taken.add(word);
  const found = given.map(own => ({ own, problem: problemOf(own, taken) }));
  const problems = found.flatMap(({ own, problem }) =>
    problem === undefined ? [] : [safe`${own.origin}: commands.${clean(own.name)}: ${problem}`],
  );
  const good = found.flatMap(({ own, problem }) => (problem === undefined ? [own] : []));
  const keys = Object.fromEntries(
    good.flatMap(own => (own.keys.length === 0 ? [] : [[idOf(own), own.keys]])),
  );
  return { own: good, keys, problems, commands: asCommands(good) };
}
