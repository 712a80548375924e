import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { terminalChecks } from './terminal.ts';

/** What is known when the program stops for a fault. */
export type Crash = {
  readonly error: unknown;
  readonly at: Date;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  /** Ids of the last commands, the oldest first. */
  readonly actions: readonly string[];
  /** What kind of place was shown, and what covered it: `record of bot, log`. */
  readonly shown: SafeText | undefined;
  readonly program: string;
  readonly home: string;
};

const ID = /^[a-z][a-z.-]{1,59}$/;

/** The report: no token, nothing of a record but its kind, no name, no id, no folder of the person. */
export function crashText(crash: Crash): string {
  const { error, at, version, env, size, actions, shown, program, home } = crash;
  const row = (name: string, value: SafeText): SafeText => safe`${clean(name.padEnd(14))}${value}`;
  // The terminal is not asked for anything any more.
  const checks = terminalChecks({ env, size, holdsFrames: undefined }).filter(
    ({ name }) => name !== 'whole frames',
  );
  const done = actions.filter(id => ID.test(id)).map(id => safe`  ${clean(id)}`);
  const lines = [
    safe`botscope stopped because of an internal error.`,
    safe`This report holds no token, no record, no name and no id. Nothing was sent anywhere.`,
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
    ...faultLines(error, { program, home }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Where the program runs. `program` is its own text, `home` the folder that is not named. */
type Around = { readonly program: string; readonly home: string };

/** What the engine says by itself, without what it quotes. */
const ENGINE = [
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
/** A name alone may stand in the program and be a record's as well. */
const SENTENCE = /^\S+ \S+ \S/;
const ENDINGS = [/ is not (a function|iterable|defined|a constructor)$/, / before initialization$/];

/**
 * What an error says, as far as it stands in the program itself or comes from the engine: the rest may be quoted from
 * an answer, a name or a token. The place of the fault is in its stack.
 */
function messageOf(message: string, { program }: Around): SafeText {
  if (message === '') return safe`(no message)`;
  if (SENTENCE.test(message) && program.includes(message)) return clean(message, 300);
  const start = ENGINE.find(each => each.test(message))?.exec(message)?.[0];
  if (start !== undefined) return clean(start, 100);
  const end = ENDINGS.find(each => each.test(message))?.exec(message)?.[0];
  return end === undefined ? safe`(not written down: it may quote a record)` : safe`...${clean(end, 100)}`;
}

const FRAME =
  /^ {4}at (?:(?:async )?([\w$.<>#]{1,60})(?: \[as [^\]]*\])? \()?((?:\/|node:|file:)[^()\n]{1,300}:\d+:\d+)\)?$/;
/** A function may have its name from a record: only those that the program or Node gave are written down. */
const nameOf = (name: string, where: string, program: string): string =>
  name !== '' && (where.startsWith('node:') || program.includes(name.split('.').at(-1) ?? name)) ? name : '-';

/** The frames of a stack: where, and in what. Lines that are none are left out. */
function framesOf(stack: string, { program, home }: Around): readonly SafeText[] {
  return stack.split('\n').flatMap(line => {
    const [, name = '', where] = FRAME.exec(line) ?? [];
    if (where === undefined) return [];
    const place = home.length > 1 ? where.replaceAll(home, '~') : where;
    return [safe`  at ${clean(nameOf(name, where, program))} ${clean(place, 300)}`];
  });
}

const CODE = /^[A-Z][A-Z0-9_]{1,39}$/;

function codeOf(error: Error): SafeText {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && CODE.test(code) ? safe` [${clean(code)}]` : safe``;
}

const NAME = /^[A-Z][A-Za-z]{1,39}$/;
const MOST_CAUSES = 3;

/** An error and what caused it, without anything that may have come from a server or a person. Never throws. */
export function faultLines(error: unknown, around: Around, depth = 0): readonly SafeText[] {
  try {
    if (!(error instanceof Error)) return [safe`thrown: ${clean(typeof error)}, no error`];
    const name = NAME.test(error.name) ? clean(error.name) : safe`Error`;
    const { cause } = error;
    const causes =
      cause === undefined || depth >= MOST_CAUSES
        ? []
        : [safe`caused by`, ...faultLines(cause, around, depth + 1)];
    return [
      safe`${name}${codeOf(error)}: ${messageOf(error.message, around)}`,
      ...framesOf(String(error.stack ?? ''), around),
      ...causes,
    ];
  } catch {
    return [safe`an error that cannot be looked at`];
  }
}
