import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { command, newState, start } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

let sandbox: Sandbox;
let env: { readonly XDG_STATE_HOME: string };
beforeEach(async () => {
  sandbox = await startSandbox({ bots: 45, ext: true });
  env = { XDG_STATE_HOME: newState() };
});
afterEach(() => sandbox.close());

const WAITING = { interval: 5, timeout: 10_000 };
const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');
const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');
const del = (...words: readonly string[]) => command(sandbox, ['bots', 'delete', ...words], { env });
const piped = (stdin: string, ...words: readonly string[]) =>
  command(sandbox, ['bots', 'delete', '--stdin', ...words], { env, stdin });

/** Everything that was kept on this machine. */
const kept = (): string =>
  readdirSync(env.XDG_STATE_HOME, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const journal = async () => {
  const { out } = await command(sandbox, ['journal', '-o', 'ndjson'], { env });
  return lines(out).map(line => JSON.parse(line));
};

async function someIds(count: number): Promise<readonly string[]> {
  const { out } = await command(sandbox, ['bots', 'ls', '-o', 'name', '--limit', String(count)]);
  return lines(out);
}

describe('one record', () => {
  test('bots delete: without --confirm it shows the record and the confirmation to type, and deletes nothing', async () => {
    const { botId } = sandbox.ids;

    const { code, out, err } = await del(botId);

    expect([code, out, deletes().length]).toEqual([2, '', 0]);
    expect(err).toContain('6 integrations installed');
    expect(err).toContain(`botscope bots delete ${botId} --confirm support-prod\n`);
  });

  test.each(['nope', '1', '', 'SUPPORT-PROD', 'support-pro'])(
    'bots delete: --confirm "%s" deletes nothing',
    async confirm => {
      const { code, out } = await del(sandbox.ids.botId, '--confirm', confirm);

      expect([code, out, deletes().length]).toEqual([2, '', 0]);
    },
  );

  test.each([
    ['its name', () => 'support-prod'],
    ['the last eight of its id', () => sandbox.ids.botId.slice(-8)],
  ])('bots delete: deletes by %s with one request, a backup and the journal', async (_what, confirm) => {
    const { botId } = sandbox.ids;

    const { code, out } = await del(botId, '--confirm', confirm());

    expect(code).toBe(0);
    expect(out).toBe(`deleted     Deleted bot support-prod (${botId}).\n`);
    expect(deletes().map(({ path }) => path)).toEqual([`/v1/admin/bots/${botId}`]);
    expect((await journal()).map(({ stage, id }) => [stage, id])).toEqual([
      ['sending', botId],
      ['deleted', botId],
    ]);
    const copies = await command(sandbox, ['trash', 'ls', '-o', 'name'], { env });
    const copy = await command(sandbox, ['trash', 'show', copies.out.trim()], { env });
    expect(JSON.parse(copy.out)).toMatchObject({ kind: 'bot', record: { id: botId, name: 'support-prod' } });
  });

  test("bots delete: a result has the response status and the fields of the explorer's report", async () => {
    const { botId } = sandbox.ids;

    const { out } = await del(botId, '--confirm', 'support-prod', '-o', 'ndjson');

    expect(JSON.parse(out)).toEqual({
      result: 'deleted',
      kind: 'bot',
      id: botId,
      name: 'support-prod',
      status: 200,
      message: `Deleted bot support-prod (${botId}).`,
      outcome: 'deleted',
      why: '',
      request: `DELETE /v1/admin/bots/${botId}`,
      scope: `x-workspace-id: ${sandbox.workspaceId}`,
      at: expect.stringMatching(/^\d{4}-/),
    });
  });

  test('bots delete: a shared name does not confirm, only the end of the id does', async () => {
    const { out } = await command(sandbox, ['bots', 'ls', '--filter', 'name:faq-bot', '-o', 'name']);
    const ids = lines(out);
    expect(ids.length).toBeGreaterThan(1);
    const [id = ''] = ids;

    const byName = await del(id, '--confirm', 'faq-bot');
    const byId = await del(id, '--confirm', id.slice(-8));

    expect(byName.code).toBe(2);
    expect(byName.err).toContain(
      `Another record has this name too. To delete it, run: botscope bots delete ${id} --confirm ${id.slice(-8)}`,
    );
    expect([byId.code, deletes().length]).toEqual([0, 1]);
  });

  test('bots delete: exits 3 for a missing record, 5 for a forbidden one', async () => {
    const { botId } = sandbox.ids;
    const none = await del('no-such-bot', '--confirm', 'uch-bot');
    const ignored = await del('no-such-bot', '--confirm', 'uch-bot', '--ignore-missing');
    sandbox.fault({ path: `/v1/admin/bots/${botId}`, status: 403 });
    const forbidden = await del(botId, '--confirm', 'support-prod');

    expect([none.code, ignored.code, forbidden.code, deletes().length]).toEqual([3, 0, 5, 0]);
    expect(none.out).toMatch(/^missing +This workspace has no such bot/);
    expect(ignored).toMatchObject({ out: expect.stringMatching(/^missing/), err: '' });
  });

  test('bots delete: --dry-run prints the request, and still reports a wrong --confirm', async () => {
    const { botId } = sandbox.ids;

    const { code, out } = await del(botId, '--dry-run');
    const json = await del(botId, '--dry-run', '-o', 'ndjson', '--confirm', 'support-prod');
    const wrong = await del(botId, '--dry-run', '--confirm', 'nope');

    expect(code).toBe(0);
    expect(out).toBe(
      `DELETE ${sandbox.url}/v1/admin/bots/${botId}  x-workspace-id: ${sandbox.workspaceId}\n`,
    );
    expect(JSON.parse(json.out)).toMatchObject({ method: 'DELETE', id: botId });
    expect(wrong.code).toBe(2);
    expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('bots delete: the environment can simulate or lock deletes', async () => {
    const { botId } = sandbox.ids;
    const words = ['bots', 'delete', botId, '--confirm', 'support-prod'];

    const dry = await command(sandbox, words, { env: { ...env, BOTSCOPE_DRY_RUN: 'yes' } });
    const locked = await command(sandbox, words, { env: { ...env, BOTSCOPE_PROTECT: 'yes' } });

    expect([dry.code, locked.code, deletes().length]).toEqual([0, 5, 0]);
    expect(dry.out).toContain(`DELETE ${sandbox.url}/v1/admin/bots/${botId}`);
    expect(locked.err).toContain('Protected');
  });

  test('bots delete: refused where it is read-only, with the origin of the setting', async () => {
    const { botId } = sandbox.ids;
    const words = ['bots', 'delete', botId, '--confirm', 'support-prod'];

    const byVariable = await command(sandbox, words, { env: { ...env, BOTSCOPE_READ_ONLY: 'yes' } });
    const byFlag = await command(sandbox, [...words, '--read-only'], { env });

    expect([byVariable.code, byFlag.code, deletes().length]).toEqual([5, 5, 0]);
    expect(byVariable.err).toContain('Set by BOTSCOPE_READ_ONLY.');
    expect(byFlag.err).toContain('Start without --read-only');
  });

  test('bots delete: -o json prints a missing confirmation as one object on standard error', async () => {
    const { code, err } = await del(sandbox.ids.botId, '--confirm', 'nope', '-o', 'json');

    expect(code).toBe(2);
    expect(JSON.parse(err).error).toEqual({
      kind: 'unconfirmed',
      message: 'Nothing was sent',
      advice: expect.stringContaining('To delete it, run: botscope bots delete'),
      exitCode: 2,
    });
  });

  test('bots delete: read-only deletes nothing, whatever is confirmed', async () => {
    const { code, err } = await del(sandbox.ids.botId, '--confirm', 'support-prod', '--read-only');

    expect([code, deletes().length]).toEqual([5, 0]);
    expect(err).toContain('Read-only');
  });

  test('bots delete: a refused delete has its exit code, the record stays, and its reason is printed once', async () => {
    sandbox.fault({ method: 'DELETE', status: 403 });

    const { code, out, err } = await del(sandbox.ids.botId, '--confirm', 'support-prod');
    const absent = await del('nope', '--confirm', 'nope');

    expect([code, absent.code, deletes().length]).toEqual([5, 3, 1]);
    expect(out).toBe('not-deleted Not deleted.\n');
    expect(`${out}${err}`.match(/403 Your token/g)).toHaveLength(1);
    expect(`${absent.out}${absent.err}`.match(/404 Not found/g)).toHaveLength(1);
  });

  test('bots delete: the confirming command names the server as the first one did', async () => {
    const { url, workspaceId } = sandbox;
    const ids = await someIds(2);
    const flags = ['--workspace-id', workspaceId, '--api-url', url];

    const one = await del(...ids.slice(0, 1), ...flags);
    const several = await del(...ids, ...flags);

    const words = `botscope --api-url ${url} --workspace-id ${workspaceId} bots delete`;
    expect(one.err).toContain(`To delete it, run: ${words} ${ids[0]} --confirm`);
    expect(several.err).toContain(`To delete them, run: ${words} … --confirm 2`);
  });

  test('bots delete: after a lost response the record is loaded; a missing one counts as deleted, and nothing is sent twice', async () => {
    sandbox.fault({ method: 'DELETE', reset: 'after' });

    const { code, out } = await del(sandbox.ids.botId, '--confirm', 'support-prod', '-o', 'ndjson');

    expect([code, deletes().length]).toEqual([0, 1]);
    expect(JSON.parse(out)).toMatchObject({
      result: 'deleted',
      message: expect.stringContaining('The response was lost'),
    });
  });

  test('bots delete: after a lost response the outcome of an existing record is unknown, with the code of the failure', async () => {
    sandbox.fault({ method: 'DELETE', status: 500 });

    const { code, out } = await del(sandbox.ids.botId, '--confirm', 'support-prod', '-o', 'ndjson');

    expect([code, deletes().length]).toEqual([7, 1]);
    expect(JSON.parse(out)).toMatchObject({ result: 'unknown', status: 500 });
  });

  test('integrations delete: works like bots delete', async () => {
    const id = sandbox.ids.integrationId;

    const { code } = await command(sandbox, ['int', 'rm', id, '--confirm', id.slice(-8)], { env });

    expect([code, deletes().map(({ path }) => path)]).toEqual([0, [`/v1/admin/integrations/${id}`]]);
  });
});

describe('a conversation', () => {
  const words = ['conversations', 'delete'];

  test('conversations delete: confirmed by the end of the id; its contents are neither shown nor stored', async () => {
    const { botId, conversationId } = sandbox.ids;
    sandbox.fault({
      method: 'DELETE',
      status: 200,
      body: { id: conversationId, message: 'canary-text' },
      carriedOut: true,
    });

    const { code, out, err } = await command(
      sandbox,
      [...words, botId, conversationId, '--confirm', conversationId.slice(-6)],
      { env },
    );

    expect([code, deletes().length]).toEqual([0, 1]);
    expect(deletes()[0]?.headers['x-bot-id']).toBe(botId);
    expect(deletes()[0]?.headers['x-workspace-id']).toBeUndefined();
    expect(out + err + kept()).not.toContain('canary-text');
    expect(kept()).toContain(conversationId);
  });

  test('conversations delete: the bot is an argument, a flag or a variable', async () => {
    const { botId, conversationId } = sandbox.ids;
    const without = await command(sandbox, [...words, conversationId], { env });
    const byFlag = await command(sandbox, [...words, conversationId, '--bot-id', botId, '--dry-run'], {
      env,
    });
    const byVariable = await command(sandbox, [...words, conversationId, '--dry-run'], {
      env: { ...env, BP_BOT_ID: botId },
    });

    expect(without.code).toBe(2);
    expect(without.err).toContain('botscope conversations delete <botId> <conversationId>');
    for (const { code, out } of [byFlag, byVariable]) {
      expect(code).toBe(0);
      expect(out).toContain(`/v1/chat/conversations/${conversationId}  x-bot-id: ${botId}`);
    }
    expect(deletes()).toHaveLength(0);
  });

  test('conversations delete: nothing else confirms it, and messages name it in words', async () => {
    const { botId, conversationId } = sandbox.ids;

    const { code, err } = await command(sandbox, [...words, botId, conversationId, '--confirm', '1'], {
      env,
    });
    const bot = await command(sandbox, ['bots', 'delete', botId, '--confirm', '1'], { env });

    expect([code, deletes().length]).toEqual([2, 0]);
    expect(err).toContain(`conversation ${conversationId} of bot ${botId}\n`);
    expect(err).toContain('"1" is not the end of its id.');
    expect(bot.err).toContain('"1" is neither its name nor the end of its id.');
  });
});

describe('a 404 for a delete', () => {
  test('bots delete: after a 404 a record that still exists is not deleted: exit code 7, also in a batch', async () => {
    const [first = '', second = ''] = await someIds(2);
    sandbox.fault({ method: 'DELETE', status: 404 });

    const one = await del(sandbox.ids.botId, '--confirm', 'support-prod', '-o', 'json');
    const two = await del(first, second, '--confirm', '2', '-o', 'json');

    expect([one.code, two.code]).toEqual([7, 1]);
    const results = [one, two].flatMap(({ out }) => JSON.parse(out).results);
    expect(results).toHaveLength(3);
    for (const result of results)
      expect(result).toMatchObject({
        result: 'not-deleted',
        status: 404,
        message: expect.stringContaining('it still exists'),
      });
    expect(JSON.parse(one.err).error).toMatchObject({ exitCode: 7, status: 404 });
    expect((await journal()).map(({ stage }) => stage)).toEqual(
      [1, 2, 3].flatMap(() => ['sending', 'not-deleted']),
    );
  });

  test('bots delete: a 404 after the request counts as done if the record is gone', async () => {
    sandbox.fault({ method: 'DELETE', status: 404, carriedOut: true });

    const { code, out } = await del(sandbox.ids.botId, '--confirm', 'support-prod', '-o', 'ndjson');

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ result: 'gone', status: 404 });
  });

  test.each([['of another bot'], ['mistyped']])(
    'conversations delete: a conversation that is %s is missing: exit code 3, or 0 with --ignore-missing',
    async which => {
      const [botId = '', other = ''] = sandbox.idsOf('bot', {});
      const id = which === 'mistyped' ? 'conv_mistyped' : sandbox.ids.conversationId;
      const words = [
        'conversations',
        'delete',
        which === 'mistyped' ? botId : other,
        id,
        '--confirm',
        id.slice(-6),
      ];

      const { code, out } = await command(sandbox, words, { env });
      const json = await command(sandbox, [...words, '-o', 'json'], { env });
      const ignored = await command(sandbox, [...words, '--ignore-missing', '-o', 'json'], { env });

      expect([code, json.code, ignored.code]).toEqual([3, 3, 0]);
      expect(out).toMatch(
        /^missing +This bot has no such conversation: deleted, mistyped, or of another bot\./,
      );
      for (const each of [json, ignored])
        expect(JSON.parse(each.out).results).toMatchObject([{ result: 'missing', status: 404, id }]);
      expect((await journal()).map(({ stage }) => stage)).toEqual(
        [1, 2, 3].flatMap(() => ['sending', 'not-deleted']),
      );
    },
  );
});

describe('several', () => {
  test('bots delete: several are deleted one by one when their number is confirmed', async () => {
    const ids = await someIds(5);

    const { code, out } = await piped(`${ids.join('\n')}\n`, '--confirm', '5', '-o', 'ndjson');

    expect(code).toBe(0);
    expect(lines(out).map(line => [JSON.parse(line).result, JSON.parse(line).id])).toEqual(
      ids.map(id => ['deleted', id]),
    );
    expect(deletes().map(({ path }) => path)).toEqual(ids.map(id => `/v1/admin/bots/${id}`));
  });

  test.each([
    ['no number', []],
    ['another number', ['--confirm', '4']],
    ['a name', ['--confirm', 'support-prod']],
    ['a number with something around it', ['--confirm', ' 5 ']],
  ])('bots delete: several are not deleted with %s', async (_what, words) => {
    const { code, out, err } = await piped((await someIds(5)).join('\n'), ...words);

    expect([code, out, deletes().length]).toEqual([2, '', 0]);
    expect(err).toContain('--confirm 5');
  });

  test('bots delete: a repeated id counts once, and one id from --stdin is confirmed by 1', async () => {
    const [id = ''] = await someIds(1);

    const wrong = await piped(`${id}\n${id}\n`, '--confirm', '2');
    const byName = await piped(id, '--confirm', 'support-prod');
    const right = await piped(`${id}\r\n\n${id}\n`, '--confirm', '1');

    expect([wrong.code, byName.code, right.code, deletes().length]).toEqual([2, 2, 0, 1]);
  });

  test('bots delete: several continue after a failure and exit 1', async () => {
    const ids = await someIds(4);
    sandbox.fault({ method: 'DELETE', path: `/v1/admin/bots/${ids[1]}`, status: 403 });
    sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${ids[2]}`, status: 500 });

    const { code, out, err } = await del(...ids, '--confirm', '4', '-o', 'ndjson');

    const results = Object.fromEntries(
      lines(out).map(line => [JSON.parse(line).id, JSON.parse(line).result]),
    );
    expect(code).toBe(1);
    expect(ids.map(id => results[id])).toEqual(['deleted', 'not-deleted', 'unsent', 'deleted']);
    expect(deletes()).toHaveLength(3);
    expect(err).toContain('2 of 4 were not deleted');
  });

  test('bots delete: missing records are failures unless --ignore-missing is given', async () => {
    const [first = '', second = ''] = await someIds(2);
    const results = (out: string) => lines(out).map(line => [JSON.parse(line).id, JSON.parse(line).result]);

    const failed = await del(first, 'no-such-bot', '--confirm', '2', '-o', 'ndjson');
    const ignored = await del(second, 'no-such-bot', '--confirm', '2', '--ignore-missing', '-o', 'ndjson');
    const none = await piped('nope\nnor-this\n', '--confirm', '2', '-o', 'ndjson');

    expect([failed.code, ignored.code, none.code]).toEqual([1, 0, 3]);
    expect(results(failed.out)).toEqual([
      ['no-such-bot', 'missing'],
      [first, 'deleted'],
    ]);
    expect(results(ignored.out)).toEqual([
      ['no-such-bot', 'missing'],
      [second, 'deleted'],
    ]);
    expect(ignored.err).not.toContain('404');
    expect(deletes()).toHaveLength(2);
  });

  test.each([[[]], [['-o', 'json']], [['-o', 'csv']]])(
    'bots delete: --dry-run reports missing records, too (%j)',
    async format => {
      const { botId } = sandbox.ids;

      const one = await del('nope', '--dry-run', ...format);
      const ignored = await del('nope', '--dry-run', '--ignore-missing', ...format);
      const part = await del(botId, 'nope', '--dry-run', ...format);
      const none = await del('nope', 'nor-this', '--dry-run', ...format);

      expect([one.code, ignored.code, part.code, none.code]).toEqual([3, 0, 1, 3]);
      for (const { out } of [one, ignored, part, none]) {
        expect(out).toContain('missing');
        expect(out).toContain('This workspace has no such bot: deleted, mistyped, or of another workspace.');
      }
      expect(deletes()).toHaveLength(0);
    },
  );

  test('bots delete: several are not started with a rejected token', async () => {
    const ids = await someIds(3);
    sandbox.fault({ method: 'GET', path: '/v1/admin/bots/{id}', status: 401 });

    const { code } = await del(...ids, '--confirm', '3');

    expect([code, deletes().length]).toEqual([4, 0]);
  });

  test('bots delete: several stop at a failure that all would meet, and report it', async () => {
    const ids = await someIds(4);
    sandbox.fault({ method: 'DELETE', status: 401 });

    const { code, out, err } = await del(...ids, '--confirm', '4', '-o', 'ndjson');

    expect([code, lines(out).length, deletes().length]).toEqual([1, 1, 1]);
    expect(err).toContain('4 of 4 were not deleted');
    expect(err).toContain('unauthorised');
  });

  test('bots delete: a signal stops several after the running one', async () => {
    const ids = await someIds(4);
    const stopping = new AbortController();

    const { code, err } = await command(sandbox, ['bots', 'delete', ...ids, '--confirm', '4'], {
      env,
      signal: stopping.signal,
      onWrite: () => {
        stopping.abort();
        return true;
      },
    });

    expect(code).toBe(130);
    expect(deletes().length).toBeLessThan(4);
    expect(err).toMatch(/Stopped: \d deleted or gone, 0 failed, \d not sent\./);
    const stages = (await journal()).map(({ stage }) => stage);
    expect(stages.filter(stage => stage === 'sending')).toHaveLength(deletes().length);
    expect(stages.filter(stage => stage === 'deleted')).toHaveLength(deletes().length);
  });

  test('bots delete: a signal stops a DELETE that waits for the end of a 429, and it is not sent', async () => {
    const ids = await someIds(3);
    sandbox.fault({ method: 'DELETE', status: 429, headers: { 'retry-after': '30' }, times: 1 });
    const stopping = new AbortController();

    const running = command(sandbox, ['bots', 'delete', ...ids, '--confirm', '3'], {
      env,
      signal: stopping.signal,
    });
    // The journal has the second delete before it waits.
    await vi.waitUntil(() => kept().match(/"stage":"sending"/g)?.length === 2, WAITING);
    stopping.abort();
    const { code, out, err } = await running;

    expect([code, deletes().length]).toEqual([130, 1]);
    expect(lines(out)).toHaveLength(1);
    expect(err).toContain('Stopped: 0 deleted or gone, 1 failed, 2 not sent.');
    expect((await journal()).map(({ stage, sent }) => [stage, sent])).toEqual([
      ['sending', undefined],
      ['not-deleted', undefined],
      ['sending', undefined],
      ['not-deleted', false],
    ]);
  });

  test('bots delete: several stop when the reader is gone, and report how many were not sent', async () => {
    const ids = await someIds(3);

    const { code } = await command(sandbox, ['bots', 'delete', ...ids, '--confirm', '3'], {
      env,
      onWrite: () => false,
    });

    expect([code, deletes().length]).toEqual([1, 1]);
  });
});

test('bots delete: nothing is sent for a record with another id, and bots get does not print it', async () => {
  const { botId } = sandbox.ids;
  sandbox.fault({
    method: 'GET',
    path: `/v1/admin/bots/${botId}`,
    body: { bot: { id: 'x', name: 'other' } },
  });

  const one = await del(botId, '--confirm', 'other', '-o', 'json');
  const read = await command(sandbox, ['bots', 'get', botId], { env });

  expect([one.code, read.code, deletes().length]).toEqual([7, 7, 0]);
  expect(JSON.parse(one.out).results).toMatchObject([{ result: 'unsent', id: botId }]);
  for (const { err } of [one, read]) expect(err).toContain('it is another record');
  expect(read.out).toBe('');
});

describe('a slow answer at the prompt', () => {
  /** Answers each prompt after some seconds; `meanwhile` happens during the first. */
  async function answered(
    seconds: number,
    meanwhile: () => unknown,
    ids: readonly string[] = [sandbox.ids.botId],
  ) {
    let now = Date.now();
    const questions: string[] = [];
    const result = await command(sandbox, ['bots', 'delete', ...ids], {
      env,
      now: () => now,
      answer: async question => {
        questions.push(question);
        now += seconds * 1000;
        if (questions.length === 1) meanwhile();
        return /^Type (.+?)(, the end of its id,)? to /.exec(question)?.[1] ?? '';
      },
    });
    return { ...result, questions };
  }
  const edit = (changes: object) => () => sandbox.put('bot', { id: sandbox.ids.botId, ...changes });
  const reads = () => sandbox.requests.filter(({ path }) => path.endsWith(`/bots/${sandbox.ids.botId}`));

  test.each([
    { what: 'quick, the record is read once', seconds: 20, changes: { name: 'LIVE' }, prompts: 1 },
    { what: 'slow, the record is read again and deleted', seconds: 40, changes: {}, prompts: 1 },
    {
      what: 'slow, a new time of change alone is no change',
      seconds: 40,
      changes: { updatedAt: '2026-11-20T00:00:00Z' },
      prompts: 1,
    },
    { what: 'slow, a changed record is confirmed anew', seconds: 40, changes: { name: 'LIVE' }, prompts: 2 },
  ])('bots delete: if the answer is $what', async ({ seconds, changes, prompts }) => {
    const { code, err, questions } = await answered(seconds, edit(changes));

    expect([code, deletes().length, questions.length]).toEqual([0, 1, prompts]);
    expect(reads().filter(({ method }) => method === 'GET')).toHaveLength(seconds < 30 ? 1 : prompts + 1);
    expect(err.includes('changed since the check: name. Confirm anew.')).toBe(prompts === 2);
    if (prompts === 2) expect(questions[1]).toContain('LIVE');
  });

  test('bots delete: if the record cannot be read again after a slow answer, nothing is sent', async () => {
    const { code, out } = await answered(40, () => sandbox.fault({ method: 'GET', status: 500 }));

    expect([code, deletes().length]).toEqual([7, 0]);
    expect(out).toContain('unsent');
  });

  test('bots delete: several records are read again, too, and confirmed anew', async () => {
    const ids = await someIds(3);
    const { code, err, questions } = await answered(40, edit({ alwaysAlive: true, name: 'new' }), ids);

    expect([code, deletes().length]).toEqual([0, 3]);
    expect(questions).toEqual(['Type delete 3 to confirm: ', 'Type delete 3 to confirm: ']);
    expect(err).toContain('changed since the check: name');
  });
});

test('bots delete: sends nothing if the journal cannot be written', async () => {
  const { botId } = sandbox.ids;

  const { code, out } = await command(sandbox, ['bots', 'delete', botId, '--confirm', 'support-prod'], {
    env: { XDG_STATE_HOME: '/dev/null' },
  });

  expect([code, deletes().length]).toEqual([1, 0]);
  expect(out).toContain('Nothing was sent');
});

test.each([
  [['bots', 'delete']],
  [['bots', 'delete', 'a', '--stdin', '--confirm', '1']],
  [['bots', 'delete', '..', '--confirm', '..']],
  [['bots', 'delete', '--stdin', '--confirm', '0']],
])('bots delete: %j is a usage error, and nothing is sent', async words => {
  const { code, out } = await command(sandbox, words, { env, stdin: '\n' });

  expect([code, out, sandbox.requests.length]).toEqual([2, '', 0]);
});

test.each([
  ['trash ls', 'trash', (path: string) => writeFileSync(path, '')],
  ['trash show x.json', 'trash', (path: string) => writeFileSync(path, '')],
  ['journal', 'journal.ndjson', (path: string) => mkdirSync(path)],
] as const)(
  '%s: files that cannot be read are an error with exit code 1, as the explorer words it',
  async (words, name, block) => {
    const folder = newState();
    mkdirSync(join(folder, 'botscope'));
    block(join(folder, 'botscope', name));

    const { code, out, err } = await command(sandbox, words.split(' '), { env: { XDG_STATE_HOME: folder } });

    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^botscope: Cannot read the records of this machine: .+\n {2}botscope doctor .+\n$/);
  },
);

test('journal: a line that is no entry is counted, and the command ends with 8', async () => {
  const folder = newState();
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'journal.ndjson'), '{"torn":\n');

  const { code, err } = await command(sandbox, ['journal'], { env: { XDG_STATE_HOME: folder } });

  expect([code, err]).toEqual([8, expect.stringContaining('1 line')]);
});

test('trash ls: --limit 1 prints the newest backup', async () => {
  const folder = newState();
  const trash = join(folder, 'botscope', 'trash', '2026-11-21');
  mkdirSync(trash, { recursive: true });
  for (const name of ['bot-c.091407.json', 'bot-a.091409.json', 'bot-b.091408.json'])
    writeFileSync(join(trash, name), '{}');

  const { out } = await command(sandbox, ['trash', 'ls', '--limit', '1', '-o', 'name'], {
    env: { XDG_STATE_HOME: folder },
  });

  expect(out).toBe('2026-11-21/bot-a.091409.json\n');
});

test('trash ls: the name of a file, which trash show takes, is whole at any width', async () => {
  const env = { XDG_STATE_HOME: newState() };
  const { botId } = sandbox.ids;
  await command(sandbox, ['bots', 'delete', botId, '--confirm', 'support-prod'], { env });
  const { out: name } = await command(sandbox, ['trash', 'ls', '-o', 'name'], { env });

  for (const width of [40, 80, 160]) {
    const { out } = await command(sandbox, ['trash', 'ls'], { env, width });
    expect(out).toContain(name.trim());
  }
});

test('delete --dry-run: a wrong confirmation prints the command that confirms the dry run', async () => {
  const { botId } = sandbox.ids;
  const { code, err } = await command(sandbox, ['bots', 'delete', botId, '--dry-run', '--confirm', 'wrong']);

  expect(code).toBe(2);
  expect(err).toMatch(
    new RegExp(`To simulate it, run: botscope .*${botId} --dry-run --confirm support-prod`),
  );
});

test('journal, trash ls: incomplete if --limit leaves something out', async () => {
  await del(...(await someIds(2)), '--confirm', '2');

  for (const [words, count] of [
    [['journal'], 4],
    [['trash', 'ls'], 2],
  ] as const) {
    const part = await command(sandbox, [...words, '--limit', '1', '-o', 'json'], { env });
    const all = await command(sandbox, [...words, '--limit', `${count}`, '-o', 'json'], { env });
    expect(JSON.parse(part.out)).toMatchObject({
      complete: false,
      missing: `${count - 1} older ones left out because of --limit.`,
    });
    expect(JSON.parse(all.out).complete).toBe(true);
    expect([part.code, all.code]).toEqual([0, 0]);
  }
});

test('trash ls: names the outcome of each delete, unknown while the journal has none', async () => {
  const [first = '', second = '', third = ''] = await someIds(3);
  sandbox.fault({ method: 'DELETE', path: `/v1/admin/bots/${second}`, status: 403 });
  await del(first, second, third, '--confirm', '3');
  const outcomes = async () => {
    const { out } = await command(sandbox, ['trash', 'ls', '-o', 'ndjson'], { env });
    const rows: readonly Record<string, unknown>[] = lines(out).map(line => JSON.parse(line));
    return rows.map(({ record, outcome, status }) => [record, outcome, status]);
  };

  const all = await outcomes();
  expect(all).toHaveLength(3);
  expect(all).toEqual(
    expect.arrayContaining([
      [first, 'deleted', 200],
      [second, 'not-deleted', 403],
      [third, 'deleted', 200],
    ]),
  );

  // As if the program had been killed before the response to the last DELETE.
  const file = join(env.XDG_STATE_HOME, 'botscope', 'journal.ndjson');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/.*\n$/, ''));
  expect(await outcomes()).toContainEqual([third, 'unknown', null]);
  writeFileSync(file, '');
  expect(await outcomes()).toContainEqual([third, null, null]);
});

test('trash show: shows no other file', async () => {
  const { code, out } = await command(sandbox, ['trash', 'show', '../journal.ndjson'], { env });

  expect([code, out]).toEqual([2, '']);
});

test('bots delete: a batch without a reader stops before its next DELETE, and the journal has the unsent ones', {
  tags: 'program',
}, async () => {
  const env = { XDG_STATE_HOME: newState() };
  const list = await command(sandbox, ['bots', 'ls', '-o', 'json']);
  const owned: readonly { id: string }[] = JSON.parse(list.out).bots;
  const ids = owned.map(({ id }) => id).slice(0, 10);
  const { child, ended } = start(sandbox, ['bots', 'delete', ...ids, '--confirm', `${ids.length}`], env);
  child.stdout.once('data', () => child.stdout.destroy());

  const { code, err } = await ended;

  const sent = sandbox.requests.filter(({ method }) => method === 'DELETE').length;
  const entries: { stage: string; sent?: boolean }[] = readFileSync(
    join(env.XDG_STATE_HOME, 'botscope/journal.ndjson'),
    'utf8',
  )
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(sent).toBeLessThan(ids.length);
  expect(entries.filter(({ stage }) => stage === 'sending')).toHaveLength(sent);
  expect(entries.filter(entry => entry.stage === 'not-deleted' && entry.sent === false)).toHaveLength(
    ids.length - sent,
  );
  expect(code).toBe(1);
  expect(err).toContain(`The output was closed: ${ids.length - sent} deletes were not sent.`);
});
