import { shortText } from '../text/sanitise.ts';
import { faultWords, parseFault } from './fault-text.ts';
import { parseRate } from './rate.ts';
import type { Fault, SandboxOptions } from './types.ts';

/** Options of `serve`: those of the sandbox, and those of the process. */
export type ServeOptions = SandboxOptions & {
  /** File for the line that is printed once the sandbox listens. */
  readonly readyFile?: string;
  /** File for one line of JSON per response. */
  readonly logFile?: string;
  /** Process that the sandbox ends with. */
  readonly parent?: number;
  /** Prints the JSON schema of records and ends. */
  readonly printsSchema?: boolean;
};

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** A flag of `serve`: its name without dashes, the placeholder for its value, and its parser. */
export type ServeFlag = {
  readonly name: string;
  /** Placeholder of the value; undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  /** Set if the flag may be repeated. */
  readonly repeated?: true;
  /** Words that its value consists of. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  readonly parse: (text: string) => Parsed<ServeOptions>;
};

const valid = (value: ServeOptions): Parsed<ServeOptions> => ({ ok: true, value });
const invalid = (problem: string): Parsed<never> => ({ ok: false, problem });

function wholeNumber(name: string, text: string, [least, most]: readonly [number, number]): Parsed<number> {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? { ok: true, value }
    : invalid(`--${name}: a whole number from ${least} to ${most}, not "${shortText(text)}".`);
}

function number(
  name: string,
  range: readonly [number, number],
  make: (value: number) => ServeOptions,
): ServeFlag['parse'] {
  return text => {
    const read = wholeNumber(name, text, range);
    return read.ok ? valid(make(read.value)) : read;
  };
}

function word(name: string, form: RegExp, make: (value: string) => ServeOptions): ServeFlag['parse'] {
  return text =>
    form.test(text) ? valid(make(text)) : invalid(`--${name}: "${shortText(text)}" is not valid.`);
}

const file = (name: string, make: (path: string) => ServeOptions): ServeFlag['parse'] =>
  word(name, /^[^\0]{1,4096}$/, make);

function time(text: string): Parsed<ServeOptions> {
  const now = Date.parse(text);
  return Number.isNaN(now)
    ? invalid(`--now: "${shortText(text)}" is not a time such as 2026-01-05T08:00:00Z.`)
    : valid({ now });
}

const HEADER_TEXT = /^[\x21-\x7e]{1,512}$/;
const HOST = /^[\w.:-]{1,253}$/;

function fault(text: string): Parsed<ServeOptions> {
  const read: Fault | string = parseFault(text);
  return typeof read === 'string' ? invalid(`--fault: ${shortText(read)}.`) : valid({ faults: [read] });
}

export const serveFlags: readonly ServeFlag[] = [
  {
    name: 'port',
    value: 'P',
    help: 'port to listen on; 0 takes any free one (default)',
    parse: number('port', [0, 65_535], port => ({ port })),
  },
  {
    name: 'host',
    value: 'H',
    help: 'address to listen on (default: 127.0.0.1, this machine only)',
    parse: word('host', HOST, host => ({ host })),
  },
  {
    name: 'records',
    value: 'FILE',
    help: 'serve the records of a YAML or JSON file, and no others, as `botscope export --records` writes it',
    parse: file('records', records => ({ records })),
  },
  {
    name: 'records-schema',
    help: 'print the JSON schema of such a file and end',
    parse: () => valid({ printsSchema: true }),
  },
  {
    name: 'empty',
    help: 'start without any record',
    parse: () => valid({ empty: true }),
  },
  {
    name: 'bots',
    value: 'N',
    help: 'bots in the main workspace, a third of them development bots (default: 163)',
    parse: number('bots', [0, 100_000], bots => ({ bots })),
  },
  {
    name: 'odd',
    help: 'odd records among the valid ones: nameless, nearly empty, unknown values, hostile texts',
    parse: () => valid({ odd: true }),
  },
  {
    name: 'page-size',
    value: 'N',
    help: 'items on a page (default: 20)',
    parse: number('page-size', [1, 1000], pageSize => ({ pageSize })),
  },
  {
    name: 'seed',
    value: 'N',
    help: 'random seed of records and ids (default: 1)',
    parse: number('seed', [0, 4_294_967_295], seed => ({ seed })),
  },
  {
    name: 'latency',
    value: 'MS',
    help: 'delay of every response in milliseconds (default: 0)',
    parse: number('latency', [0, 600_000], latency => ({ latency })),
  },
  {
    name: 'rate',
    value: 'LIMIT',
    help: 'requests accepted, such as 5/s, 100/m or 1000/h; more get a 429 (default: no limit)',
    parse: text =>
      parseRate(text) === undefined
        ? invalid(`--rate: "${shortText(text)}" is not like 5/s, 100/m or 1000/h.`)
        : valid({ rate: text }),
  },
  {
    name: 'token',
    value: 'T',
    help: 'token to accept (default: a generated one)',
    parse: word('token', HEADER_TEXT, token => ({ token })),
  },
  {
    name: 'workspace-id',
    value: 'ID',
    help: 'id of the main workspace (default: a generated one)',
    parse: word('workspace-id', HEADER_TEXT, workspaceId => ({ workspaceId })),
  },
  {
    name: 'ext',
    help: 'also serve the undocumented lists of issues and events',
    parse: () => valid({ ext: true }),
  },
  {
    name: 'fault',
    value: 'RULE',
    help: "simulated error, as 'GET /v1/admin/bots 503 times=2': method, path and words; may be repeated",
    repeated: true,
    words: faultWords,
    parse: fault,
  },
  {
    name: 'faults',
    value: 'FILE',
    help: 'YAML or JSON file with a list of simulated errors',
    parse: file('faults', faults => ({ faults })),
  },
  {
    name: 'now',
    value: 'TIME',
    help: 'time of the records, such as 2026-01-05T08:00:00Z: it stands still (default: the clock)',
    parse: time,
  },
  {
    name: 'ready-file',
    value: 'FILE',
    help: 'also write the printed line to this file, which exists only while the sandbox listens',
    parse: file('ready-file', readyFile => ({ readyFile })),
  },
  {
    name: 'log',
    value: 'FILE',
    help: 'append one line of JSON per response: time, method, path, status, milliseconds',
    parse: file('log', logFile => ({ logFile })),
  },
  {
    name: 'parent',
    value: 'PID',
    help: 'end with this process; without it, with the end of a pipe on standard input',
    parse: number('parent', [1, 4_194_304], parent => ({ parent })),
  },
];

/** Values of the command line by flag name; a list for a repeated flag. */
export type ServeValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** Returns the values of one flag; an empty string for a switch. */
function textsOf(value: ServeValues[string]): readonly string[] {
  if (value === undefined) return [];
  if (value === true) return [''];
  return typeof value === 'string' ? [value] : value;
}

/** Adds the options of one flag; faults are added to earlier ones. Returns what contradicts. */
function withFlag(options: ServeOptions, { faults, ...value }: ServeOptions): ServeOptions | string {
  if (faults === undefined) return { ...options, ...value };
  const earlier = options.faults ?? [];
  if (typeof earlier === 'string') return { ...options, faults };
  if (typeof faults !== 'string') return { ...options, faults: [...earlier, ...faults] };
  return earlier.length > 0 ? '--fault and --faults: use one of them.' : { ...options, faults };
}

/** Returns the options, or one sentence about the first invalid value. */
export function serveOptions(values: ServeValues): ServeOptions | string {
  let options: ServeOptions = {};
  for (const flag of serveFlags) {
    for (const text of textsOf(values[flag.name])) {
      const read = flag.parse(text);
      if (!read.ok) return read.problem;
      const more = withFlag(options, read.value);
      if (typeof more === 'string') return more;
      options = more;
    }
  }
  return options;
}
