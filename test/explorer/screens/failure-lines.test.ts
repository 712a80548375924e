import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { failureLines } from '../../../src/explorer/screens/failure/failure-lines.ts';
import { noLoginOptions } from '../../../src/explorer/state/login.ts';
import type { Failure, SentRequest } from '../../../src/failure.ts';
import { bot } from '../../../src/resources/bot.ts';
import { MASK } from '../../../src/resources/field.ts';
import { integration } from '../../../src/resources/integration.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import { clean, safe } from '../../../src/text/sanitise.ts';
import { SERVER } from '../../helpers/fake-explorer.ts';
import { hostileText, INVISIBLE } from '../../text/hostile.ts';

const SENT: SentRequest = {
  method: 'GET',
  path: '/v1/admin/bots/b1',
  baseUrl: 'https://api.example.org',
  scope: { header: 'x-workspace-id', value: 'wkspace_1' },
  at: 0,
  ms: 190,
  tries: 1,
};

const screen = (failure: Failure, resource: Resource = bot, width = 80): string =>
  failureLines({ failure, server: SERVER, width, resource, keymap: {}, loginOptions: noLoginOptions })
    .map(joinLine)
    .join('\n');

describe('content', () => {
  test('failure: shows what happened, the request and what to do', () => {
    const text = screen({ kind: 'not-found', sent: SENT, detail: safe`no such bot`, errorId: safe`err_7` });

    expect(text).toContain('404 Not found');
    expect(text).toMatch(/GET \/v1\/admin\/bots\/b1 +190 ms at \d\d:\d\d:\d\d/);
    expect(text).toMatch(/message +no such bot/);
    expect(text).toMatch(/error id +err_7/);
    expect(text).toMatch(/address +https:\/\/api.example.org +from BP_API_URL/);
    expect(text).toMatch(/x-workspace-id +wkspace_1 +from --workspace-id/);
    expect(text).toContain('What you can do');
    expect(text).toContain('Esc goes back, r tries again.');
  });

  test('failure: shows the number of tries only if there were several', () => {
    expect(screen({ kind: 'unreadable', sent: SENT })).not.toContain('tries');
    expect(screen({ kind: 'unreadable', sent: { ...SENT, tries: 2 } })).toContain('2 tries');
  });

  test('failure: shows the target of a redirect', () => {
    expect(
      screen({ kind: 'redirected', status: 302, to: safe`https://login.example.org`, sent: SENT }),
    ).toMatch(/points to +https:\/\/login.example.org/);
  });

  test('failure: wraps long messages of the server', () => {
    const text = screen({ kind: 'rejected', status: 400, detail: clean('word '.repeat(60)) }, bot, 60);

    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(text.match(/word/g)).toHaveLength(60);
  });

  test('failure: shows no request when none was sent', () => {
    expect(screen({ kind: 'bad-id', detail: safe`the id is empty` })).not.toContain('What was sent');
  });

  test('failure: explains a 404 of an integration by the public hub', () => {
    expect(screen({ kind: 'not-found', sent: SENT }, integration)).toContain('public hub');
    expect(screen({ kind: 'forbidden', sent: SENT }, integration)).not.toContain('public hub');
    expect(screen({ kind: 'not-found', sent: SENT }, bot)).not.toContain('public hub');
  });

  test('failure: shows no origin for a bot id in the chat API', () => {
    const scope = { header: 'x-bot-id', value: 'b1' };

    expect(screen({ kind: 'unauthorised', sent: { ...SENT, scope } })).toMatch(/x-bot-id +b1 *(\n|$)/);
  });
});

describe('token', () => {
  test('failure: shows the end of the token after a 401', () => {
    expect(screen({ kind: 'unauthorised', sent: SENT })).toMatch(/token +•••• 43 characters/);
  });

  test.each<Failure>([
    { kind: 'forbidden' },
    { kind: 'not-found' },
    { kind: 'server-error', status: 500 },
    { kind: 'timed-out', timeoutMs: 1 },
    { kind: 'unreachable', reached: true },
    { kind: 'unreadable' },
  ])('failure: masks the whole token for %j', failure => {
    const text = screen({ ...failure, sent: SENT });

    expect(text).not.toContain('wxyz');
    expect(text).toContain(MASK);
  });
});

test('failure: hostile paths, ids and messages are shown without invisible characters', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.integer({ min: 1, max: 100 }), (evil, words, width) => {
      const sent = { ...SENT, path: evil, baseUrl: evil, scope: { header: 'x-bot-id', value: evil } };

      const text = screen({ kind: 'unauthorised', sent, detail: clean(words) }, bot, width);

      expect(text.replaceAll('\n', '')).not.toMatch(INVISIBLE);
    }),
  );
});

test('failure: is shown without a server, too', () => {
  const about = { server: undefined, width: 80, resource: bot, keymap: {}, loginOptions: noLoginOptions };
  const lines = failureLines({ failure: { kind: 'no-connection' }, ...about });

  expect(lines.map(joinLine).join('\n')).toContain('BP_TOKEN');
});
