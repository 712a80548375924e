import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Explorer } from '../explorer/actions/explorer.ts';
import { currentView, type State } from '../explorer/state/state.ts';
import { makePrivateFolder, writeAtomic } from '../storage/files.ts';
import { stateFolder } from '../storage/paths.ts';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { ownTerminal, staticTerminalChecks, type TerminalFacts } from './terminal.ts';

/** `program`: its source text, which holds no secret; `home`: a folder not to be named. */
type ErrorContext = Readonly<{ program: string; home: string }>;

type Crash = ErrorContext &
  TerminalFacts & {
    readonly error: unknown;
    readonly at: Date;
    readonly version: string;
    readonly explorer: Pick<Explorer, 'lastCommands' | 'store'> | undefined;
  };

/** Messages of the engine, without the values they quote. */
const ENGINE_WORDS = [
  /^Cannot (read|set) properties of (undefined|null)/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (array|string|typed array) length/,
  /^Unexpected (end of JSON input|token|non-whitespace)/,
  /^Assignment to constant variable/,
  /^Reduce of empty array with no initial value$/,
  /^Converting circular structure to JSON/,
  /^Invalid time value$/,
  /^(Cannot access|Class constructor) /,
  / is not (a function|iterable|defined|a constructor)$/,
  / before initialization$/,
];
const SENTENCE = /^\S+ \S+ \S/;

/** Keeps text of the program or the engine. The rest may quote a response, a name or a token. */
function safeMessage(message: string, { program }: ErrorContext): SafeText {
  if (message === '') return safe`(no message)`;
  if (SENTENCE.test(message) && program.includes(message)) return clean(message, 300);
  const match = ENGINE_WORDS.map(each => each.exec(message)).find(each => each !== null);
  if (match === undefined) return safe`(hidden: it may quote a record)`;
  return safe`${match.index > 0 && safe`...`}${clean(match[0], 100)}`;
}

const FRAME =
  /^ {4}at (?:(?:async )?([\w$.<>#]{1,60})(?: \[as [^\]]*\])? \()?((?:\/|node:|file:)[^()\n]{1,300}:\d+:\d+)\)?$/;

/** A name that neither the program nor Node has may come from a record. */
const framesOf = (stack: string, { program, home }: ErrorContext): readonly SafeText[] =>
  stack.split('\n').flatMap(line => {
    const [, name = '', where] = FRAME.exec(line) ?? [];
    if (where === undefined) return [];
    const isKnown = where.startsWith('node:') || program.includes(name.split('.').at(-1) ?? name);
    const place = home.length > 1 ? where.replaceAll(home, '~') : where;
    return [safe`  at ${clean((isKnown && name) || '-')} ${clean(place, 300)}`];
  });

const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;
const NAME = /^[A-Z][A-Za-z]{1,39}$/;
const MAX_CAUSES = 3;

/** With its causes; without text that may come from a server or a person. Never throws. */
export function errorLines(error: unknown, context: ErrorContext, depth = 0): readonly SafeText[] {
  try {
    if (!(error instanceof Error)) return [safe`thrown: ${clean(typeof error)}, not an error`];
    const { name, message, stack, cause } = error;
    const code = 'code' in error && typeof error.code === 'string' && CODE.test(error.code) && error.code;
    const title = safe`${clean(NAME.test(name) ? name : 'Error')}${clean(code ? ` [${code}]` : '')}`;
    const hasCause = cause !== undefined && depth < MAX_CAUSES;
    return [
      safe`${title}: ${safeMessage(message, context)}`,
      // A line of the message may look like a frame.
      ...framesOf(String(stack ?? '').replace(message, ''), context),
      ...(hasCause ? [safe`caused by`, ...errorLines(cause, context, depth + 1)] : []),
    ];
  } catch {
    return [safe`an error that cannot be read`];
  }
}

function kindOfPlace(state: State): SafeText {
  const { place } = currentView(state);
  const kind = place.screen === 'start' ? undefined : place.screen === 'list' ? place.kind : place.ref.kind;
  const of = kind !== undefined && safe` of ${clean(kind)}`;
  const over = state.dialog && safe`, ${clean(state.dialog.kind)}`;
  return safe`${clean(place.screen)}${of}${over}`;
}

const ACTION = /^[a-z][a-z.-]{1,59}$/;

/** Holds no token, name, id or path of the person, and of a record only its kind. */
export function crashText({ error, at, version, env, size, explorer, ...context }: Crash): string {
  const row = (name: string, value: SafeText) => safe`${clean(name.padEnd(14))}${value}`;
  const actions = explorer?.lastCommands().filter(id => ACTION.test(id)) ?? [];
  const lines = [
    safe`botscope stopped because of an internal error.`,
    safe`This report has no token, record, name or id, and was not sent anywhere.`,
    safe``,
    row('botscope', clean(version)),
    row('Node', clean(process.versions.node)),
    row('platform', safe`${clean(process.platform)} ${clean(process.arch)}`),
    row('time', clean(at.toISOString())),
    ...staticTerminalChecks({ env, size }).map(({ name, found }) => row(name, found)),
    ...(explorer === undefined ? [] : [row('shown', kindOfPlace(explorer.store.getState()))]),
    safe``,
    safe`last commands`,
    ...(actions.length === 0 ? ['(none)'] : actions).map(id => safe`  ${clean(id)}`),
    safe``,
    ...errorLines(error, context),
  ];
  return `${lines.join('\n')}\n`;
}

const programText = () =>
  attempt(() => readFileSync(join(dirname(realpathSync(process.argv[1] ?? '')), 'main.cjs'), 'utf8')) ?? '';

const MAX_REPORTS = 5;
const REPORT = /^crash-[0-9TZ-]+\.txt$/;

/** Only its owner can read it. Removes the oldest reports. Returns its path; may throw. */
export function saveReport(folder: string, at: Date, text: string): string {
  const path = join(folder, `crash-${at.toISOString().replace(/[:.]/g, '-')}.txt`);
  makePrivateFolder(folder);
  writeAtomic(path, text);
  const all = readdirSync(folder).filter(name => REPORT.test(name));
  for (const name of all.toSorted().slice(0, -MAX_REPORTS)) rmSync(join(folder, name), { force: true });
  return path;
}

/** Undefined if it cannot be saved. Never throws. */
export const reportCrash = (facts: Pick<Crash, 'error' | 'version' | 'explorer'>) =>
  attempt(() => {
    const home = homedir();
    const at = new Date();
    const text = crashText({ ...facts, ...ownTerminal(), at, program: programText(), home });
    const path = saveReport(join(stateFolder(process.env), 'crashes'), at, text);
    return safe`Crash report (no token, no records): ${clean(path.replace(home, '~'), 300)}`;
  });
