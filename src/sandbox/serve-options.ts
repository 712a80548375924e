import { shortText } from '../text/sanitise.ts';
import { type Fault, parseFault } from './faults.ts';
import type { SandboxOptions } from './server.ts';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** One flag of `serve`: its name without dashes, the word for its value, and how that is read. */
export type ServeFlag = {
  readonly name: string;
  /** Without one it is a switch. */
  readonly value?: string;
  readonly help: string;
  /** It may be given more than once. */
  readonly repeated?: true;
  readonly parse: (text: string) => Parsed<Partial<SandboxOptions>>;
};

const fine = (value: Partial<SandboxOptions>): Parsed<Partial<SandboxOptions>> => ({ ok: true, value });
const wrong = (problem: string): Parsed<never> => ({ ok: false, problem });

function whole(name: string, text: string, [least, most]: readonly [number, number]): Parsed<number> {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? { ok: true, value }
    : wrong(`--${name} is a whole number from ${least} to ${most}, not "${shortText(text)}".`);
}

function number(
  name: string,
  range: readonly [number, number],
  make: (value: number) => Partial<SandboxOptions>,
): ServeFlag['parse'] {
  return text => {
    const read = whole(name, text, range);
    return read.ok ? fine(make(read.value)) : read;
  };
}

function word(
  name: string,
  form: RegExp,
  make: (value: string) => Partial<SandboxOptions>,
): ServeFlag['parse'] {
  return text => (form.test(text) ? fine(make(text)) : wrong(`--${name} cannot be "${shortText(text)}".`));
}

const HEADER_TEXT = /^[\x21-\x7e]{1,512}$/;
const HOST = /^[\w.:-]{1,253}$/;

function fault(text: string): Parsed<Partial<SandboxOptions>> {
  const read: Fault | string = parseFault(text);
  return typeof read === 'string' ? wrong(`--fault: ${shortText(read)}.`) : fine({ faults: [read] });
}

/** The flags of `serve`. */
export const serveFlags: readonly ServeFlag[] = [
  {
    name: 'port',
    value: 'P',
    help: 'Port to listen on; 0 takes any free one (standard).',
    parse: number('port', [0, 65_535], port => ({ port })),
  },
  {
    name: 'host',
    value: 'H',
    help: 'Address to listen on (standard 127.0.0.1: this machine only).',
    parse: word('host', HOST, host => ({ host })),
  },
  {
    name: 'bots',
    value: 'N',
    help: 'Bots in the main workspace, a third of them development bots (standard 163).',
    parse: number('bots', [0, 100_000], bots => ({ bots })),
  },
  {
    name: 'page-size',
    value: 'N',
    help: 'Bots on a page (standard 20).',
    parse: number('page-size', [1, 1000], pageSize => ({ pageSize })),
  },
  {
    name: 'seed',
    value: 'N',
    help: 'Another number makes other records and ids (standard 1).',
    parse: number('seed', [0, 4_294_967_295], seed => ({ seed })),
  },
  {
    name: 'latency',
    value: 'MS',
    help: 'Milliseconds before every answer (standard 0).',
    parse: number('latency', [0, 600_000], latencyMs => ({ latencyMs })),
  },
  {
    name: 'token',
    value: 'T',
    help: 'The token to accept, in place of a made-up one.',
    parse: word('token', HEADER_TEXT, token => ({ token })),
  },
  {
    name: 'workspace-id',
    value: 'ID',
    help: 'Id of the main workspace, in place of a made-up one.',
    parse: word('workspace-id', HEADER_TEXT, workspaceId => ({ workspaceId })),
  },
  {
    name: 'ext',
    help: 'Also lists of issues and their events, which the specification does not have.',
    parse: () => fine({ ext: true }),
  },
  {
    name: 'fault',
    value: 'RULE',
    help: "What goes wrong, e.g. 'GET /v1/admin/bots 500'; may be repeated.",
    repeated: true,
    parse: fault,
  },
];

/** Values as given on the command line, by flag name; a repeated flag has a list. */
export type ServeValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** The texts of one flag, none when it was not given; a switch has an empty one. */
function textsOf(given: ServeValues[string]): readonly string[] {
  if (given === undefined) return [];
  if (given === true) return [''];
  return typeof given === 'string' ? [given] : given;
}

/** The options that the values mean, or one sentence about the first that is wrong. */
export function serveOptions(values: ServeValues): SandboxOptions | string {
  let options: SandboxOptions = {};
  for (const flag of serveFlags) {
    for (const text of textsOf(values[flag.name])) {
      const read = flag.parse(text);
      if (!read.ok) return read.problem;
      const { faults, ...value } = read.value;
      options = { ...options, ...value };
      if (faults !== undefined) options = { ...options, faults: [...(options.faults ?? []), ...faults] };
    }
  }
  return options;
}
