import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { allRows } from '../../src/cli/arguments/arguments.ts';
import type { CommandRow } from '../../src/cli/arguments/parse.ts';
import { parseSettings } from '../../src/config/config-file.ts';
import { openSnapshots, snapshotFolderName } from '../../src/storage/record-folders.ts';
import { execFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { settingsEnv } from '../helpers/home.ts';
import { programInShell } from '../helpers/program.ts';
import {
  blocksIn,
  commandsIn,
  readProjectFile,
  scriptsIn,
  userDocuments,
} from '../helpers/project-documents.ts';
import { commandLine, envOf, newState, parsed, start } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';

/** More ids than the examples hand on by standard input. */
const BOTS = 60;
const sandbox = sandboxPerTest({ bots: BOTS, ext: true });

const pathsBelow = (row: CommandRow, above: readonly string[] = []): readonly (readonly string[])[] => [
  [...above, row.name],
  ...row.below.flatMap(each => pathsBelow(each, [...above, row.name])),
];
const PATHS = [[], ['serve'], ...allRows(commandLine).flatMap(row => pathsBelow(row))];

/** The lines below "Examples:" in a help, without the remarks behind them. */
function examplesIn(help: string): readonly string[] {
  const [, below = ''] = help.split('\nExamples:\n');
  return (below.split('\n\n')[0] ?? '')
    .split('\n')
    .map(line => line.trim().split(/ {2,}/)[0] ?? '')
    .filter(line => line.includes('botscope'));
}

const EXAMPLES = [...new Set(PATHS.flatMap(path => examplesIn(parsed([...path, '--help']).out)))];

function filled(example: string): string {
  const { botId, integrationId, issueId, conversationId } = sandbox.ids;
  const values: Readonly<Record<string, string>> = {
    botId,
    integrationId,
    issueId,
    conversationId,
    workspaceId: sandbox.workspaceId,
    id: botId,
    name: example.includes('integrations') ? 'whatsapp' : 'support-prod',
    'end of id': conversationId.slice(-6),
    topic: 'keys',
    file: '$backup',
  };
  return example
    .replace('wkspace_01J…', sandbox.workspaceId)
    .replace(/[<[]([\w ]+)[>\]]/g, (all, name: string) => values[name] ?? all);
}

function wordsOf(example: string): readonly string[] {
  const [, line = ''] = /botscope ?(.*?)(?:\)| (?:<|>|\||\|\|) .*)?$/.exec(filled(example)) ?? [];
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Ids of 40 conversations, one a line. */
const fortyIds = (): string =>
  Array.from({ length: 40 }, (_, at) => `${sandbox.ids.conversationId.slice(0, -2)}${at + 10}`).join('\n');

test.each(EXAMPLES)('examples: valid arguments: %s', example => {
  const { request, err } = parsed(wordsOf(example));

  expect(err).toBe('');
  expect(request).not.toMatchObject({ code: 2 });
});

/** Commands of the papers that no test runs, and why. */
const NOT_RUN: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm ci && npm (start|test)$|^npm run test:full$/, 'they install this project and run this test'],
  [/^npm install --global/, 'test/build/package.test.ts installs the package, into a folder of its own'],
  [/^npm run build:package /, 'test/build/package.test.ts packs; this one also writes the folder release'],
  [/^npm run build:executable$/, 'takes 111 MB and a download; npm run test:executable needs it'],
  [/^(BENCH_ROUNDS=5 )?npm run bench/, 'takes minutes; test/bench/smoke.test.ts runs a part'],
  [/\bssh( -t)? host\b/, 'needs a second machine'],
  [/^sha256sum --check/, 'needs what npm run build:package has written'],
  [/^botscope login$/, 'needs a terminal; test/journeys/login.test.ts'],
  [/^botscope bots delete <botId>$/, 'asks for the name at a terminal; test/cli/confirm.test.ts answers'],
  [/^export BP_/, 'the reader has to put in values'],
  [/^npx node dist\/botscope\.cjs$/, 'the program under test, by another name'],
];
const reasonFor = (text: string): string | undefined => NOT_RUN.find(([pattern]) => pattern.test(text))?.[1];

/** All commands that a person can copy from the papers or the help. */
const COPIED = [
  ...new Set([...EXAMPLES, ...userDocuments.flatMap(paper => commandsIn(readProjectFile(paper)))]),
];

/** The words of an example; a file of records that it reads exists. */
function wordsWithFiles(text: string): readonly string[] {
  const path = join(newFolder('examples'), 'records.yaml');
  writeFileSync(path, 'bot:\n  - { id: night-desk-1, name: night-desk }\n');
  return wordsOf(text).map(word => (/^(incident|mine)\.yaml$/.test(word) ? path : word));
}

/** Brings about the condition that an example waits for. */
function meetCondition(text: string): void {
  const { botId: id } = sandbox.ids;
  if (text.includes('--for health=ok')) sandbox.put('bot', { id, integrations: {}, recurringEvents: {} });
  if (text.includes('--for delete')) sandbox.fault({ path: `/v1/admin/bots/${id}`, status: 404 });
}

/** The end of a command, or the output of the explorer or sandbox before it was stopped. */
async function outcomeOf(text: string): Promise<{ readonly code: number; readonly shown: string }> {
  const words = wordsWithFiles(text);
  const { mode } = parsed(words).request;
  if (mode === 'explore') {
    const terminal = await openTerminal({ flags: words, env: envOf(sandbox) });
    const shown = words.includes('--records') ? /night-desk[\s\S]*help/ : /^ botscope [\s\S]*help/m;
    await terminal.waitFor(shown).finally(() => terminal.close());
    return { code: 0, shown: 'the explorer' };
  }
  if ((mode === 'serve' && !words.includes('--records-schema')) || words.includes('watch')) {
    const { child, ended, out } = start(mode === 'serve' ? undefined : sandbox, words);
    await vi.waitUntil(() => /"baseUrl"|summary/.test(out()), { timeout: 15_000 });
    child.kill('SIGTERM');
    return { code: (await ended).code, shown: out() };
  }
  meetCondition(text);
  return inShell(text);
}

function stateWithSnapshot(): string {
  const folder = newState();
  const { url, workspaceId, ids } = sandbox;
  const name = snapshotFolderName(url, workspaceId);
  const snapshots = openSnapshots(join(folder, 'botscope', name), () => undefined);
  snapshots.save({
    place: `bot/${ids.botId}`,
    at: 1,
    text: JSON.stringify({ id: ids.botId, name: 'before' }),
  });
  snapshots.flush();
  return folder;
}

/** Runs a command by a shell, in a folder with the files that the examples read; `<file>` is a backup. */
function inShell(text: string): Promise<{ readonly code: number; readonly shown: string }> {
  const folder = newFolder('examples');
  for (const file of ['ids.txt', 'stale.txt']) writeFileSync(join(folder, file), `${fortyIds()}\n`);
  // A baseline without findings.
  writeFileSync(join(folder, 'health.txt'), '');
  const { url, workspaceId: workspace, ids } = sandbox;
  const script = [
    `botscope() { ${programInShell} "$@"; }`,
    text.includes('<file>')
      ? `botscope integrations delete ${ids.integrationId} --confirm ${ids.integrationId.slice(-8)}; backup=$(botscope trash ls -o name)`
      : '',
    // The script of another shell is only printed.
    filled(text).replace(/^source <\((.+)\).*$|^(.+) \| source$/, '$1$2'),
  ].join('\n');
  const env = {
    ...process.env,
    ...envOf(sandbox),
    HOME: folder,
    XDG_STATE_HOME: stateWithSnapshot(),
    ...settingsEnv(JSON.stringify({ profiles: { prod: { url, workspace, token_env: 'BP_TOKEN' } } })),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  };
  return new Promise(resolve => {
    execFile('bash', ['-c', script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), shown: stdout + stderr }),
    );
  });
}

test('examples: each reason not to run one is needed', () => {
  for (const [pattern] of NOT_RUN)
    expect(
      COPIED.some(text => pattern.test(text)),
      String(pattern),
    ).toBe(true);
  expect(COPIED.length).toBeGreaterThan(60);
});

test.each(COPIED.filter(text => reasonFor(text) === undefined))(
  'examples: runs without an error: %s',
  { tags: 'program' },
  async text => {
    const { code, shown } = await outcomeOf(text);

    // Health and deletes may find a problem (1), a record may be missing (3) or unreadable (8).
    expect([0, 1, 3, 8], shown).toContain(code);
  },
);

const SCRIPTS = userDocuments.flatMap(paper => scriptsIn(readProjectFile(paper)));

test('examples: jobs of GitHub Actions and GitLab, and a shell script, run in a shell', {
  tags: 'program',
}, async () => {
  const runs = SCRIPTS.map(script => script.split('\n').filter(line => !/^npm install --global /.test(line)));

  const [shell, github, gitlab] = await Promise.all(runs.map(lines => inShell(lines.join('\n'))));

  expect(SCRIPTS).toHaveLength(3);
  // The sandbox has bots with problems.
  expect([shell?.code, github?.code, gitlab?.code]).toEqual([0, 1, 1]);
  expect(shell?.shown).toContain('warning');
  expect(github?.shown).toContain(
    '::error title=invalid_auth%3A the bot token was revoked%3A 1+ bots::support-prod',
  );
  expect(gitlab?.shown).toMatch(/\d+ problems and \d+ warnings in \d+ of \d+ bots\.\n$/);
});

const YAML = userDocuments.flatMap(paper => blocksIn(readProjectFile(paper), 'yaml'));

test.each(YAML.filter(text => scriptsIn(`\`\`\`yaml\n${text}\`\`\``).length === 0))(
  'examples: block %# of YAML in the help is accepted by what reads it',
  async text => {
    const data = parse(text) as {
      readonly services?: Record<string, { command: string }>;
      readonly bot?: [];
    };
    const path = join(newFolder('examples'), 'block.yaml');
    writeFileSync(path, text);

    if (data.services !== undefined)
      for (const { command: line } of Object.values(data.services))
        expect(parsed(line.split(' '))).toMatchObject({ request: { mode: 'serve' }, err: '' });
    else if (Array.isArray(data)) await (await startSandbox({ faults: path })).close();
    else if (data.bot !== undefined) await (await startSandbox({ records: path })).close();
    else expect(await parseSettings(text)).toMatchObject({ problems: [], profileProblems: [] });
  },
);
