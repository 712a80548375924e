import { expect, onTestFinished, test } from 'vitest';
import { type Operation, operation } from '../../src/api/operation.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { bot } from '../../src/resources/bot.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { count, flag, id, map, object, text } from '../../src/resources/field.ts';
import { documentedOperations, resources } from '../../src/resources/registry.ts';
import { defineResource, type RecordAction, type Resource } from '../../src/resources/resource.ts';
import { safe } from '../../src/text/sanitise.ts';
import { linesOf } from '../helpers/command-rows.ts';
import { command } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { requestPage, requestSandbox } from '../sandbox/request-sandbox.ts';

const commandsOf = (kinds: readonly Resource[]): readonly string[] =>
  commandRows(kinds).flatMap(({ name, below }) => below.map(each => `${name} ${each.name}`));

/** A sandbox for the present test that serves another kind, or a changed one, and its commands. */
async function served(resource: Resource, ...operations: readonly Operation[]) {
  const others = resources.filter(({ kind }) => kind !== resource.kind);
  const kinds = [...others, resource];
  const sandbox = await startSandbox({
    operations: [...documentedOperations, ...operations.map(operation => ({ resource, operation }))],
  });
  onTestFinished(sandbox.close);
  const run = (words: readonly string[], options: Parameters<typeof command>[2] = {}) =>
    command(sandbox, words, { resources: kinds, ...options });
  return { sandbox, run, names: commandsOf(kinds) };
}

test('commands: a ninth operation becomes a command automatically', async () => {
  const list = operation({
    id: 'conversation.list',
    method: 'GET',
    area: 'chat',
    path: '/conversations',
    response: { shape: 'page', key: 'conversations' },
  });
  const { sandbox, run } = await served({ ...conversation, list }, list);
  const { botId, conversationId } = sandbox.ids;

  const { code, out } = await run(['conversations', 'ls', botId, '-o', 'name']);

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
  const { sandbox, run } = await served({ ...bot, actions: [...bot.actions, restart] }, restart.operation);
  const { botId } = sandbox.ids;
  const end = botId.slice(-8);
  const path = `/v1/admin/bots/${botId}/restart`;

  const asked = await run(['bots', 'restart', botId]);
  // The answer at the prompt is late, and the record cannot be read again.
  let time = Date.now();
  const late = await run(['bots', 'restart', botId], {
    now: () => time,
    answer: async () => {
      time += 60_000;
      sandbox.fault(`GET /v1/admin/bots/${botId} 403 times=1`);
      return end;
    },
  });
  const rehearsed = await run(['bots', 'restart', botId, '--dry-run']);
  const done = await run(['bots', 'restart', botId, '--confirm', end]);
  const elsewhere = await run(['bots', 'restart', 'nowhere', '--confirm', 'nowhere']);
  const posts = sandbox.requests.filter(({ method }) => method === 'POST');

  expect(commandsOf(resources)).not.toContain('bots restart');
  expect([asked.code, late.code, rehearsed.code, done.code, elsewhere.code]).toEqual([2, 5, 0, 0, 3]);
  expect(asked.err).toContain('restarts the bot: running conversations are interrupted.');
  expect(asked.err).toContain('To restart it, run: botscope bots restart');
  expect(rehearsed.out).toContain(`dry run: POST ${path}`);
  expect(done.out).toMatch(/^restart: bot /);
  expect(posts.map(post => [post.path, post.status])).toEqual([[path, 200]]);
});

test('commands: a sixth kind is served and gets its commands from its description alone', async () => {
  const path = '/bots/{botId}/notes';
  const shared = { method: 'GET', area: 'admin' } as const;
  const list = operation({ ...shared, id: 'note.list', path, response: { shape: 'page', key: 'notes' } });
  const read = operation({
    ...shared,
    ...{ id: 'note.read', path: `${path}/{noteId}`, response: { shape: 'record', key: 'note' } },
  });
  const note = defineResource({
    kind: 'note',
    title: safe`Note`,
    plural: safe`Notes`,
    aliases: ['notes', 'n'],
    ids: ['botId', 'noteId'],
    fields: { id, title: text, size: count, isRead: flag, tags: map(), from: object({ name: text }) },
    columns: [{ title: safe`TITLE`, field: 'title', width: 20, rank: 1 }],
    sections: [],
    nameField: 'title',
    list,
    read,
    diagnose: ({ size }) => ({
      findings: size === undefined ? [] : [{ tone: 'bad', text: safe`it has a size` }],
      unchecked: [],
    }),
    children: [],
  });
  const remove = operation({
    ...{ ...shared, method: 'DELETE', id: 'note.remove', path: `${path}/{noteId}` },
    response: { shape: 'deleted' },
  });
  const { sandbox, run, names } = await served(note, list, read, remove);
  const { botId } = sandbox.ids;

  const listed = await run(['n', 'ls', botId, '-o', 'ndjson', '--limit', '2']);
  const records = linesOf(listed.out).map(line => JSON.parse(line));
  const one = await run(['note', 'get', botId, records[0]?.id, '-o', 'json']);
  const ill = await run(['notes', 'diagnose', botId, records[0]?.id]);

  expect(names).toEqual(expect.arrayContaining(['notes ls', 'notes get', 'notes diagnose', 'notes health']));
  expect(names).not.toContain('notes delete');
  expect(records).toHaveLength(2);
  expect(JSON.parse(one.out)).toEqual(records[0]);
  expect(ill.code).toBe(1);
  expect(ill.out).toContain('it has a size');

  const below = `/v1/admin/bots/${botId}/notes`;
  const removed = await requestSandbox(sandbox, `${below}/${records[0]?.id}`, { method: 'DELETE' });
  expect(removed.json).toEqual({
    ...{ id: expect.stringMatching(/^note_/), createdAt: expect.any(String), updatedAt: expect.any(String) },
    ...{ title: expect.any(String), size: expect.any(Number), isRead: expect.any(Boolean) },
    ...{ tags: {}, from: { name: expect.any(String) } },
  });
  expect((await requestPage(sandbox, below, 'notes')).items[0]).toEqual(records[1]);
});
