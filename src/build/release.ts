import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, executableName, LICENCES, root } from './build.ts';
import { checkPinnedNode } from './pinned-node.ts';

const folder = join(root, 'release');

function licenceOfNode(scratch: string) {
  const name = `node-${process.platform}-${process.arch}@${process.versions.node}`;
  const pack = ['pack', '--silent', '--pack-destination', scratch, name];
  const file = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
  return execFileSync('tar', ['-xOzf', join(scratch, file), 'package/LICENSE'], { encoding: 'utf8' });
}

/** Copies Node without its symbols, or with them where there is no `strip`. */
function slimNode(scratch: string) {
  const file = join(scratch, 'node');
  try {
    execFileSync('strip', ['-o', file, process.execPath]);
  } catch {
    console.warn('"strip" is not installed: the executable keeps the symbols of Node.');
    fs.copyFileSync(process.execPath, file);
  }
  return file;
}

/** Runs an embedded program (Node's manual, "Single executable applications"). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

function inject(node: string, program: string) {
  const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
  const words = [postject, node, 'NODE_SEA_BLOB', program, '--sentinel-fuse', FUSE];
  // Hides its warnings about unknown sections of Node; an error contains its output.
  execFileSync(process.execPath, words, { stdio: 'pipe' });
}

/** Builds the executable into the folder `release` and returns its name. */
async function executable(scratch: string): Promise<string> {
  checkPinnedNode();
  await bundle({ folder: scratch, isWhole: true });
  const licences = join(scratch, LICENCES);
  fs.writeFileSync(licences, `${fs.readFileSync(licences, 'utf8')}\nNode.js\n\n${licenceOfNode(scratch)}`);
  fs.copyFileSync(licences, join(folder, LICENCES));
  const description = {
    // Relative: the path becomes part of the executable.
    main: 'main.cjs',
    output: 'program',
    assets: { [LICENCES]: LICENCES },
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  const file = join(scratch, 'executable.json');
  fs.writeFileSync(file, JSON.stringify(description));
  // Without a seed the order of compiled functions is random and the build not reproducible.
  const prepare = ['--random-seed=1', '--experimental-sea-config', file];
  execFileSync(process.execPath, prepare, { cwd: scratch, stdio: 'pipe' });
  const node = slimNode(scratch);
  inject(node, join(scratch, 'program'));
  fs.copyFileSync(node, join(folder, executableName));
  return executableName;
}

function sums() {
  const files = fs.readdirSync(folder).filter(name => name !== 'SHA256SUMS');
  const sum = (name: string) => hash('sha256', fs.readFileSync(join(folder, name)));
  return files.map(name => `${sum(name)}  ${name}\n`).join('');
}

/** Not the dependencies: the bundle contains them. */
const PUBLISHED = [
  ...['name', 'version', 'description', 'keywords', 'license', 'repository', 'type', 'bin', 'man', 'exports'],
  ...['files', 'engines'],
];

/** Stands in the address of the repository until a maintainer writes its owner there. */
const PLACEHOLDER = 'OWNER';

type Manifest = Readonly<Record<string, unknown>> & { readonly repository: { readonly url: string } };

const manifestOf = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;

/** Homepage and the page for bugs follow from the repository. */
function published(manifest: Manifest): object {
  const page = manifest.repository.url.replace(/^git\+|\.git$/g, '');
  const members = Object.entries(manifest).filter(([name]) => PUBLISHED.includes(name));
  return { ...Object.fromEntries(members), homepage: `${page}#readme`, bugs: `${page}/issues` };
}

/** Replaces package.json until `restoreManifest`. */
export function stripManifest(folder: string): void {
  const [file, kept] = [join(folder, 'package.json'), join(folder, 'release/package.json')];
  const members = published(manifestOf(file));
  fs.mkdirSync(join(folder, 'release'), { recursive: true });
  fs.renameSync(file, kept);
  fs.writeFileSync(file, `${JSON.stringify(members, undefined, 2)}\n`);
}

export const restoreManifest = (folder: string): void =>
  fs.renameSync(join(folder, 'release/package.json'), join(folder, 'package.json'));

async function release(word: string | undefined, flag: string | undefined) {
  const { url } = manifestOf(join(root, 'package.json')).repository;
  if (url.includes(PLACEHOLDER) && word === 'package' && flag !== '--allow-placeholder')
    throw new Error(
      `package.json: write the owner of the repository in place of ${PLACEHOLDER}, or add --allow-placeholder.`,
    );
  const scratch = fs.mkdtempSync(join(tmpdir(), 'botscope-release-'));
  try {
    fs.mkdirSync(folder, { recursive: true });
    const pack = ['pack', '--silent', '--pack-destination', folder];
    const made =
      word === 'executable'
        ? await executable(scratch)
        : execFileSync('npm', pack, { cwd: root, encoding: 'utf8' });
    fs.writeFileSync(join(folder, 'SHA256SUMS'), sums());
    console.log(`release/${made.trim().split('\n').at(-1)}`);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [, , word, flag] = process.argv;
  // `npm pack` runs these two before and after it.
  if (word === 'strip') stripManifest(root);
  else if (word === 'restore') restoreManifest(root);
  else await release(word, flag);
}
