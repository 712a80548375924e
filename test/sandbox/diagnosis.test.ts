import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { botRules } from '../../src/resources/bot-diagnosis.ts';
import { clientOf, expectValue, operationNamed } from '../api/test-client.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const bots: JsonObject[] = [];

beforeAll(async () => {
  await using sandbox = await startSandbox({ pageSize: 200 });
  const client = clientOf(sandbox);
  for (const botId of sandbox.idsOf(bot.kind, {}))
    bots.push(expectValue(await client.send(operationNamed('bot.read'), { botId })) as JsonObject);
}, 60_000);

const clock = { now: Date.now(), exact: false };

test.each(botRules.map(rule => [rule.reads, rule] as const))(
  'sandbox: the rule on %s has a bot with a finding, one without and one that lacks its data',
  (_reads, { apply, id }) => {
    const results = bots.map(each => apply(each, clock));

    expect(results.some(places => places.some(place => typeof place === 'object'))).toBe(true);
    expect(results.some(places => places.every(place => place === 'ok'))).toBe(true);
    // A pending integration without a time is a finding, too.
    expect(results.some(places => places.includes('unread'))).toBe(id !== 'integration-pending');
  },
);

test('sandbox: all eight rules of the diagnosis are tried on more than 100 bots', () => {
  expect(botRules).toHaveLength(8);
  expect(bots.length).toBeGreaterThan(100);
});
