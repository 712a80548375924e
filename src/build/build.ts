import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type Chunk, chunkSource, chunks, loadChunks, slowBuiltins } from './chunks.ts';
import { type Replacement, replacements } from './patches/replacements.ts';
import { checkKnownNode } from './pinned-node.ts';
import { yamlModule } from './yaml-module.ts';

export const root = join(import.meta.dirname, '../..');

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

export const executableName = `botscope-${version}-${process.platform}-${process.arch}`;

export const LICENCES = 'THIRD-PARTY-LICENCES.txt';

export const SERVE = 'serve.cjs';

export type BundleOptions = {
  readonly entry?: string;
  readonly folder?: string;
  /** Puts all packages into `main.cjs`: an executable cannot load further files. Default: false. */
  readonly isWhole?: boolean;
  /** Replacements in packages, for tests. Default: the real ones. */
  readonly replace?: readonly Replacement[];
};

const pathInModules = (path: string) => path.replaceAll('\\', '/').split('node_modules/').at(-1) ?? '';

const packageOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');

/** Entry of the package for other programs: its source, its types and the files that they become. */
export const packageEntry = {
  source: 'src/sandbox/server.ts',
  types: 'src/sandbox/types.ts',
  file: 'sandbox.cjs',
  typesFile: 'sandbox.d.cts',
} as const;

/** Declarations of the functions that the entry exports. */
const DECLARATIONS = `/**
 * Starts the service with generated or given records. Rejects with the system error if it cannot listen
 * (\`code\` EADDRINUSE, EACCES, …), and with a TypeError for an invalid option.
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;

/** Returns the JSON schema of a file of records. */
export declare function recordsSchema(): object;
`;

/** Loads the sandbox from its own file, which other programs import, too. */
const loadSandbox: Plugin = {
  name: 'sandbox',
  setup({ onResolve }) {
    onResolve({ filter: /(?:^|\/)server\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === join(root, packageEntry.source)
        ? { path: `./${packageEntry.file}`, external: true }
        : undefined,
    );
  },
};

function buildPackageEntry(folder: string): Promise<Metafile> {
  const types = readFileSync(join(root, packageEntry.types), 'utf8');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, packageEntry.typesFile), `${types}\n${DECLARATIONS}`);
  return runBuild({
    entryPoints: [packageEntry.source],
    outfile: join(folder, packageEntry.file),
    // Node prints the line of an error that nobody catches.
    lineLimit: 120,
    plugins: [loadChunks(chunks)],
  });
}

/** Bundles YAML as JSON: parsing it at the start would take longer than the start itself. */
const yamlAsJson: Plugin = {
  name: 'yaml',
  setup({ onLoad }) {
    onLoad({ filter: /\.yaml$/ }, ({ path }) => ({ contents: yamlModule(path), loader: 'js' }));
  },
};

export function replacementPlugin(replace: readonly Replacement[], applied: Set<string>): Plugin {
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

/** Throws if a replacement was not applied: an upgrade may have moved its file. */
function checkApplied(
  replace: readonly Replacement[],
  applied: ReadonlySet<string>,
  { inputs }: Metafile,
): void {
  const bundled = new Set(
    Object.keys(inputs)
      .filter(path => path.includes('node_modules/'))
      .map(path => packageOf(pathInModules(path))),
  );
  const missed = replace.find(({ file }) => !applied.has(file) && bundled.has(packageOf(file)));
  if (missed)
    throw new Error(`The replacement for ${missed.file} was not made: the file is not in the bundle.`);
}

type BuildPart = Pick<BuildOptions, 'entryPoints' | 'lineLimit' | 'stdin' | 'plugins' | 'platform'> & {
  readonly outfile: string;
};

function options({
  platform = 'node',
  plugins = [],
  ...part
}: BuildPart): BuildOptions & { readonly metafile: true } {
  return {
    ...part,
    plugins: [...plugins, yamlAsJson],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
    platform,
    target: 'node22',
    // Not ES modules: measured in turns, `botscope version` takes 26 ms more of CPU time with them (93 for
    // 67), as each file is resolved and linked by itself, and 56 if they import Node's modules by name. The
    // executable must be CommonJS, so the edits of yoga and Ink would stay for it.
    // `require('botscope/sandbox')` needs it, too.
    format: 'cjs',
    jsx: 'automatic',
    logLevel: 'silent',
    // They are complete in a file of their own.
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"', BOTSCOPE_VERSION: JSON.stringify(version) },
  };
}

async function runBuild(part: BuildPart): Promise<Metafile> {
  const { warnings, metafile } = await build(options(part));
  const [warning] = warnings;
  if (warning) throw new Error(`${warning.location?.file ?? 'bundle'}: ${warning.text}`);
  return metafile;
}

/** Returns the folder of the package that a bundled file comes from; undefined for our own files. */
function packageFolder(path: string): string | undefined {
  const [, root] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/')) ?? [];
  return root;
}

/** Packages without their licence file, and a package of the same authors that has it. */
const OTHER_PACKAGE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

function licenceFile(folder: string): string {
  const name = readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
  if (name !== undefined) return join(folder, name);
  const other = OTHER_PACKAGE[basename(folder)];
  if (other === undefined) throw new Error(`${folder} has no licence file`);
  return licenceFile(join(dirname(folder), other));
}

function licenceOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const text = readFileSync(licenceFile(folder), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${about['name']} ${about['version']} (${about['license']})\n\n${text}\n`;
}

/** Returns the licences of all bundled packages, by name. `base`: folder of the paths in the metafile. */
export function licences({ outputs }: Metafile, base: string): string {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const folders = new Set(bundled.flatMap(([path]) => packageFolder(path) ?? []));
  const texts = [...folders].map(folder => licenceOf(join(base, folder))).toSorted();
  return ['Licences of the packages that are bundled with this program.\n', ...texts].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

/** Bundles the entry of `botscope serve`, which the launcher loads in place of `main.cjs`. */
const buildServe = (folder: string, plugins: readonly Plugin[]): Promise<Metafile> =>
  runBuild({
    entryPoints: ['src/boot/serve.ts'],
    outfile: join(folder, SERVE),
    plugins: [...plugins, loadChunks(chunks), loadSandbox],
  });

const buildChunk = (row: Chunk, folder: string, plugins: readonly Plugin[]): Promise<Metafile> =>
  runBuild({
    stdin: { contents: chunkSource(row), resolveDir: root, loader: 'js' },
    outfile: join(folder, row.file),
    plugins: [...plugins],
    platform: row.isNeutral ? 'neutral' : 'node',
  });

/**
 * Bundles the program into `folder`: `botscope.cjs`, the launcher, which checks the version of Node;
 * `main.cjs`; `serve.cjs`; a file for each row of `chunks`, loaded on first use; the sandbox, also an entry
 * of the package; and the licences of bundled packages.
 * Returns the inputs and their sizes. Throws on any error or warning, and if a replacement no longer fits.
 */
export async function bundle({
  entry = 'src/main.ts',
  folder = 'dist',
  isWhole = false,
  replace = replacements,
}: BundleOptions = {}): Promise<Metafile> {
  const applied = new Set<string>();
  const into = resolve(root, folder);
  const plugins = [replacementPlugin(replace, applied), slowBuiltins];
  const rows = isWhole ? [] : chunks;
  const parts = await Promise.all([
    runBuild({
      entryPoints: [entry],
      outfile: join(into, 'main.cjs'),
      plugins: [...plugins, loadChunks(rows), ...(isWhole ? [] : [loadSandbox])],
    }),
    ...(isWhole ? [] : [buildPackageEntry(into), buildServe(into, plugins)]),
    ...rows.map(row => buildChunk(row, into, plugins)),
  ]);
  const whole: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  checkApplied(replace, applied, whole);

  const launcher = join(into, 'botscope.cjs');
  copyFileSync(join(import.meta.dirname, '../boot/launcher.cjs'), launcher);
  chmodSync(launcher, 0o755);
  writeFileSync(join(into, LICENCES), licences(whole, root));
  return whole;
}

if (import.meta.main) {
  checkKnownNode();
  // Otherwise the package would contain files of an older build.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const { outputs } = await bundle();
  for (const [file, { bytes }] of Object.entries(outputs))
    console.log(`${file}  ${Math.round(bytes / 1000)} kB`);
}
