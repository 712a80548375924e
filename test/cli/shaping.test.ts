import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCsv } from '../formats/read-csv.ts';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { run as runProgram } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });
const { commands, run, expectRows } = commandsOn(sandbox);

type Bot = {
  readonly id: string;
  readonly name?: string;
  readonly updatedAt?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly integrations?: Readonly<Record<string, { readonly status?: string }>>;
};

/** Full records of the first bots, secrets masked. */
async function wholeBots(count: number): Promise<readonly Bot[]> {
  const ids = linesOf((await run('bots ls -o id')).out).slice(0, count);
  const { out } = await run(`bots get ${ids.join(' ')} -o ndjson`);
  return linesOf(out).map(line => JSON.parse(line));
}

test('--columns: a path selects an inner value, and * every entry, in every format', async () => {
  const bots = await wholeBots(4);
  const PATHS = ['name', 'tags.env', 'integrations.*.status'];
  const wanted = bots.map(({ name = null, tags, integrations = {} }) => ({
    name,
    'tags.env': tags?.['env'] ?? null,
    'integrations.*.status': Object.values(integrations).map(({ status }) => status ?? null),
  }));
  const printed = async (format: string): Promise<string> => {
    const { code, out, err } = await run(`bots ls --columns ${PATHS.join(',')} --limit 4 -o ${format}`);
    expect([code, err]).toEqual([0, '']);
    return out;
  };

  const [json = '', yaml = '', ndjson = '', csv = '', md = '', table = ''] = await Promise.all(
    ['json', 'yaml', 'ndjson', 'csv', 'md', 'table'].map(printed),
  );

  expect(JSON.parse(json).bots).toEqual(wanted);
  expect(parse(yaml).bots).toEqual(wanted);
  expect(linesOf(ndjson).map(line => JSON.parse(line))).toEqual(wanted);
  expect(readCsv(csv)).toEqual([
    PATHS,
    ...wanted.map(bot => [
      bot.name ?? '',
      bot['tags.env'] ?? '',
      JSON.stringify(bot['integrations.*.status']),
    ]),
  ]);
  const [head, rule, ...rows] = linesOf(md).filter(line => line.startsWith('|'));
  expect([head, rule]).toEqual(['| NAME | TAGS.ENV | INTEGRATIONS.\\*.STATUS |', '| --- | --- | --- |']);
  expect(rows).toHaveLength(4);
  for (const [at, bot] of wanted.entries()) {
    const cells = [bot.name, bot['tags.env'] ?? '-', bot['integrations.*.status'].join(', ') || '-'];
    expect(rows[at]?.replaceAll('\\', '')).toBe(`| ${cells.join(' | ')} |`);
    expect(linesOf(table)[at + 1]?.split(/ {2,}/)).toEqual(cells);
  }
});

test('--columns: what a path leads to is masked like the whole record', async () => {
  const words = 'bots ls --columns integrations.*.configuration,configuration.data --limit 3';
  const open = await run(`${words} -o json --show-secrets`);
  const secrets = [...open.out.matchAll(/"(?:botToken|apiKey)": "([^"]+)"/g)].map(([, value = '']) => value);

  expect(secrets.length).toBeGreaterThan(1);
  await expectRows([words, 0, not(...secrets)], [`${words} -o json`, 0, not(...secrets)]);
});

test('--sort-by: orders all pages by a field or path before --limit cuts them, unset values last', async () => {
  const all = await wholeBots(100);
  const sorted = async (words: string): Promise<readonly string[]> => {
    const { code, out } = await run(`bots ls -o id --sort-by ${words}`);
    expect(code).toBe(0);
    return linesOf(out);
  };
  const keyed = (key: (bot: Bot) => string | undefined) => all.map(bot => [bot.id, key(bot)] as const);
  const byKey = (key: (bot: Bot) => string | undefined, sign: 1 | -1): readonly string[] => {
    const rows = keyed(key);
    const set = rows.filter(([, value]) => value !== undefined && value !== '');
    const rest = rows.filter(row => !set.includes(row));
    const compare = (a = '', b = ''): number => (a === b ? 0 : a < b ? -sign : sign);
    return [...set.toSorted(([, a], [, b]) => compare(a, b)), ...rest].map(([id]) => id);
  };

  expect(await sorted('name')).toEqual(byKey(({ name }) => name?.toLowerCase(), 1));
  expect(await sorted('-updatedAt --limit 5')).toEqual(byKey(({ updatedAt }) => updatedAt, -1).slice(0, 5));
  expect(await sorted('tags.env')).toEqual(byKey(({ tags }) => tags?.['env'], 1));
  const missing = expect.stringContaining('--limit 3');
  await expectRows(['bots ls --sort-by name --limit 3 -o json', 0, { complete: false, missing }]);
});

test('output: -o id and -o name print ids, --no-headers and -o=json do what they say', async () => {
  const names = (await wholeBots(2)).map(({ name }) => name);
  const NAMES = 'bots ls --limit 2 --columns name --no-headers';

  await expectRows(
    ['bots ls --limit 2 -o id', 0, '$bots2\n'],
    ['bots ls --limit 2 -o name', 0, '$bots2\n'],
    [NAMES, 0, `${names.join('\n')}\n`],
    [`${NAMES} -o csv`, 0, `${names.join('\r\n')}\r\n`],
    ['bots ls --limit 2 -o=json', 0, { bots: [{}, {}] }],
    [
      'bots ls --limit 2 --columns name,tags.none -o text',
      0,
      `${names.join('\t\n')}\t\n`,
      /: no record has tags\.none\n$/,
    ],
    ['bots get $botId --columns name -o text', 0, 'support-prod\n', ''],
    ['bots ls --limit 1 --json name', 0, '[\n  {\n    "name": "support-prod"\n  }\n]\n'],
  );
});

test('--color: colours follow the flag, not the pipe or the variable', { tags: 'program' }, async () => {
  const health = 'bots ls --columns name,health --limit 3 --color';
  const piped = (when: string) =>
    runProgram(sandbox, `${health} ${when}`.split(' '), { env: { NO_COLOR: '1' } });

  const [auto, always] = await Promise.all([piped('auto'), piped('always')]);
  const never = await run(`${health} never`, { width: 100, hasColours: true });

  expect(auto.out + never.out).not.toContain('\u001b');
  expect(always.out).toContain('\u001b[31m');
});

commands('bots ls: an unknown field or colour is a usage error before any request', [
  ['bots ls --columns tag.env', 2, '', 'Did you mean tags?'],
  ['bots ls --columns tags..env', 2, '', 'unknown field "tags..env"'],
  ['bots ls --json nmae', 2, '', /Did you mean name\? One of: id, /],
  ['bots ls --json id -o yaml', 2, '', 'leave -o and --columns out'],
  ['bots ls --sort-by nope', 2, '', '--sort-by: unknown field "nope"'],
  ['bots ls --color blue', 2, '', 'One of: auto, always, never.'],
  { all: 0 },
]);
