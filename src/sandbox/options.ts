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

/** An option of the sandbox, a flag of `serve`, or both. */
type OptionRow = {
  readonly name: string;
  /** Name of the option, if it is not that of the flag. */
  readonly option?: keyof ServeOptions;
  readonly value?: string;
  readonly help: string;
  /** Valid values of the option; undefined for an option of the process alone. */
  readonly check?: Check;
  /** Reads the value of the flag. Default: the number or the text that `check` accepts. */
  readonly read?: (text: string) => Read;
  readonly isRepeated?: true;
  readonly words?: readonly (readonly [word: string, help: string])[];
};

/** The last millisecond of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

const yesOrNo = oneOf(true, false);
const headerText = text('1 to 512 ASCII characters without spaces', /^[\x21-\x7e]{1,512}$/);
const path = text('the path of a file', /^[^\0]{1,4096}$/);
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
  {
    name: 'port',
    value: 'P',
    help: 'port to listen on; 0 takes any free one (default)',
    check: whole(0, 65_535),
  },
  {
    name: 'host',
    value: 'H',
    help: 'address to listen on (default: 127.0.0.1, this machine only)',
    check: text('an address such as 127.0.0.1', /^[\w.:-]{1,253}$/),
  },
  {
    name: 'records',
    value: 'FILE',
    help: 'serve the records of a YAML or JSON file, and no others, as `botscope export --records` writes it',
    check: {
      words: 'a map of records by kind, or the path of a file',
      fits: value => path.fits(value) || isObject(value as Json),
    },
    read: readAs(path),
  },
  {
    name: 'records-schema',
    option: 'printsSchema',
    help: 'print the JSON schema of such a file and end',
  },
  { name: 'empty', help: 'start without any record', check: yesOrNo },
  {
    name: 'bots',
    value: 'N',
    help: 'bots in the main workspace, about a quarter of them development bots (default: 163)',
    check: whole(0, 100_000),
  },
  {
    name: 'odd',
    help: 'odd records among the valid ones: nameless, nearly empty, unknown values, hostile texts',
    check: yesOrNo,
  },
  { name: 'page-size', value: 'N', help: 'items on a page (default: 20)', check: whole(1, 1000) },
  {
    name: 'seed',
    value: 'N',
    help: 'random seed of records and ids (default: 1)',
    check: whole(0, 4_294_967_295),
  },
  {
    name: 'latency',
    value: 'MS',
    help: 'delay of every response in milliseconds (default: 0)',
    check: whole(0, 600_000),
  },
  {
    name: 'rate',
    value: 'LIMIT',
    help: 'requests accepted, such as 5/s, 100/m or 1000/h; more get a 429 (default: no limit)',
    check: {
      words: 'a limit such as 5/s, 100/m or 1000/h',
      fits: value => typeof value === 'string' && parseRate(value) !== undefined,
    },
  },
  { name: 'token', value: 'T', help: 'token to accept (default: a generated one)', check: headerText },
  {
    name: 'workspace-id',
    value: 'ID',
    help: 'id of the main workspace (default: a generated one)',
    check: headerText,
  },
  { name: 'ext', help: 'also serve the undocumented lists of issues and events', check: yesOrNo },
  {
    name: 'fault',
    option: 'faults',
    value: 'RULE',
    help: "simulated error, as 'GET /v1/admin/bots 503 times=2': method, path and words; may be repeated",
    isRepeated: true,
    words: faultWords,
    read: readFault,
  },
  {
    name: 'faults',
    value: 'FILE',
    help: 'YAML or JSON file with a list of simulated errors',
    check: {
      words: 'a list, or the path of a file',
      fits: value => path.fits(value) || Array.isArray(value),
    },
    read: readAs(path),
  },
  {
    name: 'now',
    value: 'TIME',
    help: 'time of the records, such as 2026-01-05T08:00:00Z: it stands still (default: the clock)',
    check: time,
    read: readTime,
  },
  {
    name: 'ready-file',
    value: 'FILE',
    help: 'also write the printed line to this file, and remove it at the end',
    read: readAs(path),
  },
  {
    name: 'log',
    option: 'logFile',
    value: 'FILE',
    help: 'append one line of JSON per response: time, method, path, status, milliseconds',
    read: readAs(path),
  },
  {
    name: 'parent',
    value: 'PID',
    help: 'end with this process; without it, with the end of a pipe on standard input',
    read: readAs({ ...processId, words: `${processId.words}, the id of a process` }),
  },
];

const optionOf = ({ name, option }: OptionRow): string =>
  option ?? name.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());

const RIVALS = [
  ['records', 'bots'],
  ['records', 'empty'],
  ['empty', 'bots'],
  ['fault', 'faults'],
] as const;

const rivalsIn = (given: Readonly<Record<string, unknown>>): readonly [string, string] | undefined =>
  RIVALS.find(pair => pair.every(name => given[name] !== undefined && given[name] !== false));

/** Throws a `TypeError` for an unknown or invalid option, or for two that exclude each other. */
export function checkOptions({ operations: _, onResponse: __, ...options }: ServiceOptions): void {
  const checks = new Map(ROWS.flatMap(row => (row.check ? [[optionOf(row), row.check] as const] : [])));
  for (const [name, value] of Object.entries(options)) {
    const check = checks.get(name);
    if (check === undefined) throw new TypeError(`"${name}" is no option: ${[...checks.keys()].join(', ')}`);
    if (value !== undefined && !check.fits(value)) throw new TypeError(`${name} must be ${check.words}`);
  }
  const rivals = rivalsIn(options);
  if (rivals !== undefined) throw new TypeError(`${rivals.join(' and ')}: use one of them`);
}

function readerOf({ value, read, check }: OptionRow): (text: string) => Read {
  return value === undefined ? () => ({ value: true }) : (read ?? readAs(check ?? path));
}

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
    const given = values[row.name] ?? [];
    for (const text of typeof given === 'object' ? given : [`${given}`]) {
      const read = readerOf(row)(text);
      if (typeof read === 'string') return `--${row.name}: ${read}.`;
      options[option] = row.isRepeated ? [...((options[option] as []) ?? []), read.value] : read.value;
    }
  }
  const rivals = rivalsIn(values);
  return rivals === undefined ? options : `--${rivals.join(' and --')}: use one of them.`;
}
