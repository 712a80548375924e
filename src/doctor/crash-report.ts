import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { staticTerminalChecks } from './terminal.ts';

export type Crash = {
  readonly error: unknown;
  readonly at: Date;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  /** Ids of the last commands, the oldest first. */
  readonly actions: readonly string[];
  /** Kind of the current place and of the open dialog: `record of bot, log`. */
  readonly shown: SafeText | undefined;
  readonly program: string;
  /** Home folder, which the report must not name. */
  readonly home: string;
};

const ID = /^[a-z][a-z.-]{1,59}$/;

/**
 * Returns the report of a crash: no token, no name, no id, no path of the person, and of a record only its
 * kind.
 */
export function crashText(crash: Crash): string {
  const { error, at, version, env, size, actions, shown, program, home } = crash;
  const row = (name: string, value: SafeText): SafeText => safe`${clean(name.padEnd(14))}${value}`;
  const checks = staticTerminalChecks({ env, size, hasSync: undefined });
  const done = actions.filter(id => ID.test(id)).map(id => safe`  ${clean(id)}`);
  const lines = [
    safe`botscope stopped because of an internal error.`,
    safe`This report has no token, record, name or id, and was not sent anywhere.`,
    safe``,
    row('botscope', clean(version)),
    row('Node', clean(process.versions.node)),
    row('platform', safe`${clean(process.platform)} ${clean(process.arch)}`),
    row('time', clean(at.toISOString())),
    ...checks.map(({ name, found }) => row(name, found)),
    ...(shown === undefined ? [] : [row('shown', shown)]),
    safe``,
    safe`last commands`,
    ...(done.length === 0 ? [safe`  (none)`] : done),
    safe``,
    ...errorLines(error, { program, home }),
  ];
  return `${lines.join('\n')}\n`;
}

/** The facts that decide which parts of an error may be shown. */
type ErrorContext = { readonly program: string; readonly home: string };

/** Messages of the engine, without the values they quote. */
const ENGINE_MESSAGES = [
  /^Cannot (read|set) properties of (undefined|null)/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (array|string|typed array) length/,
  /^Unexpected (end of JSON input|token|non-whitespace)/,
  /^Assignment to constant variable/,
  /^Reduce of empty array with no initial value$/,
  /^Converting circular structure to JSON/,
  /^Invalid time value$/,
  /^(Cannot access|Class constructor) /,
];
/** At least three words: a single word of the program could also be the name of a record. */
const SENTENCE = /^\S+ \S+ \S/;
const ENGINE_ENDINGS = [/ is not (a function|iterable|defined|a constructor)$/, / before initialization$/];

/**
 * Returns the parts of an error message that are text of the program or of the engine. The rest may quote a
 * response, a name or a token.
 */
function safeMessage(message: string, { program }: ErrorContext): SafeText {
  if (message === '') return safe`(no message)`;
  if (SENTENCE.test(message) && program.includes(message)) return clean(message, 300);
  const start = ENGINE_MESSAGES.find(each => each.test(message))?.exec(message)?.[0];
  if (start !== undefined) return clean(start, 100);
  const end = ENGINE_ENDINGS.find(each => each.test(message))?.exec(message)?.[0];
  return end === undefined ? safe`(hidden: it may quote a record)` : safe`...${clean(end, 100)}`;
}

const FRAME =
  /^ {4}at (?:(?:async )?([\w$.<>#]{1,60})(?: \[as [^\]]*\])? \()?((?:\/|node:|file:)[^()\n]{1,300}:\d+:\d+)\)?$/;
/**
 * Returns the name of a function if it is a name of the program or of Node; others may come from a record.
 */
const functionName = (name: string, where: string, program: string): string =>
  name !== '' && (where.startsWith('node:') || program.includes(name.split('.').at(-1) ?? name)) ? name : '-';

function framesOf(stack: string, { program, home }: ErrorContext): readonly SafeText[] {
  return stack.split('\n').flatMap(line => {
    const [, name = '', where] = FRAME.exec(line) ?? [];
    if (where === undefined) return [];
    const place = home.length > 1 ? where.replaceAll(home, '~') : where;
    return [safe`  at ${clean(functionName(name, where, program))} ${clean(place, 300)}`];
  });
}

const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;

function codeOf(error: Error): SafeText {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && CODE.test(code) ? safe` [${clean(code)}]` : safe``;
}

const NAME = /^[A-Z][A-Za-z]{1,39}$/;
const MAX_CAUSES = 3;

/**
 * Returns the lines of an error and its causes, without text that may come from a server or a person. Never
 * throws.
 */
export function errorLines(error: unknown, context: ErrorContext, depth = 0): readonly SafeText[] {
  try {
    if (!(error instanceof Error)) return [safe`thrown: ${clean(typeof error)}, not an error`];
    const name = NAME.test(error.name) ? clean(error.name) : safe`Error`;
    const { cause } = error;
    const causes =
      cause === undefined || depth >= MAX_CAUSES
        ? []
        : [safe`caused by`, ...errorLines(cause, context, depth + 1)];
    return [
      safe`${name}${codeOf(error)}: ${safeMessage(error.message, context)}`,
      ...framesOf(String(error.stack ?? ''), context),
      ...causes,
    ];
  } catch {
    return [safe`an error that cannot be read`];
  }
}
