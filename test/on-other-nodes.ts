import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { executableName } from '../src/build/build.ts';

// The tests on every Node that the program is for, and on the executable: `npm run test:nodes`,
// `npm run test:executable`, both with `-- <files>`. What is built has to be there.
const NODES = ['22.23.3', '24.21.0', process.versions.node];
const TOO_OLD = '20.20.2';
const EXECUTABLE = `release/${executableName}`;

const root = join(import.meta.dirname, '..');

/** The Node of this version from the registry of packages, below `folder`. */
function fetchNode(wanted: string, folder: string): string {
  if (wanted === process.versions.node) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const into = join(folder, wanted);
  const options = ['install', '--silent', '--no-save', '--prefix', into, `${name}@${wanted}`];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit' });
  return join(into, 'node_modules', name, 'bin/node');
}

/** Runs the tests, the program under test included, by this Node. Whether they passed. */
function passes(node: string, files: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--testTimeout=30000', '--maxWorkers=2', ...files];
  const path = `${dirname(node)}${delimiter}${process.env['PATH']}`;
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...env },
  });
  return status === 0;
}

function isTurnedAway(node: string): boolean {
  const { status, stderr } = spawnSync(node, [join(root, 'dist/botscope.cjs')], { encoding: 'utf8' });
  return status === 2 && stderr === `botscope needs Node 22 or newer, but this is Node ${TOO_OLD}.\n`;
}

function onNodes(files: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-nodes-'));
  try {
    const failed = NODES.filter(wanted => {
      process.stdout.write(`\nNode ${wanted}\n`);
      return !passes(fetchNode(wanted, folder), files);
    });
    return isTurnedAway(fetchNode(TOO_OLD, folder)) ? failed : [...failed, TOO_OLD];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function onExecutable(files: readonly string[]): readonly string[] {
  const env = { BOTSCOPE_UNDER_TEST: join(root, EXECUTABLE) };
  return passes(process.execPath, files, env) ? [] : [EXECUTABLE];
}

const [what, ...files] = process.argv.slice(2);
const failed = what === 'executable' ? onExecutable(files) : onNodes(files);
process.stdout.write(failed.length === 0 ? '\nAll passed.\n' : `\nFailed on ${failed.join(', ')}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
