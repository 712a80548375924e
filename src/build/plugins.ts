import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { parse } from 'yaml';

export type Chunk = Readonly<{
  file: string;
  /** Packages, or paths of files that several bundles share; packages of which only the default is used. */
  namespaces?: readonly string[];
  defaults?: readonly string[];
  /** Loaded by the first use of a member or call of its default export, which most runs never reach. */
  isLazy?: true;
  /** The smaller variant for all platforms instead of the one for Node. */
  isNeutral?: true;
}>;

const ours = (path: string) => join(import.meta.dirname, '..', path);

export const chunks: readonly Chunk[] = [
  {
    file: 'ink.cjs',
    namespaces: ['ink', 'react', 'react/jsx-runtime'],
    defaults: ['chalk', 'ink-select-input', 'ink-spinner'],
  },
  // Loading it compiles a pattern of all emoji, which takes 20 ms; ASCII texts do not need it.
  { file: 'width.cjs', defaults: ['string-width'], isLazy: true },
  { file: 'yaml.cjs', namespaces: ['yaml'], isNeutral: true },
  {
    file: 'secrets.cjs',
    namespaces: ['names', 'pairs', 'redact-text', 'values'].map(name => ours(`text/secrets/${name}.ts`)),
  },
  // The program, `serve` and the sandbox share it.
  {
    file: 'arguments.cjs',
    namespaces: [
      ...['arguments', 'parse', 'suggest'].map(name => ours(`cli/arguments/${name}.ts`)),
      ...['checks', 'fault-words', 'options', 'rate'].map(name => ours(`sandbox/${name}.ts`)),
    ],
  },
  // Its patterns take milliseconds to compile.
  { file: 'causes.cjs', namespaces: [ours('resources/cause-mask.ts')], isLazy: true },
  { file: 'help.cjs', namespaces: [ours('help/texts.ts')], isLazy: true },
];

const namesOf = ({ namespaces = [], defaults = [] }: Chunk) => [...namespaces, ...defaults];

export const chunkSource = (row: Chunk): string =>
  namesOf(row)
    .map((name, at) =>
      row.defaults?.includes(name)
        ? `export { default as p${at} } from '${name}';`
        : `export * as p${at} from '${name}';`,
    )
    .join('\n');

// esbuild copies own properties on import: there are none, so each access reaches the proxy.
const lazily = (module: string) =>
  `module.exports = Object.create(new Proxy({}, { get: (_, name) => ${module}[name] }));`;

export const loadChunks = (rows: readonly Chunk[]): Plugin => ({
  name: 'chunks',
  setup({ onResolve, onLoad }) {
    const places = new Map(rows.flatMap(row => namesOf(row).map((name, at) => [name, { row, at }] as const)));
    onResolve({ filter: /^[a-z]|^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const name = path.startsWith('.') ? resolve(resolveDir, path) : path;
      return places.has(name) ? { path: name, namespace: 'chunk' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
      const { row, at } = places.get(path) ?? {};
      const place = `require('./${row?.file}').p${at}`;
      const whole = row?.isLazy ? `(...given) => ${place}(...given)` : place;
      const isProxy = row?.isLazy && row.namespaces?.includes(path);
      return { contents: isProxy ? lazily(place) : `module.exports = ${whole};`, loader: 'js' };
    });
    onResolve({ filter: /^\.\//, namespace: 'chunk' }, ({ path }) => ({ path, external: true }));
  },
});

/** They take milliseconds to load, and many runs do not need them. */
const SLOW = /^node:(?:child_process|crypto|dns\/promises|fs\/promises|https?|net|readline|tls|zlib)$/;

/** On first use, not with the file that imports it. */
export const slowBuiltins: Plugin = {
  name: 'slow-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: SLOW, namespace: 'file' }, ({ path }) => ({ path, namespace: 'slow-builtin' }));
    onLoad({ filter: /./, namespace: 'slow-builtin' }, ({ path }) => ({
      contents: lazily(`require('${path}')`),
      loader: 'js',
    }));
  },
};

/** JSON in a text is read faster than a literal. */
export function yamlModule(path: string): string {
  const text = JSON.stringify(parse(readFileSync(path, 'utf8'), { merge: true }));
  return `export default JSON.parse(${JSON.stringify(text)});`;
}

export const yamlAsJson: Plugin = {
  name: 'yaml',
  setup({ onLoad }) {
    onLoad({ filter: /\.yaml$/ }, ({ path }) => ({ contents: yamlModule(path), loader: 'js' }));
  },
};
