import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type Replacement, replacements } from './replacements.ts';

const root = join(import.meta.dirname, '../..');

export type BundleOptions = {
  /** The file that starts the program. Default: `src/cli.tsx`. */
  readonly entry?: string;
  /** The folder that receives `main.cjs` and `botscope.cjs`. Default: `dist`. */
  readonly folder?: string;
  /** For tests. Default: the real ones. */
  readonly replace?: readonly Replacement[];
};

const below = (path: string) => path.replaceAll('\\', '/').split('node_modules/').at(-1) ?? '';

const packageOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');

function editing(replace: readonly Replacement[], applied: Set<string>): Plugin {
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

function options(entry: string, folder: string): BuildOptions & { readonly metafile: true } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(folder, 'main.cjs'),
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    jsx: 'automatic',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"', BOTSCOPE_VERSION: JSON.stringify(version) },
  };
}

/**
 * Writes the program into `folder`: `main.cjs`, everything in one file, and `botscope.cjs`, the launcher.
 * What comes back says which files went in and what they weigh. Throws on any error or warning, and when a
 * replacement no longer fits.
 */
export async function bundle({
  entry = 'src/cli.tsx',
  folder = 'dist',
  replace = replacements,
}: BundleOptions = {}) {
  const applied = new Set<string>();
  const into = resolve(root, folder);
  const result = await build({ ...options(entry, into), plugins: [editing(replace, applied)] });
  const warning = result.warnings[0];
  if (warning) throw new Error(`${warning.location?.file ?? 'bundle'}: ${warning.text}`);
  demandApplied(replace, applied, result.metafile);

  const launcher = join(into, 'botscope.cjs');
  mkdirSync(into, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'launcher.cjs'), launcher);
  chmodSync(launcher, 0o755);
  return result.metafile;
}

if (import.meta.main) {
  const { outputs } = await bundle();
  for (const [file, { bytes }] of Object.entries(outputs))
    console.log(`${file}  ${Math.round(bytes / 1000)} kB`);
}
