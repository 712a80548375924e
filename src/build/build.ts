import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { manPage } from './manual.ts';
import { type Replacement, replacements } from './patches/replacements.ts';
import { checkKnownNode } from './pinned-node.ts';
import { chunkSource, chunks, loadChunks, slowBuiltins, yamlAsJson } from './plugins.ts';

export const root = join(import.meta.dirname, '../..');

export const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

export const executableName = `botscope-${version}-${process.platform}-${process.arch}`;

export const LICENCES = 'THIRD-PARTY-LICENCES.txt';

export const SERVE = 'serve.cjs';

const DEFAULTS = { entry: 'src/main.ts', folder: 'dist', isWhole: false, replace: replacements };

/** `botscope/sandbox` for other programs. */
export const packageEntry = {
  source: 'src/sandbox/server.ts',
  types: 'src/sandbox/types.ts',
  file: 'sandbox.cjs',
  typesFile: 'sandbox.d.cts',
} as const;

const DECLARATIONS = `/**
 * Starts the service with generated or given records. Rejects with the system error if it cannot listen
 * (\`code\` EADDRINUSE, EACCES, …), and with a TypeError for an invalid option.
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;

/** Returns the JSON schema of a file of records. */
export declare function recordsSchema(): object;
`;

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
  const types = fs.readFileSync(join(root, packageEntry.types), 'utf8');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, packageEntry.typesFile), `${types}\n${DECLARATIONS}`);
  return runBuild({
    entryPoints: [packageEntry.source],
    outfile: join(folder, packageEntry.file),
    // Node prints the line of an error that nobody catches.
    lineLimit: 120,
    // Each at its first use: a sandbox that only serves records searches for no secrets.
    plugins: [slowBuiltins, loadChunks(chunks.map(row => ({ ...row, isLazy: true })))],
  });
}

export const replacementPlugin = (replace: readonly Replacement[], applied: Set<string>): Plugin => ({
  name: 'replacements',
  setup({ onLoad }) {
    for (const { file, edit } of replace) {
      const filter = new RegExp(
        `[\\\\/]node_modules[\\\\/]${file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`,
      );
      onLoad({ filter }, ({ path }) => {
        applied.add(file);
        try {
          return { contents: edit(fs.readFileSync(path, 'utf8')), loader: 'js' };
        } catch (cause) {
          throw new Error(`The replacement for ${file} no longer fits: ${String(cause)}`, { cause });
        }
      });
    }
  },
});

function checkApplied(replace: readonly Replacement[], applied: ReadonlySet<string>, { inputs }: Metafile) {
  const bundled = new Set(Object.keys(inputs).map(packageFolder));
  const missed = replace.find(
    ({ file }) => !applied.has(file) && bundled.has(packageFolder(`node_modules/${file}`)),
  );
  if (missed)
    throw new Error(`The replacement for ${missed.file} was not made: the file is not in the bundle.`);
}

async function runBuild({ plugins = [], ...part }: BuildOptions): Promise<Metafile> {
  const { warnings, metafile } = await build({
    platform: 'node',
    ...part,
    plugins: [...plugins, yamlAsJson],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
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
  });
  const [warning] = warnings;
  if (warning) throw new Error(`${warning.location?.file ?? 'bundle'}: ${warning.text}`);
  return metafile;
}

function packageFolder(path: string): string | undefined {
  const [, root] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/')) ?? [];
  return root;
}

/** The licence is that of a package of the same authors. */
const OTHER_PACKAGE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

function licenceFile(folder: string) {
  const name = fs.readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
  if (name !== undefined) return join(folder, name);
  const other = OTHER_PACKAGE[basename(folder)];
  if (other === undefined) throw new Error(`${folder} has no licence file`);
  return licenceFile(join(dirname(folder), other));
}

function licenceOf(folder: string) {
  const about = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const text = fs.readFileSync(licenceFile(folder), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${about['name']} ${about['version']} (${about['license']})\n\n${text}\n`;
}

/** By name. `base`: folder of the paths in the metafile. */
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

/**
 * `botscope.cjs`, the launcher, checks the version of Node and loads `main.cjs` or `serve.cjs`; each row of
 * `chunks` is a file, loaded on first use; the sandbox is also an entry of the package. Returns the inputs
 * and their sizes. Throws on any error or warning, and if a replacement no longer fits.
 */
export async function bundle(options: Partial<typeof DEFAULTS> = {}): Promise<Metafile> {
  const { entry, folder, isWhole, replace } = { ...DEFAULTS, ...options };
  const applied = new Set<string>();
  const into = resolve(root, folder);
  const plugins = [replacementPlugin(replace, applied), slowBuiltins];
  const rows = isWhole ? [] : chunks;
  const buildEntry = (source: string, file: string): Promise<Metafile> =>
    runBuild({
      entryPoints: [source],
      outfile: join(into, file),
      plugins: [...plugins, loadChunks(rows), ...(isWhole ? [] : [loadSandbox])],
    });
  const parts = await Promise.all([
    buildEntry(entry, 'main.cjs'),
    ...(isWhole ? [] : [buildPackageEntry(into), buildEntry('src/boot/serve.ts', SERVE)]),
    ...rows.map(row =>
      runBuild({
        stdin: { contents: chunkSource(row), resolveDir: root, loader: 'js' },
        outfile: join(into, row.file),
        plugins,
        platform: row.isNeutral ? 'neutral' : 'node',
      }),
    ),
  ]);
  const whole: Metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  checkApplied(replace, applied, whole);

  const launcher = join(into, 'botscope.cjs');
  fs.copyFileSync(join(import.meta.dirname, '../boot/launcher.cjs'), launcher);
  fs.chmodSync(launcher, 0o755);
  fs.writeFileSync(join(into, LICENCES), licences(whole, root));
  return whole;
}

const COMPLETIONS = { bash: 'botscope.bash', zsh: '_botscope', fish: 'botscope.fish' } as const;

/** Writes the page for `man` and the completion for each shell, which the built program prints. */
function writePrinted(folder: string): void {
  const printed = (...words: readonly string[]) =>
    execFileSync(process.execPath, [join(folder, 'botscope.cjs'), ...words], { encoding: 'utf8' });
  fs.writeFileSync(join(folder, 'botscope.1'), manPage(printed('--help'), version));
  for (const [shell, file] of Object.entries(COMPLETIONS))
    fs.writeFileSync(join(folder, file), printed('completion', shell));
}

if (import.meta.main) {
  checkKnownNode();
  // Otherwise the package would contain files of an older build.
  fs.rmSync(join(root, 'dist'), { recursive: true, force: true });
  const { outputs } = await bundle();
  writePrinted(join(root, 'dist'));
  for (const [file, { bytes }] of Object.entries(outputs))
    console.log(`${file}  ${Math.round(bytes / 1000)} kB`);
}
