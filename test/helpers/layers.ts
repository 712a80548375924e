import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readProjectFile } from './project-documents.ts';

export type Layer = {
  readonly name: string;
  /** Layers that it may import, all of them further down in the table. */
  readonly from: readonly string[];
  readonly packages: readonly string[];
};

const [, table = ''] = /<!-- layers -->\n([\s\S]*?)<!-- /.exec(readProjectFile('src/README.md')) ?? [];
const listed = (cell: string): readonly string[] => cell.split(', ').filter(each => each !== '');

/** The layers from top to bottom: the table of `src/README.md`. */
export const layers: readonly Layer[] = table
  .trim()
  .split('\n')
  .slice(2)
  .map(row => row.split('|').map(cell => cell.trim()))
  .map(([, name = '', , from = '', packages = '']) => ({
    name: name.replaceAll('`', ''),
    from: listed(from),
    packages: listed(packages),
  }));

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
export const forbiddenImports = (files: readonly SourceFile[], table: readonly Layer[] = layers) =>
  files.flatMap(({ path, files: imported, packages }) => {
    const layer = table.find(({ name }) => name === layerOf(path));
    const allowed = [layer?.name, ...(layer?.from ?? [])];
    return [
      ...imported.filter(file => !allowed.includes(layerOf(file))).map(file => `${path} imports ${file}`),
      ...packages.filter(name => !layer?.packages.includes(name)).map(name => `${path} imports ${name}`),
    ];
  });

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
export function importGraph(files: readonly SourceFile[], groupOf: (path: string) => string = path => path) {
  const graph = new Map<string, Set<string>>();
  for (const { path, files: imported } of files) {
    const group = groupOf(path);
    const targets = graph.get(group) ?? new Set();
    for (const file of imported) if (groupOf(file) !== group) targets.add(groupOf(file));
    graph.set(group, targets);
  }
  return graph;
}
