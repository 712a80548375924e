import { expect, test } from 'vitest';
import { serverOf } from '../api/test-client.ts';
import { commandsOn, linesOf, ndjson } from '../helpers/command-rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { walk } from '../sandbox/request-sandbox.ts';

const sandbox = sandboxPerTest({ bots: 60, pageSize: 10 });
const { commands, run, expectRows, expectRowsAt } = commandsOn(sandbox);

const paths = () => sandbox.requests.map(({ path }) => path);
const idsOf = async (query: string): Promise<readonly string[]> =>
  (await walk(sandbox, query)).map(({ id }) => id);
const textOf = (ids: readonly string[]): string => ids.map(id => `${id}\n`).join('');

test('bots ls --with-dev: lists production bots, then development bots, and --limit counts over both', async () => {
  const production = await idsOf('');
  const all = [...production, ...(await idsOf('dev=true'))];

  await expectRows(
    ['bots ls --with-dev -o json', 0, { complete: true, bots: all.map(id => ({ id })) }],
    [
      `bots ls --with-dev -o json --limit ${production.length}`,
      0,
      { missing: expect.stringContaining('More may be available'), bots: production.map(id => ({ id })) },
    ],
  );
});

test('bots ls: the filter dev:true uses the list of development bots and reads no bot', async () => {
  const dev = await walk(sandbox, 'dev=true');
  const before = paths().length;

  await expectRows(['bots ls --filter dev:true -o name', 0, textOf(dev.map(({ id }) => id))]);
  const some = linesOf((await run("bots ls --filter 'bot dev=true' -o name")).out);

  const called = dev.filter(({ name }) => String(name).includes('bot')).map(({ id }) => id);
  expect(some).toEqual(expect.arrayContaining(called));
  expect(some.length).toBeLessThan(dev.length);
  for (const path of paths().slice(before)) expect(path).toMatch(/^\/v1\/admin\/bots\?dev=true/);
});

test('bots health --dev: diagnoses only development bots', async () => {
  const { code, out } = await run('bots health --dev -o ndjson');

  const ids = linesOf(out).map(line => JSON.parse(line).id);
  expect([0, 1]).toContain(code);
  expect(ids.toSorted()).toEqual((await idsOf('dev=true')).toSorted());
});

const REFUSED = 'dev=true is an undocumented parameter: --strict refuses it.';
const BOTH = '--with-dev selects both lists';
commands('development bots: --strict refuses them, and flags that contradict each other send nothing', [
  ['bots ls --dev --strict', 2, '', REFUSED],
  ['bots ls --with-dev --strict', 2, '', REFUSED],
  ['bots ls --filter dev:true --strict', 2, '', REFUSED],
  ['bots health --with-dev --strict', 2, '', REFUSED],
  ['bots ls --dev --with-dev', 2, '', BOTH],
  ['bots ls --with-dev --filter dev:true', 2, '', BOTH],
  // Other kinds do not have it.
  ['issues ls b1 --dev', 2, '', "unknown option '--dev'"],
  { all: 0 },
]);

test('bots ls --with-dev: a bot of both lists is printed once, because a server may ignore dev', async () => {
  const at = await serverOf({ bots: [{ id: 'b1' }, { id: 'b2' }, { name: 'no id' }], meta: {} });

  // The list is incomplete, as one record has no id.
  const printed = ndjson({ id: 'b1' }, { id: 'b2' }, { name: 'no id' }, { name: 'no id' });
  await expectRowsAt(at, ['bots ls --with-dev -o ndjson', 8, printed]);
});
