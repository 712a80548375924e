import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badId } from '../../../src/api/url.ts';
import { recognisedRefs } from '../../../src/explorer/lookup/recognise.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import { parsePlace, placeText, refText } from '../../../src/explorer/state/place-text.ts';
import { placeProblem, startViews, viewFor } from '../../../src/explorer/state/view-stacks.ts';
import { resources } from '../../../src/resources/registry.ts';
import type { Ref } from '../../../src/resources/resource.ts';
import { botPlace, LIST, SERVER, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { forAll, property } from '../../helpers/property.ts';

const UUID = 'c200b264-7699-4a11-8f00-0c5b7f6dff5d';
const anyId = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter(id => badId(id) === undefined);

const anyRef: fc.Arbitrary<Ref> = fc
  .tuple(fc.constantFrom(...resources), fc.array(anyId, { minLength: 3, maxLength: 3 }))
  .map(([{ kind, ids }, values]) => ({
    kind,
    ids: Object.fromEntries(ids.map((name, at) => [name, values[at] ?? ''])),
  }));

const issueAt = (botId: string, issueId: string): Ref => ({ kind: 'issue', ids: { botId, issueId } });

const placeSaid = (text: string): Place | undefined => viewFor(parsePlace(text), SERVER)?.place;

property('place text: parses back to the same record, for every kind and any ids', [anyRef], ref => {
  expect(parsePlace(refText(ref))).toEqual({ kind: 'record', ref, place: { screen: 'record', ref } });
});

property(
  'place text: parses back to the same list and filter',
  [fc.string({ unit: 'grapheme', maxLength: 40 })],
  filter => {
    const text = placeText(LIST, { filter }) ?? '';

    expect(parsePlace(text)).toEqual({ kind: 'list', place: LIST, view: filter === '' ? {} : { filter } });
  },
);

test('place text: parses back to the same sort', () => {
  const sort = { field: 'updatedAt', isDescending: true };
  const text = placeText(LIST, { filter: 'a', sort }) ?? '';

  expect(text).toBe('bots?filter=a&sort=-updatedAt');
  expect(parsePlace(text)).toMatchObject({ view: { filter: 'a', sort } });
  expect(parsePlace('bots?sort=nothing')).toMatchObject({ view: {} });
});

test('place text: parses back to the same screen, and the start screen has none', () => {
  const raw: Place = { screen: 'raw', ref: issueAt('b 1', 'i/1') };

  for (const place of [LIST, botPlace('b1'), raw]) expect(placeSaid(placeText(place) ?? '')).toEqual(place);
  expect(placeText({ screen: 'start' })).toBeUndefined();
});

test('place text: is one line without spaces', () => {
  forAll(100, anyRef, ref => void expect(refText(ref)).toMatch(/^[\x21-\x7e]+$/));
});

test('place text: has the documented form', () => {
  const issue: Place = { screen: 'record', ref: issueAt('b 1', 'i/1') };

  expect(placeText(LIST)).toBe('bots');
  expect(placeText(LIST, { filter: 'dev:true a&b' })).toBe('bots?filter=dev%3Atrue%20a%26b');
  expect(placeText(botPlace('b1'))).toBe('bot/b1');
  expect(placeText(issue)).toBe('bot/b%201/issues/i%2F1');
  expect(refText({ kind: 'workspace', ids: { workspaceId: 'w' } })).toBe('ws/w');
  expect(refText({ kind: 'integration', ids: { integrationId: 'intver_1' } })).toBe('integration/intver_1');
});

test.each([
  ['ws', { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } }],
  ['workspace/w2', { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'w2' } } }],
  [' bots ', LIST],
  ['/bots/', LIST],
  ['bots/b1', botPlace('b1')],
  ['BOT/B1', botPlace('B1')],
  ['bot/b1?raw', { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } }],
  ['integrations', { screen: 'list', kind: 'in-use', ids: {} }],
  ['bot/b1/issue/i1', { screen: 'record', ref: issueAt('b1', 'i1') }],
  ['issue/b1/i1', { screen: 'record', ref: issueAt('b1', 'i1') }],
])('place text: %j is valid', (text, place) => {
  expect(placeSaid(text)).toEqual(place);
  expect(placeProblem(text)).toBeUndefined();
});

test.each([
  ['', 'unknown kind ""'],
  ['nope', 'unknown kind "nope"'],
  ['toString/x', 'unknown kind'],
  ['bot/..', 'is a path, not an id'],
  ['bot/%2e%2E', 'is a path, not an id'],
  ['bot/%', 'encodes no character'],
  ['bot//issues/i1', 'the id is empty'],
  ['bot/b1/conversations', 'needs 2 ids'],
  ['bot/b1/wings/w1', 'a bot has no "wings"'],
  ['bot/b1/integrations/i1', 'a bot has no "integrations"'],
  ['bot/b1/conversations/c1', "the API can't show conversations"],
  [`bot/${'x'.repeat(600)}`, 'the id has 600 characters'],
  ['x'.repeat(5000), 'characters long'],
  ['bot/\x1b[2J/\u202e', '^[[2J'],
])('place text: %j is invalid and shows the reason', (text, words) => {
  expect(placeProblem(text)).toContain(words);
  expect(placeSaid(text)).toBeUndefined();
});

test('place text: no text makes parsing throw', () =>
  forAll(100, fc.string({ unit: 'binary' }), text => void expect(parsePlace(text)).toHaveProperty('kind')));

const places = (text: string | undefined) => startViews(text, SERVER).map(({ place }) => placeText(place));

test('start place: puts its parents below it', () => {
  expect(places('bot/b1/issues/i1')).toEqual(['ws/wkspace_1', 'bots', 'bot/b1', 'bot/b1/issues/i1']);
  expect(places('bot/b1?raw')).toEqual(['ws/wkspace_1', 'bots', 'bot/b1', 'bot/b1?raw']);
  expect(places('integration/i1')).toEqual(['ws/wkspace_1', 'integration/i1']);
  expect(places('trash/a')).toEqual(['ws/wkspace_1', 'trash', 'trash/a']);
  expect(places('ws')).toEqual(['ws/wkspace_1']);
  expect(places('ws/other')).toEqual(['ws/wkspace_1', 'ws/other']);
  expect(places(undefined)).toEqual(['ws/wkspace_1', 'bots']);
});

test('start place: applies a filter to the list', () => {
  expect(startViews('bots?filter=dev', SERVER).at(-1)).toMatchObject({ place: LIST, filter: 'dev' });
});

test('start place: loads the record and its parents, and the list once the user goes back to it', () => {
  const { service, explorer, view } = startExplorer({ place: 'bot/b1/issues/i1' });
  expect(service.calls.map(({ id }) => id)).toEqual(['issue.read', 'bot.read', 'workspace.read']);

  for (const place of [botPlace('b1'), LIST]) {
    explorer.goBack();
    expect(view().place).toEqual(place);
  }
  expect(service.count('bot.list')).toBe(1);
});

const ISSUE_TEXTS = [
  `/v1/admin/bots/${UUID}/issues/iss_1`,
  `https://api.example.org/v1/admin/bots/${UUID}/issues/iss_1`,
  `http://127.0.0.1:8080/some/prefix/v1/admin/bots/${UUID}/issues/iss_1?x=y`,
  `https://app.example.org/workspaces/wkspace_1/bots/${UUID}/issues/iss_1`,
  `bot/${UUID}/issues/iss_1`,
];
const kinds = async (text: string, options: Parameters<typeof startOnBots>[1] = {}) => {
  const { state } = await startOnBots(bots(2), options);
  return recognisedRefs(state(), text).map(refText);
};

test.each<readonly [string, string]>([
  ['intver_01J', 'integration/intver_01J'],
  ['iss_01J', 'bot/b0/issues/iss_01J'],
  ['conv_01J', 'bot/b0/conversations/conv_01J'],
  ['wkspace_01J', 'ws/wkspace_01J'],
  ['bot_01JXY', 'bot/bot_01JXY'],
  [UUID, `bot/${UUID}`],
  // The path of a conversation belongs to the current bot.
  ['/v1/chat/conversations/c%201', 'bot/b0/conversations/c%201'],
  ['/v1/admin/workspaces/w9/public', 'ws/w9'],
  ...ISSUE_TEXTS.map(text => [text, `bot/${UUID}/issues/iss_1`] as const),
])('pasted text: %s is most likely %s', async (text, place) => {
  expect((await kinds(text))[0]).toBe(place);
});

test('pasted text: an id can be of every kind, each once', async () => {
  const found = await kinds('x1y2z3');

  expect(found).toHaveLength(resources.filter(({ read, actions }) => read ?? actions[0]).length);
  expect(found.at(-1)).toBe('bot/b0/conversations/x1y2z3');
});

test('pasted text: is never a conversation in a read-only explorer', async () => {
  const found = await kinds('conv_01J', { server: { ...SERVER, readOnly: true } });

  expect(found.join()).not.toContain('conversations');
});

test('pasted text: the words of a link take precedence over the form of its ids', async () => {
  const other = UUID.replace('c', 'd');

  expect(await kinds(`https://app.example.org/workspaces/${other}/bots/${UUID}/logs`)).toEqual([
    `bot/${UUID}`,
    `ws/${other}`,
  ]);
});

const ALERT = `ALERT 2025-11-21T09:14:07 order-tracker (v2.4.17): issue iss_01J9ZK4T2M8Q opened
  in bot ${UUID}, see <https://app.example.org/workspaces/wkspace_01J9ZK4T2M/bots/${UUID}>.
  user=conv_01J9ZK4T2M8Z; request_2025 err_01JD`;

test('pasted text: a long message offers the records it mentions, children first', async () => {
  expect(await kinds(ALERT)).toEqual([
    `bot/${UUID}/issues/iss_01J9ZK4T2M8Q`,
    `bot/${UUID}`,
    'ws/wkspace_01J9ZK4T2M',
    `bot/${UUID}/conversations/conv_01J9ZK4T2M8Z`,
  ]);
});

test('pasted text: a huge one offers at most nine records', async () => {
  const many = Array.from({ length: 50_000 }, (_, at) => `intver_01J9ZK${at}`).join('\n');

  expect(await kinds(many)).toHaveLength(9);
});

test.each([
  '',
  'hello',
  'issue_tracker bot_name of 2024-11-21 at support-prod-2',
  'rm -rf /',
  'a b_1',
  '\x1b[31m:quit',
  'https://example.org/',
  '/v1/admin/bots/..',
  '../../etc/passwd',
  'q'.repeat(5000),
  'javascript:alert(1)',
])('pasted text: %j leads nowhere', async text => {
  expect(await kinds(text)).toEqual([]);
});

test('pasted text: no text makes recognition throw or return an invalid id', async () => {
  const { state } = await startOnBots(bots(2));

  forAll(
    100,
    fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: 'binary' })),
    text => {
      for (const ref of recognisedRefs(state(), text))
        for (const id of Object.values(ref.ids)) expect(badId(id)).toBeUndefined();
    },
  );
});
