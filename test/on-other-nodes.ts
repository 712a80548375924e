import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { executableName } from '../src/build/build.ts';

// Runs the tests on every supported Node or on the executable: `npm run test:nodes`, `npm run
// test:executable`, both with `-- <files>`. Needs a build.
const NODES = ['22.23.3', process.versions.node, '26.10.0'];
const TOO_OLD = '20.20.2';
const EXECUTABLE = `release/${executableName}`;
/** Imported by every test that starts the program under test. */
const STARTS_IT = 'test/helpers/program.ts';

const root = join(import.meta.dirname, '..');

/** Installs a version of Node from the package registry below `folder`; returns its path. */
function fetchNode(wanted: string, folder: string): string {
  if (wanted === process.versions.node) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const into = join(folder, wanted);
  const options = ['install', '--silent', '--no-save', '--prefix', into, `${name}@${wanted}`];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit' });
  return join(into, 'node_modules', name, 'bin/node');
}

type Report = { readonly testResults: readonly { readonly name: string; readonly status: string }[] };

/**
 * Runs tests and the program under test on a Node; `words`: `run` with files, or `related` with a file.
 * Returns the failed files, or one sentence if vitest itself failed.
 */
function failedIn(
  node: string,
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly string[] {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const settings = ['--config=test/vitest.config.ts'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const path = `${dirname(node)}${delimiter}${process.env['PATH']}`;
  const { status, signal } = spawnSync(node, [vitest, ...words, ...settings, ...reporters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...env },
  });
  const nothing: Report = { testResults: [] };
  const { testResults }: Report = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothing;
  const failed = testResults.filter(each => each.status === 'failed').map(({ name }) => relative(root, name));
  const isGood = status === 0 && testResults.length > 0;
  const how = `vitest ended with ${signal ?? status} after ${testResults.length} files`;
  return failed.length > 0 || isGood ? failed : [how];
}

function isTurnedAway(node: string): boolean {
  const { status, stderr } = spawnSync(node, [join(root, 'dist/botscope.cjs')], { encoding: 'utf8' });
  return status === 2 && stderr === `botscope needs Node 22 or newer, but this is Node ${TOO_OLD}.\n`;
}

/** The sandbox is a library for this Node, too. */
const hasSandbox = (node: string): boolean =>
  spawnSync(node, ['test/sandbox/user/program.cjs'], { cwd: root, encoding: 'utf8' }).stdout === 'mine';

function onNodes(files: readonly string[], folder: string) {
  const found = NODES.map(wanted => {
    process.stdout.write(`\nNode ${wanted}\n`);
    const node = fetchNode(wanted, folder);
    return { where: `Node ${wanted}`, failed: failedIn(node, folder, ['run', ...files]) };
  });
  const old = fetchNode(TOO_OLD, folder);
  const failed = [
    ...(isTurnedAway(old) ? [] : ['it is not told that it is too old']),
    ...(hasSandbox(old) ? [] : ['botscope/sandbox does not work']),
  ];
  return [...found, { where: `Node ${TOO_OLD}`, failed }];
}

/** Without files: all tests that start the program under test. */
function onExecutable(files: readonly string[], folder: string) {
  const words = files.length > 0 ? ['run', ...files] : ['related', '--run', STARTS_IT];
  const env = { BOTSCOPE_UNDER_TEST: join(root, EXECUTABLE) };
  return [{ where: EXECUTABLE, failed: failedIn(process.execPath, folder, words, env) }];
}

const [what, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'botscope-nodes-'));
try {
  const found = what === 'executable' ? onExecutable(files, folder) : onNodes(files, folder);
  const lines = found.flatMap(({ where, failed }) => failed.map(file => `${where}: ${file}\n`));
  process.stdout.write(lines.length === 0 ? '\nAll passed.\n' : `\nFailed:\n${lines.join('')}`);
  process.exitCode = lines.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
