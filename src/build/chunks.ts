import type { Plugin } from 'esbuild';

/** A file of the program for packages that most of it does without: what does not need them does not read them. */
export type Apart = {
  readonly file: string;
  /** Packages of which names are imported, and those of which only the default is. */
  readonly whole: readonly string[];
  readonly defaults?: readonly string[];
  /** The one default is a function that most runs never call: the file is read with the first call. */
  readonly late?: true;
  /** They come in a form for any platform too, which is smaller than the one for Node. */
  readonly anywhere?: true;
};

/** Packages outside `main.cjs`, in files that are loaded when they are first needed. */
export const apart: readonly Apart[] = [
  {
    file: 'ink.cjs',
    whole: ['ink', 'react', 'react/jsx-runtime'],
    defaults: ['chalk', 'ink-select-input', 'ink-spinner'],
  },
  // It makes a pattern of all emoji when it is loaded, which takes 20 ms; plain texts do without.
  { file: 'width.cjs', whole: [], defaults: ['string-width'], late: true },
  { file: 'yaml.cjs', whole: ['yaml'], anywhere: true },
  { file: 'commander.cjs', whole: ['commander'] },
];

const namesOf = ({ whole, defaults = [] }: Apart): readonly string[] => [...whole, ...defaults];

/** The source of a file of packages: each by its place in the row. */
export const apartSource = (row: Apart): string =>
  namesOf(row)
    .map((name, at) =>
      row.defaults?.includes(name)
        ? `export { default as p${at} } from '${name}';`
        : `export * as p${at} from '${name}';`,
    )
    .join('\n');

/** Takes the packages of these rows from their files. */
export const fromApart = (rows: readonly Apart[]): Plugin => ({
  name: 'apart',
  setup({ onResolve, onLoad }) {
    const places = new Map(rows.flatMap(row => namesOf(row).map((name, at) => [name, { row, at }] as const)));
    onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      places.has(path) ? { path, namespace: 'apart' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => {
      const { row, at } = places.get(path) ?? {};
      const place = `require('./${row?.file}').p${at}`;
      const contents = row?.late ? `(...given) => ${place}(...given)` : place;
      return { contents: `module.exports = ${contents};`, loader: 'js' };
    });
    onResolve({ filter: /^\.\//, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
  },
});

/** Modules of Node that cost milliseconds to load, and that many runs do without. */
const SLOW = [
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

/** Loads a slow module of Node when something of it is used, not when the file that imports it is. */
export const slowBuiltins: Plugin = {
  name: 'slow-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(${SLOW.join('|')})$`), namespace: 'file' }, ({ path }) => ({
      path,
      namespace: 'slow-builtin',
    }));
    // What imports it copies its own names when it is loaded, of which there are none, and takes the others from here.
    onLoad({ filter: /./, namespace: 'slow-builtin' }, ({ path }) => ({
      contents: `module.exports = Object.create(new Proxy({}, { get: (_, name) => require('${path}')[name] }));`,
      loader: 'js',
    }));
  },
};
