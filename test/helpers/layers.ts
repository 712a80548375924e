import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A layer of `src`: a top folder, a folder of `explorer`, or a loose file. */
export type Layer = {
  readonly name: string;
  /** One sentence for the map in `src/README.md`. */
  readonly about: string;
  /** Layers that it may import, all of them further down in the table. */
  readonly from: readonly string[];
  readonly packages?: readonly string[];
};

const BASE = ['text', 'json', 'failure.ts'];
const RECORDS = [...BASE, 'api', 'storage', 'filter', 'resources'];
const EXPLORER = [...RECORDS, 'deletion', 'config', 'explorer/state'];
const SCREENS = ['explorer/frame', 'explorer/selection', 'explorer/screens', 'explorer/facts'];
const DIALOGS = ['explorer/dialogs', 'explorer/commands', 'explorer/actions', ...SCREENS];

export const layers: readonly Layer[] = [
  {
    name: 'main.ts',
    about: 'The entry: reads the arguments, then starts the explorer, a command or the sandbox.',
    from: [
      'app',
      'boot',
      'cli',
      'doctor',
      'login',
      'sandbox',
      'help',
      'explorer/state',
      'resources',
      'config',
      ...BASE,
    ],
  },
  {
    name: 'app',
    about:
      'Composition: one run of the explorer, the session over several runs, one run of a command, the files that they store.',
    from: [
      ...['boot', 'explorer/speech', 'explorer/ink', 'explorer/keyboard', 'explorer/paint', ...DIALOGS],
      ...['tui', 'terminal', 'cli', 'help', 'doctor', 'login', ...EXPLORER],
    ],
    packages: ['react'],
  },
  {
    name: 'boot',
    about:
      'The launcher that checks the version of Node; the entry of `serve`; a program from start to exit code.',
    from: ['cli', 'sandbox', 'text'],
  },
  {
    name: 'explorer/speech',
    about: 'The explorer for screen readers: announces changes as lines of text.',
    from: ['explorer/ink', 'explorer/paint', ...DIALOGS, 'terminal', ...EXPLORER],
    packages: ['react', 'zustand'],
  },
  {
    name: 'explorer/ink',
    about: 'The Ink tree: components that read the store and draw rows made by `paint`.',
    from: ['explorer/keyboard', 'explorer/paint', ...DIALOGS, 'tui', 'terminal', ...EXPLORER],
    packages: ['ink', 'ink-select-input', 'ink-spinner', 'react', 'zustand', 'zustand/shallow'],
  },
  {
    name: 'doctor',
    about: '`botscope doctor` and crash reports: what works on this machine and what does not.',
    from: [
      ...['explorer/paint', 'explorer/dialogs', 'explorer/commands', 'explorer/actions', 'login', 'terminal'],
      ...EXPLORER,
    ],
  },
  {
    name: 'explorer/paint',
    about: 'View model to rows of styled cells; skins and themes.',
    from: [...DIALOGS, 'terminal', ...EXPLORER],
  },
  {
    name: 'explorer/keyboard',
    about: 'Turns a key press, a paste or a click into a dialog key or a command.',
    from: [...DIALOGS, ...EXPLORER],
  },
  {
    name: 'explorer/dialogs',
    about: 'One folder a form: its dialogs with their keys, its lines, its hints.',
    from: ['explorer/commands', 'explorer/actions', 'explorer/lookup', ...SCREENS, 'formats', ...EXPLORER],
  },
  {
    name: 'login',
    about: 'Ways to connect: profiles, the login form, the embedded sandbox; saving a profile.',
    from: ['explorer/actions', 'sandbox', ...EXPLORER],
  },
  {
    name: 'explorer/commands',
    about: 'The command table: every command with its keys, title, reason why not, and action.',
    from: ['explorer/actions', 'explorer/lookup', ...SCREENS, 'formats', ...EXPLORER],
  },
  {
    name: 'explorer/actions',
    about: 'The only writers of the store: loading, scanning, deleting, moving, refreshing.',
    from: ['explorer/lookup', ...SCREENS, 'terminal', ...EXPLORER],
    packages: ['zustand/middleware', 'zustand/vanilla', 'zustand/vanilla/shallow'],
  },
  {
    name: 'explorer/lookup',
    about: 'Finds records by id, text or paste among what was loaded and seen.',
    from: [...SCREENS, ...EXPLORER],
  },
  {
    name: 'explorer/frame',
    about: 'What stands around the lines of a screen: titles, counts, messages, status, the pane.',
    from: ['explorer/selection', 'explorer/screens', 'explorer/facts', 'diff', ...EXPLORER],
  },
  {
    name: 'explorer/selection',
    about: 'The cursor, the record under it, and what may be checked, deleted, copied or saved.',
    from: ['explorer/screens', 'explorer/facts', 'diff', ...EXPLORER],
  },
  {
    name: 'explorer/screens',
    about: 'Facts to lines, one folder a form of screen; `content.ts` chooses among them.',
    from: ['explorer/facts', 'diff', ...EXPLORER],
  },
  {
    name: 'explorer/facts',
    about: 'State to facts: visible rows, sort, columns, health counts, tabs, layout, protection.',
    from: ['diff', ...EXPLORER],
  },
  {
    name: 'cli',
    about: 'Commands without a screen: arguments, help, completion, output.',
    from: ['explorer/state', 'help', 'deletion', 'config', 'diff', 'formats', ...RECORDS],
  },
  {
    name: 'explorer/state',
    about: 'The state of the explorer: data and types.',
    from: ['deletion', 'config', ...RECORDS],
    packages: ['zustand/vanilla'],
  },
  {
    name: 'sandbox',
    about: 'The service itself over HTTP on loopback, with generated or given records.',
    from: ['resources', 'api', 'storage', 'json', 'text'],
    packages: ['yaml'],
  },
  {
    name: 'formats',
    about: 'Records as JSON, NDJSON, YAML, CSV and Markdown.',
    from: ['resources', 'json', 'text'],
    packages: ['yaml'],
  },
  {
    name: 'filter',
    about: 'Parses filters and sort keys and applies them to rows.',
    from: ['resources', 'json', 'text'],
  },
  {
    name: 'diff',
    about: 'Differences between two JSON values, and those of two records in words.',
    from: ['resources', 'json', 'text'],
  },
  {
    name: 'deletion',
    about: 'One delete, a batch of deletes, their journal and backups.',
    from: ['resources', 'api', ...BASE],
  },
  {
    name: 'resources',
    about: 'Each kind of record described once: fields, operations, tabs, diagnosis, redaction.',
    from: ['api', ...BASE],
  },
  {
    name: 'config',
    about: 'Settings: files, environment, flags, profiles, tokens.',
    from: ['api', 'terminal', 'storage', 'failure.ts', 'text'],
    packages: ['yaml'],
  },
  {
    name: 'tui',
    about: 'Mounts the Ink tree on the terminal; paints the first rows before Ink is loaded.',
    from: ['terminal', 'text'],
    packages: ['chalk', 'ink', 'react'],
  },
  {
    name: 'api',
    about: 'The HTTP client: builds a request, sends it, parses the response.',
    from: BASE,
    packages: ['ofetch'],
  },
  {
    name: 'terminal',
    about: 'Keys in, frames out, endings, child processes. Knows nothing of bots.',
    from: ['text'],
  },
  {
    name: 'storage',
    about: 'Files in the state folder: append-only logs, snapshots, backups, exports.',
    from: ['text'],
  },
  { name: 'failure.ts', about: 'Every way to fail: title, advice, exit code.', from: ['text'] },
  { name: 'json', about: 'JSON values: types, tree, text that keeps all digits.', from: ['text'] },
  {
    name: 'help',
    about:
      'The topics of `botscope help <topic>`, one Markdown file each, and their renderer for a terminal.',
    from: ['text'],
  },
  {
    name: 'text',
    about: 'Cleaning remote text, masking secrets, widths, units, suggestions.',
    from: [],
    packages: ['string-width'],
  },
  {
    name: 'build',
    about: 'Bundles the program; makes the package and the executable.',
    from: [],
    packages: ['esbuild', 'yaml'],
  },
];

/** A source file and its imports: files below `src` by path, packages by name. */
export type SourceFile = {
  readonly path: string;
  readonly lines: number;
  readonly files: readonly string[];
  readonly packages: readonly string[];
  /** True if it writes to the store: by `setState`, or by `update` of `state/store.ts`. */
  readonly isWriter?: boolean;
};

const WRITES = /\bsetState\(|\bimport \{[^}]*\bupdate\b[^}]*\} from '[^']*\bstore\.ts'/;

const IMPORTS =
  /^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/gm;

/**
 * Reads all source files below a folder. Imports in template strings are code for other programs and do not
 * count.
 */
export function readSources(folder: string): readonly SourceFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    /\.(tsx?|cjs)$/.test(path),
  );
  return paths.map(path => {
    const text = readFileSync(join(folder, path), 'utf8');
    const found = [...text.replace(/`(?:\\.|[^`\\])*`/g, '``').matchAll(IMPORTS)].map(
      match => match.slice(1).find(Boolean) ?? '',
    );
    return {
      path,
      lines: text.replace(/^import [^;]*;\n/gm, '').split('\n').length - 1,
      files: found.filter(name => name.startsWith('.')).map(name => normalize(join(dirname(path), name))),
      packages: found.filter(name => !name.startsWith('.') && !name.startsWith('node:')),
      isWriter: WRITES.test(text),
    };
  });
}

/** Returns the layer of a file: a loose file is its own, the folders of `explorer` are one each. */
export function layerOf(path: string): string {
  const [first = '', second = '', third] = path.split('/');
  return first === 'explorer' && third !== undefined ? `${first}/${second}` : first;
}

/** Returns the imports that the table does not allow, as "file imports file". */
export function forbiddenImports(
  files: readonly SourceFile[],
  table: readonly Layer[] = layers,
): readonly string[] {
  return files.flatMap(({ path, files: imported, packages }) => {
    const layer = table.find(({ name }) => name === layerOf(path));
    const allowed = [layer?.name, ...(layer?.from ?? [])];
    return [
      ...imported.filter(file => !allowed.includes(layerOf(file))).map(file => `${path} imports ${file}`),
      ...packages.filter(name => !layer?.packages?.includes(name)).map(name => `${path} imports ${name}`),
    ];
  });
}

/** Returns files that write to the store of the explorer and are not actions, except the store itself. */
export const foreignWriters = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(({ path, isWriter }) => isWriter && !path.startsWith('explorer/actions/'))
    .map(({ path }) => path)
    .filter(path => path !== 'explorer/state/store.ts');

/** Returns groups of names that import each other in a circle. `graph` has the imports of each name. */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map(name => [name, reachableFrom(name, graph)]));
  const inCircle = [...graph.keys()].filter(name => reached.get(name)?.has(name));
  const groups = inCircle.map(name =>
    inCircle.filter(other => reached.get(name)?.has(other) && reached.get(other)?.has(name)).join(' '),
  );
  return [...new Set(groups)].map(group => group.split(' '));
}

function reachableFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const next of graph.get(name) ?? [])
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}

/**
 * Returns the import graph between groups of files, for example their folders, without imports within a
 * group.
 */
export function importGraph(
  files: readonly SourceFile[],
  groupOf: (path: string) => string = path => path,
): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, files: imported } of files) {
    const group = groupOf(path);
    const targets = graph.get(group) ?? new Set();
    for (const file of imported) if (groupOf(file) !== group) targets.add(groupOf(file));
    graph.set(group, targets);
  }
  return graph;
}
