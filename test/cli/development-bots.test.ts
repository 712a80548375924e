import { expect, test } from 'vitest';
import { listen } from '../api/test-client.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { walk } from '../sandbox/request-sandbox.ts';

const sandbox = sandboxPerTest({ bots: 60, pageSize: 10 });

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');
const paths = () => sandbox.requests.map(({ path }) => path);
const idsOf = async (query: string): Promise<readonly string[]> => {
  const items = await walk(sandbox, query);
  return items.map(({ id }) => id);
};

test('bots ls: lists only production bots and sends no undocumented parameter', async () => {
  const { out } = await command(sandbox, ['bots', 'ls', '-o', 'name']);
  const sent = paths();

  expect(lines(out)).toEqual(await idsOf(''));
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.join()).not.toContain('dev');
});

test('bots ls --dev: lists only development bots, all pages', async () => {
  const { code, out } = await command(sandbox, ['bots', 'ls', '--dev', '-o', 'name']);
  const sent = paths();

  expect([code, lines(out)]).toEqual([0, await idsOf('dev=true')]);
  expect(sent[0]).toBe('/v1/admin/bots?dev=true');
  expect(sent.length).toBeGreaterThan(1);
  for (const path of sent.slice(1)) expect(path).toMatch(/^\/v1\/admin\/bots\?dev=true&nextToken=/);
});

test('bots ls --with-dev: lists production bots, then development bots', async () => {
  const { code, out } = await command(sandbox, ['bots', 'ls', '--with-dev', '-o', 'json']);

  const { complete, bots } = JSON.parse(out);
  expect([code, complete]).toEqual([0, true]);
  expect(bots.map(({ id }: { id: string }) => id)).toEqual([
    ...(await idsOf('')),
    ...(await idsOf('dev=true')),
  ]);
});

test('bots ls: the filter dev:true uses the list of development bots and reads no bot', async () => {
  const dev = await walk(sandbox, 'dev=true');
  const before = paths().length;

  const { out } = await command(sandbox, ['bots', 'ls', '--filter', 'dev:true', '-o', 'name']);
  const some = await command(sandbox, ['bots', 'ls', '--filter', 'bot dev:true', '-o', 'name']);

  expect(lines(out)).toEqual(dev.map(({ id }) => id));
  const called = dev.filter(({ name }) => String(name).includes('bot')).map(({ id }) => id);
  expect(lines(some.out)).toEqual(expect.arrayContaining(called));
  expect(lines(some.out).length).toBeLessThan(dev.length);
  for (const path of paths().slice(before)) expect(path).toMatch(/^\/v1\/admin\/bots\?dev=true/);
});

test('bots ls --with-dev: --limit counts over both lists and reports that more may be available', async () => {
  const production = await idsOf('');

  const { out } = await command(sandbox, [
    ...['bots', 'ls', '--with-dev', '-o', 'json', '--limit', String(production.length)],
  ]);

  const { missing, bots } = JSON.parse(out);
  expect(bots).toHaveLength(production.length);
  expect(missing).toContain('More may be available');
});

test('bots health --dev: diagnoses only development bots', async () => {
  const { code, out } = await command(sandbox, ['bots', 'health', '--dev', '-o', 'ndjson']);

  const ids = lines(out).map(line => JSON.parse(line).id);
  expect([0, 1]).toContain(code);
  expect(ids.toSorted()).toEqual((await idsOf('dev=true')).toSorted());
});

test.each([
  [['bots', 'ls', '--dev']],
  [['bots', 'ls', '--with-dev']],
  [['bots', 'ls', '--filter', 'dev:true']],
  [['bots', 'health', '--with-dev']],
])('bots ls --strict: %j exits 2 with the reason and sends nothing', async words => {
  const { code, out, err } = await command(sandbox, [...words, '--strict']);

  expect([code, out, sandbox.requests.length]).toEqual([2, '', 0]);
  expect(err).toContain('dev=true is an undocumented parameter: --strict refuses it.');
});

test.each([[['--dev', '--with-dev']], [['--with-dev', '--filter', 'dev:true']]])(
  'development bots: %j contradict each other: exit code 2, and nothing is sent',
  async flags => {
    const { code, err } = await command(sandbox, ['bots', 'ls', ...flags]);

    expect([code, sandbox.requests.length]).toEqual([2, 0]);
    expect(err).toContain('--with-dev selects both lists');
  },
);

test('--dev: other kinds do not have it', async () => {
  const { code, err } = await command(sandbox, ['issues', 'ls', 'b1', '--dev']);

  expect(code).toBe(2);
  expect(err).toContain("unknown option '--dev'");
});

test('bots ls --with-dev: a bot of both lists is printed once, because a server may ignore dev', async () => {
  const body = JSON.stringify({ bots: [{ id: 'b1' }, { id: 'b2' }, { name: 'no id' }], meta: {} });
  const server = await listen((_request, response) => response.end(body));

  const { code, out } = await command(server, ['bots', 'ls', '--with-dev', '-o', 'ndjson']);
  await server.close();

  // The list is incomplete, as one record has no id.
  expect(code).toBe(8);
  expect(lines(out).map(line => JSON.parse(line).id)).toEqual(['b1', 'b2', undefined, undefined]);
});
