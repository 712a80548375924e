// @module-tag program

import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { pace } from '../helpers/pace.ts';
import { nodeUnderTest } from '../helpers/program.ts';
import { blocksIn, readProjectFile } from '../helpers/project-documents.ts';

const root = join(import.meta.dirname, '../..');
const TIMEOUT = 50_000 * pace;

/** As a user has it: our packed package, the packages that its tests need, and these tests. */
let folder = '';
beforeAll(() => {
  folder = newFolder('user');
  const modules = join(folder, 'node_modules');
  for (const name of ['botscope', '.bin', '@botpress']) mkdirSync(join(modules, name), { recursive: true });
  for (const name of ['@botpress/client', '@types', 'typescript', 'vitest'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  const own = join(modules, 'botscope');
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components=1'], { cwd: folder });
  symlinkSync(join(own, 'dist/botscope.cjs'), join(modules, '.bin/botscope'));
  cpSync(join(import.meta.dirname, 'user'), folder, { recursive: true });
  const help = readProjectFile('src/help/sandbox.md');
  const [suite, stub] = blocksIn(help, 'ts');
  const list = 'expect(await client.listConversations({})).toEqual(body);';
  const more = `test('stub', async () => {\n${stub}\n${list}\n});`;
  const imports = `import { afterAll, beforeEach, expect, test } from 'vitest';`;
  writeFileSync(join(folder, 'help.spec.ts'), [imports, suite, more].join('\n'));
  writeFileSync(join(folder, 'help.py'), `${blocksIn(help, 'python')}served.communicate()\n`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

/** Runs words without spaces there, as a script of npm does. */
function run(line: string) {
  const [command = '', ...args] = line.split(' ');
  const paths = [join(folder, 'node_modules/.bin'), dirname(nodeUnderTest), process.env['PATH']];
  const env = { PATH: paths.join(delimiter), HOME: folder, NO_COLOR: '1' };
  const options = { cwd: folder, env, encoding: 'utf8', timeout: TIMEOUT } as const;
  const { stdout, stderr, status } = spawnSync(command, args, options);
  return { status, output: `${stdout}${stderr}` };
}

const VITEST = `node node_modules/vitest/vitest.mjs run --test-timeout=${TIMEOUT}`;

const PARTS: readonly (readonly [part: string, line: string, passed: string, needed?: string])[] = [
  ['with types', 'node node_modules/typescript/bin/tsc -p .', ''],
  ['as its help shows it', `${VITEST} help`, 'Tests  2 passed'],
  ['from Python, as its help shows it', 'python3 help.py', '', 'python3 --version'],
  ['as a library and as a process', `${VITEST} library`, 'Tests  11 passed'],
  ['from Python', 'python3 service.py', 'Ran 3 tests', 'python3 --version'],
  [
    'from another network namespace, as from another container',
    `unshare -rn sh containers.sh ${VITEST} container`,
    'Tests  2 passed',
    'unshare -rn ip link set lo up',
  ],
  [
    'from a page of another origin in a browser',
    `${VITEST} browser`,
    'Tests  3 passed',
    'chromium-headless-shell --version',
  ],
];

test.for(PARTS)(
  'package as a user has it: %s',
  ([part, line, passed, needed = 'node --version'], { skip }) => {
    if (run(needed).status !== 0) {
      process.stderr.write(`Skipped, as "${needed}" fails here: package ${part}.\n`);
      skip();
    }
    const { status, output } = run(line);

    expect(output).toContain(passed);
    expect(status, output).toBe(0);
  },
);
