import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArguments, rowsOf } from '../../src/cli/arguments/arguments.ts';
import type { CommandRow } from '../../src/cli/arguments/command-row.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { exitCodes } from '../../src/cli/errors.ts';
import { resources } from '../../src/resources/registry.ts';
import { serveFlags } from '../../src/sandbox/serve-options.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { command } from '../helpers/run-cli.ts';

/** More ids than the examples hand on by standard input. */
const BOTS = 60;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ bots: BOTS });
});
afterEach(() => sandbox.close());

type Parsed = {
  readonly request: ReturnType<typeof readArguments>;
  readonly out: string;
  readonly err: string;
};

function parse(argv: readonly string[]): Parsed {
  let [out, err] = ['', ''];
  const request = readArguments(argv, {
    version: '0.0.0',
    serve: serveFlags,
    commands: commandRows(resources),
    exitCodes,
    write: text => {
      out += text;
    },
    writeError: text => {
      err += text;
    },
  });
  return { request, out, err };
}

const pathsBelow = (row: CommandRow, above: readonly string[] = []): readonly (readonly string[])[] => [
  [...above, row.name],
  ...row.below.flatMap(each => pathsBelow(each, [...above, row.name])),
];
const PATHS = [
  [],
  ['serve'],
  ...rowsOf({ commands: commandRows(resources) }).flatMap(row => pathsBelow(row)),
];

/** The lines below "Examples:" in a help, without the remarks behind them. */
function examplesIn(help: string): readonly string[] {
  const [, below = ''] = help.split('\nExamples:\n');
  return (below.split('\n\n')[0] ?? '')
    .split('\n')
    .map(line => line.trim().split(/ {2,}/)[0] ?? '')
    .filter(line => line.includes('botscope'));
}

const EXAMPLES = [...new Set(PATHS.flatMap(path => examplesIn(parse([...path, '--help']).out)))];

/** The words of an example as a shell hands them on, with real ids in the place of those in angles. */
function wordsOf(example: string): readonly string[] {
  const { botId, integrationId, issueId, conversationId } = sandbox.examples;
  const values: Readonly<Record<string, string>> = {
    botId,
    integrationId,
    issueId,
    conversationId,
    workspaceId: sandbox.workspaceId,
    id: botId,
    name: example.includes('integrations') ? 'whatsapp' : 'support-prod',
    'end of id': conversationId.slice(-6),
  };
  const [, line = ''] = /botscope ?(.*?)(?:\)| < .*| \| .*)?$/.exec(example) ?? [];
  const filled = line.replace(/[<[]([\w ]+)[>\]]/g, (all, name: string) => values[name] ?? all);
  return [...filled.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe('an example of the help', () => {
  test('is there for every command', () => {
    expect(EXAMPLES.length).toBeGreaterThan(25);
    expect(EXAMPLES).toContain('botscope conversations delete <botId> --stdin --confirm 40 < ids.txt');
  });

  test.each(EXAMPLES)('is understood: %s', example => {
    const { request, err } = parse(wordsOf(example));

    expect(err).toBe('');
    expect(request).not.toMatchObject({ code: 2 });
  });

  test.each(EXAMPLES.filter(example => !example.includes('trash show')))(
    'is no wrong use of its command: %s',
    async example => {
      const argv = wordsOf(example);
      if (parse(argv).request.mode !== 'command') return;
      const ids = Array.from(
        { length: 40 },
        (_, at) => `${sandbox.examples.conversationId.slice(0, -2)}${at + 10}`,
      );

      const { code, err } = await command(sandbox, argv, { stdin: ids.join('\n') });

      expect(code, err).not.toBe(2);
    },
  );
});

test('a bot that is named by the flag and as a word is meant once', async () => {
  const { botId, issueId } = sandbox.examples;

  const twice = await command(sandbox, ['issues', 'get', botId, issueId, '--bot-id', botId, '-o', 'name']);
  const once = await command(sandbox, ['issues', 'get', issueId, '--bot-id', botId, '-o', 'name']);
  const none = await command(sandbox, ['issues', 'get', botId, '--bot-id', botId]);
  const list = await command(sandbox, ['issues', 'ls', botId, '--bot-id', botId, '--ext', '-o', 'name']);

  expect([twice.code, twice.out]).toEqual([0, `${issueId}\n`]);
  expect(once).toEqual(twice);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('Which issue?')]);
  expect(list.code).not.toBe(2);
});
