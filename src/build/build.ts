import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type Apart, apart, apartSource, fromApart, slowBuiltins } from './apart.ts';
import { compiledAtOnce } from './at-once.ts';
import { licences } from './licences.ts';
import { replacements, WASM_FILE, wasmFrom } from './replacements.ts';
import type { Replacement } from './swap.ts';

export const root = join(import.meta.dirname, '../..');

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** The name of the file with the program and Node, for machines like this one. */
export const executableName = `botscope-${version}-${process.platform}-${process.arch}`;

/** The name of the file with the licences of what is bundled. */
export const LICENCES = 'THIRD-PARTY-LICENCES.txt';

export type BundleOptions = {
  /** The file that starts the program. Default: `src/cli.ts`. */
  readonly entry?: string;
  /** The folder that receives the files. Default: `dist`. */
  readonly folder?: string;
  /** `start.cjs` finds the other files inside the executable that it starts. Default: false. */
  readonly isInside?: boolean;
  /** For tests. Default: the real ones. */
  readonly replace?: readonly Replacement[];
};

const below = (path: string) => path.replaceAll('\\', '/').split('node_modules/').at(-1) ?? '';

const packageOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');

export function editing(replace: readonly Replacement[], applied: Set<string>): Plugin {
  return {
    name: 'replacements',
    setup({ onLoad }) {
      for (const { file, edit } of replace) {
        const filter = new RegExp(
          `[\\\\/]node_modules[\\\\/]${file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`,
        );
        onLoad({ filter }, ({ path }) => {
          applied.add(file);
          try {
            return { contents: edit(readFileSync(path, 'utf8')), loader: 'js' };
          } catch (cause) {
            throw new Error(`The replacement for ${file} no longer fits: ${String(cause)}`, { cause });
          }
        });
      }
    },
  };
}

/** The launcher gives it as bytes to the file that asks for it. */
const wasmBeside: Plugin = {
  name: 'wasm-beside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/[\w-]+\.wasm$/ }, ({ path }) => ({ path, external: true })),
};

/** An upgrade may move a file: then its replacement would silently stop being made. */
function demandApplied(
  replace: readonly Replacement[],
  applied: ReadonlySet<string>,
  { inputs }: Metafile,
): void {
  const bundled = new Set(
    Object.keys(inputs)
      .filter(path => path.includes('node_modules/'))
      .map(path => packageOf(below(path))),
  );
  const missed = replace.find(({ file }) => !applied.has(file) && bundled.has(packageOf(file)));
  if (missed)
    throw new Error(`The replacement for ${missed.file} was not made: the file is not in the bundle.`);
}

type Part = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'plugins' | 'define' | 'platform'> & {
  readonly outfile: string;
};

function options({ define, platform = 'node', ...part }: Part): BuildOptions & { readonly metafile: true } {
  return {
    ...part,
    absWorkingDir: root,
    bundle: true,
    // And what else makes it small, when it is whole.
    minifyIdentifiers: true,
    minifySyntax: true,
    metafile: true,
    platform,
    target: 'node22',
    format: 'cjs',
    jsx: 'automatic',
    logLevel: 'silent',
    // In a file of their own, and whole.
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"', BOTSCOPE_VERSION: JSON.stringify(version), ...define },
  };
}

/** Texts of other letters would take twice the room while the program runs, and longer to read. esbuild leaves some. */
const ascii = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function built(part: Part): Promise<Metafile> {
  const { warnings, metafile, outputFiles } = await build({ ...options(part), write: false });
  const [warning] = warnings;
  if (warning) throw new Error(`${warning.location?.file ?? 'bundle'}: ${warning.text}`);
  const text = ascii(await compiledAtOnce(outputFiles.map(each => each.text).join('')));
  mkdirSync(dirname(part.outfile), { recursive: true });
  writeFileSync(part.outfile, text);
  for (const output of Object.values(metafile.outputs)) output.bytes = text.length;
  return metafile;
}

const packages = (row: Apart, folder: string, plugins: readonly Plugin[]): Promise<Metafile> =>
  built({
    stdin: { contents: apartSource(row), resolveDir: root, loader: 'js' },
    outfile: join(folder, row.file),
    plugins: [...plugins],
    platform: row.anywhere ? 'neutral' : 'node',
  });

/** What loads the rest, and knows this build by what is in its files. */
function starter({ outputs }: Metafile, folder: string, isInside: boolean): Promise<Metafile> {
  const files = Object.keys(outputs).map(file => readFileSync(join(folder, basename(file))));
  const build = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 16);
  const define = { BOTSCOPE_BUILD: JSON.stringify(build), BOTSCOPE_IS_INSIDE: String(isInside) };
  const plugins = [slowBuiltins];
  return built({ entryPoints: ['src/start.ts'], outfile: join(folder, 'start.cjs'), plugins, define });
}

/**
 * Writes the program into `folder`: `botscope.cjs`, the launcher, `start.cjs`, which loads the rest, `main.cjs`, a file for
 * each row of `apart`, the WebAssembly of yoga, and the licences of what is bundled.
 * What comes back says which files went in and what they weigh. Throws on any error or warning, and when a
 * replacement no longer fits.
 */
export async function bundle({
  entry = 'src/cli.ts',
  folder = 'dist',
  isInside = false,
  replace = replacements,
}: BundleOptions = {}): Promise<Metafile> {
  const applied = new Set<string>();
  const into = resolve(root, folder);
  const plugins = [editing(replace, applied), slowBuiltins, wasmBeside];
  const parts = await Promise.all([
    built({ entryPoints: [entry], outfile: join(into, 'main.cjs'), plugins: [...plugins, fromApart(apart)] }),
    ...apart.map(row => packages(row, into, plugins)),
  ]);
  const whole: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  demandApplied(replace, applied, whole);
  const { outputs } = await starter(whole, into, isInside);

  const launcher = join(into, 'botscope.cjs');
  mkdirSync(into, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'launcher.cjs'), launcher);
  writeFileSync(join(into, WASM_FILE), wasmFrom(join(root, 'node_modules')));
  chmodSync(launcher, 0o755);
  writeFileSync(join(into, LICENCES), licences(whole, root));
  return { ...whole, outputs: { ...whole.outputs, ...outputs } };
}

if (import.meta.main) {
  const { outputs } = await bundle();
  for (const [file, { bytes }] of Object.entries(outputs))
    console.log(`${file}  ${Math.round(bytes / 1000)} kB`);
}
