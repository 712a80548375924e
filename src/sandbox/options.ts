import { isObject, type Json } from '../json/json.ts';
import { shortText } from '../text/sanitise.ts';
import { type Check, oneOf, text, whole } from './checks.ts';
import { faultWords, parseFault } from './fault-words.ts';
import { parseRate } from './rate.ts';
import type { ServiceOptions } from './service.ts';
import type { SandboxOptions } from './types.ts';

export type ServeOptions = SandboxOptions & {
  readonly readyFile?: string;
  readonly logFile?: string;
  readonly parent?: number;
  readonly printsSchema?: boolean;
};

type Read = { readonly value: unknown } | string;

type OptionRow = Readonly<{
  /** As the help shows it: `--port <P>`, `--cors [ORIGIN]` with or without a value. */
  flag: string;
  option?: keyof ServeOptions;
  help: string;
  /** Undefined for an option of the process alone. */
  check?: Check;
  /** Default: the number or the text that `check` accepts. */
  read?: (text: string) => Read;
  isRepeated?: true;
  words?: readonly (readonly [word: string, help: string])[];
}>;

/** The last millisecond of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

const yesOrNo = oneOf(true, false);
const headerText = text('1 to 512 ASCII characters without spaces', /^[\x21-\x7e]{1,512}$/);
const path = text('the path of a file', /^[^\0]{1,4096}$/);
const pathOr = (words: string, fits: Check['fits']): Check => ({
  words: `${words}, or ${path.words}`,
  fits: value => path.fits(value) || fits(value),
});
const origin = text('an origin such as http://localhost:5173', /^https?:\/\/[\w.:[\]-]{1,253}$/);
const processId = whole(1, 4_194_304);
const time = { ...whole(0, LAST_TIME), words: 'a time in epoch milliseconds' };

const readAs =
  ({ words, fits }: Check) =>
  (given: string): Read => {
    const value = [/^\d{1,10}$/.test(given) ? Number(given) : undefined, given].find(fits);
    return value === undefined ? `Must be ${words}` : { value };
  };

function readTime(given: string): Read {
  const value = Date.parse(given);
  return time.fits(value) ? { value } : 'Must be a time such as 2026-01-05T08:00:00Z';
}

function readFault(given: string): Read {
  const fault = parseFault(given);
  return typeof fault === 'string' ? shortText(fault) : { value: fault };
}

const ROWS: readonly OptionRow[] = [
  { flag: '--port <P>', help: 'port to listen on; 0 takes any free one (default)', check: whole(0, 65_535) },
  {
    flag: '--host <H>',
    help: 'address to listen on (default: 127.0.0.1, this machine only)',
    check: text('an address such as 127.0.0.1', /^[\w.:-]{1,253}$/),
  },
  {
    flag: '--control <FROM>',
    help: 'who may control it with its token: local (default), only this machine, or any; the token is then random',
    check: oneOf('local', 'any'),
  },
  {
    flag: '--cors [ORIGIN]',
    help: 'let pages of this origin, such as http://localhost:5173, use the service; alone: of any',
    check: {
      words: 'true, or an origin such as http://localhost:5173',
      fits: value => yesOrNo.fits(value) || origin.fits(value),
    },
    read: given => (given === 'true' ? { value: true } : readAs(origin)(given)),
  },
  {
    flag: '--records <FILE>',
    help: 'serve the records of a YAML or JSON file, and no others, as `botscope export --records` writes it',
    check: pathOr('a map of records by kind', value => isObject(value as Json)),
    read: readAs(path),
  },
  { flag: '--records-schema', option: 'printsSchema', help: 'print the JSON schema of such a file and end' },
  { flag: '--empty', help: 'start without any record', check: yesOrNo },
  {
    flag: '--bots <N>',
    help: 'bots in the main workspace, about a quarter of them development bots (default: 163)',
    check: whole(0, 100_000),
  },
  {
    flag: '--odd',
    help: 'odd records among the valid ones: nameless, nearly empty, unknown values, hostile texts',
    check: yesOrNo,
  },
  { flag: '--page-size <N>', help: 'items on a page (default: 20)', check: whole(1, 1000) },
  { flag: '--seed <N>', help: 'random seed of records and ids (default: 1)', check: whole(0, 4_294_967_295) },
  {
    flag: '--latency <MS>',
    help: 'delay of every response in milliseconds (default: 0)',
    check: whole(0, 600_000),
  },
  {
    flag: '--rate <LIMIT>',
    help: 'requests accepted, such as 5/s, 100/m or 1000/h; more get a 429 (default: no limit)',
    check: {
      words: 'a limit such as 5/s, 100/m or 1000/h',
      fits: value => typeof value === 'string' && parseRate(value) !== undefined,
    },
  },
  { flag: '--token <T>', help: 'token to accept (default: a generated one)', check: headerText },
  {
    flag: '--workspace-id <ID>',
    help: 'id of the main workspace (default: a generated one)',
    check: headerText,
  },
  { flag: '--ext', help: 'also serve the undocumented lists of issues and events', check: yesOrNo },
  {
    flag: '--fault <RULE>',
    option: 'faults',
    help: "simulated error, as 'GET /v1/admin/bots 503 times=2': method, path and words; may be repeated",
    isRepeated: true,
    words: faultWords,
    read: readFault,
  },
  {
    flag: '--faults <FILE>',
    help: 'YAML or JSON file with a list of simulated errors',
    check: pathOr('a list', Array.isArray),
    read: readAs(path),
  },
  {
    flag: '--now <TIME>',
    help: 'time of the records, such as 2026-01-05T08:00:00Z: it stands still (default: the clock)',
    check: time,
    read: readTime,
  },
  { flag: '--ready-file <FILE>', help: 'also write the printed line to this file; removed at the end' },
  {
    flag: '--log <FILE>',
    option: 'logFile',
    help: 'append one line of JSON per response: time, method, path, status, milliseconds',
  },
  {
    flag: '--parent <PID>',
    help: 'end with this process; without it, with the end of a pipe on standard input',
    read: readAs({ ...processId, words: `${processId.words}, the id of a process` }),
  },
];

export const nameOf = ({ flag }: Pick<OptionRow, 'flag'>) => flag.split(' ', 1).join('').slice(2);

const optionOf = (row: OptionRow) =>
  row.option ?? nameOf(row).replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());

const RIVALS = [
  ['records', 'bots'],
  ['records', 'empty'],
  ['empty', 'bots'],
  ['fault', 'faults'],
] as const;

const rivalsIn = (given: Readonly<Record<string, unknown>>): readonly [string, string] | undefined =>
  RIVALS.find(pair => pair.every(name => given[name] !== undefined && given[name] !== false));

/** Throws a `TypeError` for an unknown or invalid option, or for two that exclude each other. */
export function checkOptions(given: ServiceOptions) {
  if (!isObject(given as Json)) throw new TypeError('the options must be an object');
  const { operations: _, onResponse: __, isStory: ___, ...options } = given;
  const checks = new Map(ROWS.flatMap(row => (row.check ? [[optionOf(row), row.check] as const] : [])));
  for (const [name, value] of Object.entries(options)) {
    const check = checks.get(name);
    if (check === undefined)
      throw new TypeError(`"${name}" is not an option: ${[...checks.keys()].join(', ')}`);
    if (value !== undefined && !check.fits(value)) throw new TypeError(`${name} must be ${check.words}`);
  }
  const rivals = rivalsIn(options);
  if (rivals !== undefined) throw new TypeError(`${rivals.join(' and ')}: use one of them`);
}

const readerOf = ({ flag, read, check }: OptionRow): ((text: string) => Read) =>
  !/[<[]/.test(flag) ? () => ({ value: true }) : (read ?? readAs(check ?? path));

export const serveFlags = ROWS.map(row => ({
  ...row,
  problem: (given: string): string | undefined => {
    const read = readerOf(row)(given);
    return typeof read === 'string' ? `${read}.` : undefined;
  },
}));

export type ServeValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

export function serveOptions(values: ServeValues): ServeOptions | string {
  const options: Record<string, unknown> = {};
  for (const row of ROWS) {
    const option = optionOf(row);
    const given = values[nameOf(row)] ?? [];
    for (const text of typeof given === 'object' ? given : [`${given}`]) {
      const read = readerOf(row)(text);
      if (typeof read === 'string') return `--${nameOf(row)}: ${read}.`;
      options[option] = row.isRepeated ? [...((options[option] as []) ?? []), read.value] : read.value;
    }
  }
  const rivals = rivalsIn(values);
  return rivals === undefined ? options : `--${rivals.join(' and --')}: use one of them.`;
}
