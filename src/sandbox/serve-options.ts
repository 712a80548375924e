import { shortText } from '../text/sanitise.ts';
import { whole } from './checks.ts';
import { faultWords, parseFault } from './fault-text.ts';
import { invalidOption, rivalOptions } from './options.ts';
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
  readonly isRepeated?: true;
  /** Words that its value consists of. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  readonly parse: (text: string) => Parsed<ServeOptions>;
};

/** A flag; without `parse` it is the option of the sandbox that has its name. */
type FlagRow = Omit<ServeFlag, 'parse'> & Partial<Pick<ServeFlag, 'parse'>>;

const valid = (value: ServeOptions): Parsed<ServeOptions> => ({ ok: true, value });
const failed = (problem: string): Parsed<never> => ({ ok: false, problem });
const invalid = (words: string): Parsed<never> => failed(`Must be ${words}.`);

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : undefined;

/** Parses a flag that is an option of the sandbox: a switch, a number or a text. */
function parseOption({ name: flag, value }: FlagRow, text: string): Parsed<ServeOptions> {
  const name = flag.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase()) as keyof SandboxOptions;
  const [first, ...others] = value === undefined ? [true] : [wholeNumber(text), text];
  const words = invalidOption(name, first);
  if (words === undefined) return valid({ [name]: first });
  const other = others.find(each => invalidOption(name, each) === undefined);
  return other === undefined ? invalid(words) : valid({ [name]: other });
}

const file =
  (make: (path: string) => ServeOptions): ServeFlag['parse'] =>
  path =>
    /^[^\0]{1,4096}$/.test(path) ? valid(make(path)) : invalid('the path of a file');

function time(text: string): Parsed<ServeOptions> {
  const now = Date.parse(text);
  return invalidOption('now', now) === undefined
    ? valid({ now })
    : invalid('a time such as 2026-01-05T08:00:00Z');
}

const PARENT = whole(1, 4_194_304);

function parentProcess(text: string): Parsed<ServeOptions> {
  const parent = wholeNumber(text);
  return parent !== undefined && PARENT.fits(parent)
    ? valid({ parent })
    : invalid(`${PARENT.words}, the id of a process`);
}

function fault(text: string): Parsed<ServeOptions> {
  const read: Fault | string = parseFault(text);
  return typeof read === 'string' ? failed(`${shortText(read)}.`) : valid({ faults: [read] });
}

const FLAGS: readonly FlagRow[] = [
  { name: 'port', value: 'P', help: 'port to listen on; 0 takes any free one (default)' },
  { name: 'host', value: 'H', help: 'address to listen on (default: 127.0.0.1, this machine only)' },
  {
    name: 'records',
    value: 'FILE',
    help: 'serve the records of a YAML or JSON file, and no others, as `botscope export --records` writes it',
    parse: file(records => ({ records })),
  },
  {
    name: 'records-schema',
    help: 'print the JSON schema of such a file and end',
    parse: () => valid({ printsSchema: true }),
  },
  { name: 'empty', help: 'start without any record' },
  {
    name: 'bots',
    value: 'N',
    help: 'bots in the main workspace, about a third of them development bots (default: 163)',
  },
  {
    name: 'odd',
    help: 'odd records among the valid ones: nameless, nearly empty, unknown values, hostile texts',
  },
  { name: 'page-size', value: 'N', help: 'items on a page (default: 20)' },
  { name: 'seed', value: 'N', help: 'random seed of records and ids (default: 1)' },
  { name: 'latency', value: 'MS', help: 'delay of every response in milliseconds (default: 0)' },
  {
    name: 'rate',
    value: 'LIMIT',
    help: 'requests accepted, such as 5/s, 100/m or 1000/h; more get a 429 (default: no limit)',
  },
  { name: 'token', value: 'T', help: 'token to accept (default: a generated one)' },
  { name: 'workspace-id', value: 'ID', help: 'id of the main workspace (default: a generated one)' },
  { name: 'ext', help: 'also serve the undocumented lists of issues and events' },
  {
    name: 'fault',
    value: 'RULE',
    help: "simulated error, as 'GET /v1/admin/bots 503 times=2': method, path and words; may be repeated",
    isRepeated: true,
    words: faultWords,
    parse: fault,
  },
  {
    name: 'faults',
    value: 'FILE',
    help: 'YAML or JSON file with a list of simulated errors',
    parse: file(faults => ({ faults })),
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
    help: 'also write the printed line to this file, and remove it at the end',
    parse: file(readyFile => ({ readyFile })),
  },
  {
    name: 'log',
    value: 'FILE',
    help: 'append one line of JSON per response: time, method, path, status, milliseconds',
    parse: file(logFile => ({ logFile })),
  },
  {
    name: 'parent',
    value: 'PID',
    help: 'end with this process; without it, with the end of a pipe on standard input',
    parse: parentProcess,
  },
];

/** All flags of `serve`, in the order of its help. */
export const serveFlags: readonly ServeFlag[] = FLAGS.map(row => ({
  parse: text => parseOption(row, text),
  ...row,
}));

/** Values of the command line by flag name. */
export type ServeValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** Returns the values of one flag; an empty string for a switch. */
function textsOf(value: ServeValues[string]): readonly string[] {
  if (value === undefined) return [];
  if (value === true) return [''];
  return typeof value === 'string' ? [value] : value;
}

const oneOfFlags = (one: string, other: string): string => `--${one} and --${other}: use one of them.`;

/** Adds the options of one flag; faults are added to earlier ones. Returns what contradicts. */
function withFlag(options: ServeOptions, { faults, ...value }: ServeOptions): ServeOptions | string {
  if (faults === undefined) return { ...options, ...value };
  const earlier = options.faults ?? [];
  if (typeof earlier === 'string') return { ...options, faults };
  if (typeof faults !== 'string') return { ...options, faults: [...earlier, ...faults] };
  return earlier.length > 0 ? oneOfFlags('fault', 'faults') : { ...options, faults };
}

/** Returns the options, or one sentence about the first invalid value. */
export function serveOptions(values: ServeValues): ServeOptions | string {
  let options: ServeOptions = {};
  for (const flag of serveFlags) {
    for (const text of textsOf(values[flag.name])) {
      const read = flag.parse(text);
      if (!read.ok) return `--${flag.name}: ${read.problem}`;
      const more = withFlag(options, read.value);
      if (typeof more === 'string') return more;
      options = more;
    }
  }
  const rivals = rivalOptions(options);
  // These options have the names of their flags.
  return rivals === undefined ? options : oneOfFlags(...rivals);
}
