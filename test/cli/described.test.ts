import { expect, test } from 'vitest';
import { operation } from '../../src/api/operation.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { bot } from '../../src/resources/bot.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { count, id, text } from '../../src/resources/field.ts';
import { documentedOperations, resources } from '../../src/resources/registry.ts';
import { defineResource, type RecordAction, type Resource } from '../../src/resources/resource.ts';
import { safe } from '../../src/text/sanitise.ts';
import { command } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const VERBS = { list: 'ls', read: 'get', delete: 'delete' } as const;

/** The commands of a kind as `noun verb`. */
const commandsOf = (kinds: readonly Resource[]): readonly string[] =>
  commandRows(kinds).flatMap(({ name, below }) => below.map(each => `${name} ${each.name}`));

test('commands: every operation of the specification has one', () => {
  const names = commandsOf(resources);

  for (const { resource, operation: each } of documentedOperations) {
    const verb = VERBS[each.id.split('.')[1] as keyof typeof VERBS];
    expect(names).toContain(`${resource.plural.toLowerCase()} ${verb}`);
  }
});

test('commands: no two have the same name', () => {
  const words = commandRows(resources).flatMap(({ name, aliases }) => [name, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

test('commands: a ninth operation becomes a command automatically', async () => {
  const list = operation({
    id: 'conversation.list',
    method: 'GET',
    area: 'chat',
    path: '/conversations',
    response: { shape: 'page', key: 'conversations' },
  });
  const listed = { ...conversation, list };
  const kinds = resources.map(each => (each.kind === listed.kind ? listed : each));
  const sandbox = await startSandbox({
    operations: [...documentedOperations, { resource: listed, operation: list }],
  });
  const { botId, conversationId } = sandbox.ids;

  const { code, out } = await command(sandbox, ['conversations', 'ls', botId, '-o', 'name'], {
    resources: kinds,
  });
  await sandbox.close();

  expect(commandsOf(resources)).not.toContain('conversations ls');
  expect(code).toBe(0);
  expect(out.split('\n')).toContain(conversationId);
});

test('cli: a POST on a record is a command with confirmation and dry run, from nothing but its description', async () => {
  const restart: RecordAction = {
    verb: 'restart',
    operation: operation({
      id: 'bot.restart',
      method: 'POST',
      area: 'admin',
      path: '/bots/{botId}/restart',
      response: { shape: 'nothing' },
    }),
    consequence: safe`the bot: running conversations are interrupted.`,
    idEnd: 8,
    notes: [],
  };
  const restarted = { ...bot, actions: [...bot.actions, restart] };
  const kinds = resources.map(each => (each.kind === restarted.kind ? restarted : each));
  const sandbox = await startSandbox({
    operations: [...documentedOperations, { resource: restarted, operation: restart.operation }],
  });
  const run = (words: readonly string[]) =>
    command(sandbox, ['bots', 'restart', sandbox.ids.botId, ...words], { resources: kinds });
  const end = sandbox.ids.botId.slice(-8);
  const path = `/v1/admin/bots/${sandbox.ids.botId}/restart`;

  const asked = await run([]);
  // The answer at the prompt is late, and the record cannot be read again.
  let time = Date.now();
  const late = await command(sandbox, ['bots', 'restart', sandbox.ids.botId], {
    resources: kinds,
    now: () => time,
    answer: async () => {
      time += 60_000;
      sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${sandbox.ids.botId}`, status: 403, times: 1 });
      return end;
    },
  });
  const rehearsed = await run(['--dry-run']);
  const done = await run(['--confirm', end]);
  const elsewhere = await command(sandbox, ['bots', 'restart', 'nowhere', '--confirm', 'nowhere'], {
    resources: kinds,
  });
  await sandbox.close();
  const posts = sandbox.requests.filter(({ method }) => method === 'POST');

  expect(commandsOf(resources)).not.toContain('bots restart');
  expect([asked.code, late.code, rehearsed.code, done.code, elsewhere.code]).toEqual([2, 5, 0, 0, 3]);
  expect(asked.err).toContain('restarts the bot: running conversations are interrupted.');
  expect(asked.err).toContain('To restart it, run: botscope bots restart');
  expect(rehearsed.out).toContain(`dry run: POST ${path}`);
  expect(done.out).toMatch(/^restart: bot /);
  expect(posts.map(post => [post.path, post.status])).toEqual([[path, 200]]);
});

test('commands: a sixth kind gets its commands from its description alone', async () => {
  const path = '/bots/{botId}/notes';
  const note = defineResource({
    kind: 'note',
    title: safe`Note`,
    plural: safe`Notes`,
    aliases: ['notes', 'n'],
    ids: ['botId', 'noteId'],
    fields: { id, title: text, size: count },
    columns: [{ title: safe`TITLE`, field: 'title', width: 20, rank: 1 }],
    sections: [],
    nameField: 'title',
    list: operation({
      id: 'note.list',
      method: 'GET',
      area: 'admin',
      path,
      response: { shape: 'page', key: 'notes' },
    }),
    read: operation({
      id: 'note.read',
      method: 'GET',
      area: 'admin',
      path: `${path}/{noteId}`,
      response: { shape: 'record', key: 'note' },
    }),
    diagnose: ({ size }) => ({
      findings: size === undefined ? [] : [{ tone: 'bad', text: safe`it has a size` }],
      unchecked: [],
    }),
    children: [],
  });
  const entries = [note.list, note.read].flatMap(each =>
    each === undefined ? [] : [{ resource: note, operation: each }],
  );
  const sandbox = await startSandbox({ operations: [...documentedOperations, ...entries] });
  const { botId } = sandbox.ids;
  const kinds = [...resources, note];

  const list = await command(sandbox, ['n', 'ls', botId, '-o', 'ndjson', '--limit', '2'], {
    resources: kinds,
  });
  const records = list.out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  const one = await command(sandbox, ['note', 'get', botId, records[0]?.id, '-o', 'json'], {
    resources: kinds,
  });
  const ill = await command(sandbox, ['notes', 'diagnose', botId, records[0]?.id], { resources: kinds });
  await sandbox.close();

  expect(commandsOf(kinds)).toEqual(
    expect.arrayContaining(['notes ls', 'notes get', 'notes diagnose', 'notes health']),
  );
  expect(commandsOf(kinds)).not.toContain('notes delete');
  expect(records).toHaveLength(2);
  expect(JSON.parse(one.out)).toEqual(records[0]);
  expect(ill.code).toBe(1);
  expect(ill.out).toContain('it has a size');
});
