import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standardKeys } from '../../../src/explorer/commands/registry.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { failureLines } from '../../../src/explorer/screens/failure/failure-lines.ts';
import { initialState } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import type { Failure, SentRequest } from '../../../src/failure.ts';
import { bot } from '../../../src/resources/bot.ts';
import { MASK } from '../../../src/resources/field.ts';
import { integration } from '../../../src/resources/integration.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import { clean, safe } from '../../../src/text/sanitise.ts';
import { SERVER } from '../../helpers/fake-explorer.ts';
import { forAll } from '../../helpers/property.ts';
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

function screen(failure: Failure, resource: Resource = bot, columns = 80): string {
  const state = withChange(initialState(SERVER, { columns, rows: 24 }, 0), {
    user: { keymap: standardKeys },
  });
  return failureLines(failure, resource, state).map(joinLine).join('\n');
}

const REDIRECT = {
  kind: 'redirected',
  status: 302,
  to: safe`https://login.example.org`,
  sent: SENT,
} as const;
const CHAT = { ...SENT, scope: { header: 'x-bot-id', value: 'b1' } };

const HUB = 'public hub';
const NO_HUB = /^(?!.*public hub)/s;

test.each<readonly [string, string, ...(string | RegExp)[]]>([
  [
    'what happened, the request and what to do',
    screen({ kind: 'not-found', sent: SENT, detail: safe`no such bot`, errorId: safe`err_7` }),
    '404 Not found',
    /GET \/v1\/admin\/bots\/b1 +190 ms at \d\d:\d\d:\d\d/,
    /message +no such bot/,
    /error id +err_7/,
    /address +https:\/\/api.example.org +from BP_API_URL/,
    /x-workspace-id +wkspace_1 +from --workspace-id/,
    'What you can do',
    'Esc goes back, r tries again.',
  ],
  [
    'the number of tries if there were several',
    screen({ kind: 'unreadable', sent: { ...SENT, tries: 2 } }),
    '2 tries',
  ],
  ['no number of tries if there was one', screen({ kind: 'unreadable', sent: SENT }), /^(?!.*tries)/s],
  ['the target of a redirect', screen(REDIRECT), /points to +https:\/\/login.example.org/],
  ['no request when none was sent', screen({ kind: 'bad-id', detail: safe`empty` }), /^(?!.*What was sent)/s],
  ['the public hub for a 404 of an integration', screen({ kind: 'not-found', sent: SENT }, integration), HUB],
  ['no hub for a 403', screen({ kind: 'forbidden', sent: SENT }, integration), NO_HUB],
  ['no hub for a 404 of a bot', screen({ kind: 'not-found', sent: SENT }), NO_HUB],
  [
    'no origin for a bot id in the chat API',
    screen({ kind: 'unauthorised', sent: CHAT }),
    /x-bot-id +b1 *(\n|$)/,
  ],
  [
    'the end of the token after a 401',
    screen({ kind: 'unauthorised', sent: SENT }),
    /token +•••• 43 characters/,
  ],
])('failure: shows %s', (_what, text, ...parts) => {
  for (const part of parts) expect(text).toMatch(part);
});

test('failure: wraps long messages of the server', () => {
  const text = screen({ kind: 'rejected', status: 400, detail: clean('word '.repeat(60)) }, bot, 60);

  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  expect(text.match(/word/g)).toHaveLength(60);
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

test('failure: hostile paths, ids and messages are shown without invisible characters', () =>
  forAll(100, hostileText, hostileText, fc.integer({ min: 1, max: 100 }), (evil, words, width) => {
    const sent = { ...SENT, path: evil, baseUrl: evil, scope: { header: 'x-bot-id', value: evil } };

    const text = screen({ kind: 'unauthorised', sent, detail: clean(words) }, bot, width);

    expect(text.replaceAll('\n', '')).not.toMatch(INVISIBLE);
  }));

test('failure: is shown without a server, too', () => {
  const state = initialState(undefined, { columns: 80, rows: 24 }, 0);
  const lines = failureLines({ kind: 'no-connection' }, bot, state);

  expect(lines.map(joinLine).join('\n')).toContain('BP_TOKEN');
});
