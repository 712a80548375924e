import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** A file of the bundle with packages that are loaded on first use, or with files of the project. */
export type Chunk = {
  readonly file: string;
  /** Packages imported by name, and packages of which only the default export is. */
  readonly namespaces: readonly string[];
  readonly defaults?: readonly string[];
  /** Files of the project that several bundles share, from its root. */
  readonly sources?: readonly string[];
  /** Loads the file on the first call of its one default export, a function that most runs never call. */
  readonly isLazy?: true;
  /** Bundles the smaller variant for all platforms instead of the one for Node. */
  readonly isNeutral?: true;
};

export const chunks: readonly Chunk[] = [
  {
    file: 'ink.cjs',
    namespaces: ['ink', 'react', 'react/jsx-runtime'],
    defaults: ['chalk', 'ink-select-input', 'ink-spinner'],
  },
  // Loading it compiles a pattern of all emoji, which takes 20 ms; ASCII texts do not need it.
  { file: 'width.cjs', namespaces: [], defaults: ['string-width'], isLazy: true },
  { file: 'yaml.cjs', namespaces: ['yaml'], isNeutral: true },
  {
    file: 'secrets.cjs',
    namespaces: [],
    sources: ['names', 'pairs', 'redact-text', 'values'].map(name => `src/text/secrets/${name}.ts`),
  },
];

const namesOf = ({ namespaces, defaults = [] }: Chunk): readonly string[] => [...namespaces, ...defaults];

/** Returns the source of a chunk, which exports each package by its index. */
export const chunkSource = (row: Chunk): string =>
  [
    ...namesOf(row).map((name, at) =>
      row.defaults?.includes(name)
        ? `export { default as p${at} } from '${name}';`
        : `export * as p${at} from '${name}';`,
    ),
    ...(row.sources ?? []).map(source => `export * from './${source}';`),
  ].join('\n');

export const loadChunks = (rows: readonly Chunk[]): Plugin => ({
  name: 'chunks',
  setup({ onResolve, onLoad }) {
    const places = new Map(rows.flatMap(row => namesOf(row).map((name, at) => [name, { row, at }] as const)));
    const root = join(import.meta.dirname, '../..');
    const shared = new Map(
      rows.flatMap(({ file, sources = [] }) => sources.map(source => [join(root, source), file])),
    );
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const file = shared.get(resolve(resolveDir, path));
      return file === undefined ? undefined : { path: `./${file}`, external: true };
    });
    onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      places.has(path) ? { path, namespace: 'chunk' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
      const { row, at } = places.get(path) ?? {};
      const place = `require('./${row?.file}').p${at}`;
      const contents = row?.isLazy ? `(...given) => ${place}(...given)` : place;
      return { contents: `module.exports = ${contents};`, loader: 'js' };
    });
    onResolve({ filter: /^\.\//, namespace: 'chunk' }, ({ path }) => ({ path, external: true }));
  },
});

/** Modules of Node that take milliseconds to load and that many runs do not need. */
const SLOW_BUILTINS = [
  'child_process',
  'crypto',
  'dns/promises',
  'fs/promises',
  'http',
  'https',
  'net',
  'readline',
  'tls',
  'zlib',
];

/** Loads a slow module of Node on first use, not with the file that imports it. */
export const slowBuiltins: Plugin = {
  name: 'slow-builtins',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: new RegExp(`^node:(${SLOW_BUILTINS.join('|')})$`), namespace: 'file' },
      ({ path }) => ({
        path,
        namespace: 'slow-builtin',
      }),
    );
    // esbuild copies own properties on import: there are none, so each access reaches the proxy.
    onLoad({ filter: /./, namespace: 'slow-builtin' }, ({ path }) => ({
      contents: `module.exports = Object.create(new Proxy({}, { get: (_, name) => require('${path}')[name] }));`,
      loader: 'js',
    }));
  },
};
