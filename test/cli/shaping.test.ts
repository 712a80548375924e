import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCsv } from '../formats/read-csv.ts';
import { command, run } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 45, pageSize: 15 });

type Bot = {
  readonly id: string;
  readonly name?: string;
  readonly updatedAt?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly integrations?: Readonly<Record<string, { readonly status?: string }>>;
};

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

/** Full records of the first bots, secrets masked. */
async function wholeBots(count: number): Promise<readonly Bot[]> {
  const listed = await command(sandbox, ['bots', 'ls', '-o', 'id']);
  const ids = lines(listed.out).slice(0, count);
  const { out } = await command(sandbox, ['bots', 'get', ...ids, '-o', 'ndjson']);
  return lines(out).map(line => JSON.parse(line));
}

test('--columns: a path selects an inner value, and * every entry, in every format', {
  tags: 'program',
}, async () => {
  const bots = await wholeBots(4);
  const PATHS = ['name', 'tags.env', 'integrations.*.status'];
  const wanted = bots.map(({ name = null, tags, integrations = {} }) => ({
    name,
    'tags.env': tags?.['env'] ?? null,
    'integrations.*.status': Object.values(integrations).map(({ status }) => status ?? null),
  }));
  const printed = async (format: string): Promise<string> => {
    const words = ['bots', 'ls', '--columns', PATHS.join(','), '--limit', '4', '-o', format];
    const { code, out, err } = await run(sandbox, words);
    expect([code, err]).toEqual([0, '']);
    return out;
  };

  const [json = '', yaml = '', ndjson = '', csv = '', md = '', table = ''] = await Promise.all(
    ['json', 'yaml', 'ndjson', 'csv', 'md', 'table'].map(printed),
  );

  expect(JSON.parse(json).bots).toEqual(wanted);
  expect(parse(yaml).bots).toEqual(wanted);
  expect(lines(ndjson).map(line => JSON.parse(line))).toEqual(wanted);
  expect(readCsv(csv)).toEqual([
    PATHS,
    ...wanted.map(bot => [
      bot.name ?? '',
      bot['tags.env'] ?? '',
      JSON.stringify(bot['integrations.*.status']),
    ]),
  ]);
  const [head, rule, ...rows] = lines(md).filter(line => line.startsWith('|'));
  expect([head, rule]).toEqual(['| NAME | TAGS.ENV | INTEGRATIONS.\\*.STATUS |', '| --- | --- | --- |']);
  expect(rows).toHaveLength(4);
  for (const [at, bot] of wanted.entries()) {
    const cells = [bot.name, bot['tags.env'] ?? '-', bot['integrations.*.status'].join(', ') || '-'];
    expect(rows[at]?.replaceAll('\\', '')).toBe(`| ${cells.join(' | ')} |`);
    expect(lines(table)[at + 1]?.split(/ {2,}/)).toEqual(cells);
  }
});

test('--columns: what a path leads to is masked like the whole record', async () => {
  const words = [
    'bots',
    'ls',
    '--columns',
    'integrations.*.configuration,configuration.data',
    '--limit',
    '3',
  ];

  const [table, json, open] = await Promise.all([
    command(sandbox, words),
    command(sandbox, [...words, '-o', 'json']),
    command(sandbox, [...words, '-o', 'json', '--show-secrets']),
  ]);

  const secrets = [...open.out.matchAll(/"(?:botToken|apiKey)": "([^"]+)"/g)].map(([, value = '']) => value);
  expect(secrets.length).toBeGreaterThan(1);
  for (const secret of secrets) expect(table.out + json.out).not.toContain(secret);
});

test('--sort-by: orders all pages by a field or path before --limit cuts them, unset values last', async () => {
  const all = await wholeBots(100);
  const sorted = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, out } = await command(sandbox, ['bots', 'ls', '-o', 'id', ...words]);
    expect(code).toBe(0);
    return lines(out);
  };
  const keyed = (key: (bot: Bot) => string | undefined): readonly (readonly [string, string | undefined])[] =>
    all.map(bot => [bot.id, key(bot)] as const);
  const byKey = (key: (bot: Bot) => string | undefined, sign: 1 | -1): readonly string[] => {
    const rows = keyed(key);
    const set = rows.filter(([, value]) => value !== undefined && value !== '');
    const rest = rows.filter(row => !set.includes(row));
    const compare = (a = '', b = ''): number => (a === b ? 0 : a < b ? -sign : sign);
    return [...set.toSorted(([, a], [, b]) => compare(a, b)), ...rest].map(([id]) => id);
  };

  expect(await sorted('--sort-by', 'name')).toEqual(byKey(({ name }) => name?.toLowerCase(), 1));
  expect(await sorted('--sort-by', '-updatedAt', '--limit', '5')).toEqual(
    byKey(({ updatedAt }) => updatedAt, -1).slice(0, 5),
  );
  expect(await sorted('--sort-by', 'tags.env')).toEqual(byKey(({ tags }) => tags?.['env'], 1));
  const cut = await command(sandbox, ['bots', 'ls', '--sort-by', 'name', '--limit', '3', '-o', 'json']);
  expect(JSON.parse(cut.out)).toMatchObject({
    complete: false,
    missing: expect.stringContaining('--limit 3'),
  });
});

test('output: -o id and -o name print ids, --no-headers and -o=json do what they say', async () => {
  const ids = sandbox.idsOf('bot', {}).slice(0, 2);
  const out = async (...words: readonly string[]): Promise<string> =>
    (await command(sandbox, ['bots', 'ls', '--limit', '2', ...words])).out;

  const names = (await wholeBots(2)).map(({ name }) => name);
  expect(lines(await out('-o', 'id'))).toEqual(ids);
  expect(lines(await out('-o', 'name'))).toEqual(ids);
  expect(lines(await out('--columns', 'name', '--no-headers'))).toEqual(names);
  expect(readCsv(await out('--columns', 'name', '--no-headers', '-o', 'csv'))).toEqual(
    names.map(name => [name]),
  );
  expect(JSON.parse(await out('-o=json')).bots).toHaveLength(2);
});

test('--color and --quiet: colours follow the flag, not the pipe; remarks go, errors stay', {
  tags: 'program',
}, async () => {
  const health = ['bots', 'ls', '--columns', 'name,health', '--limit', '3'];

  const [auto, always] = await Promise.all(
    ['auto', 'always'].map(when => run(sandbox, [...health, '--color', when], { env: { NO_COLOR: '1' } })),
  );
  const never = await command(sandbox, [...health, '--color', 'never'], { width: 100, hasColours: true });
  const absent = ['integrations', 'get', 'intver_none'];
  const [loud, quiet] = await Promise.all([
    command(sandbox, absent),
    command(sandbox, [...absent, '--quiet']),
  ]);

  expect(auto?.out).not.toContain('\u001b');
  expect(always?.out).toContain('\u001b[31m');
  expect(never.out).not.toContain('\u001b');
  expect([loud?.code, quiet?.code]).toEqual([3, 3]);
  expect(loud?.err).toContain('public hub');
  expect(quiet?.err).not.toContain('public hub');
  expect(quiet?.err).toContain('404');
});

test.each([
  [['--columns', 'tag.env'], 'Did you mean tags?'],
  [['--columns', 'tags..env'], 'unknown field "tags..env"'],
  [['--sort-by', 'nope'], '--sort-by: unknown field "nope"'],
  [['--color', 'blue'], 'One of: auto, always, never.'],
])('bots ls: %j is a usage error before any request', async (words, said) => {
  const before = sandbox.requests.length;

  const { code, out, err } = await command(sandbox, ['bots', 'ls', ...words]);

  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(said);
  expect(sandbox.requests).toHaveLength(before);
});
