import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { botRules } from '../../src/resources/bot-diagnosis.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { answered, clientOf, operationNamed } from '../api/connecting.ts';

const bots: JsonObject[] = [];

/** Every bot of the sandbox, read whole as the explorer reads it. */
beforeAll(async () => {
  const sandbox = await startSandbox({ pageSize: 200 });
  const client = clientOf(sandbox);
  for (const botId of sandbox.idsOf(bot.kind, {}))
    bots.push(answered(await client.send(operationNamed('bot.read'), { botId })) as JsonObject);
  await sandbox.close();
}, 60_000);

const clock = { now: Date.now(), exact: false };

test.each(botRules.map(rule => [rule.reads, rule] as const))(
  'the sandbox has a bot for the rule on %s to find something in, one that is well, one that does not tell',
  (_reads, { look }) => {
    const looks = bots.map(each => look(each, clock));

    expect(looks.some(({ findings }) => findings.length > 0)).toBe(true);
    expect(looks.some(({ findings, blind }) => findings.length === 0 && blind === 0)).toBe(true);
    expect(looks.some(({ blind }) => blind > 0)).toBe(true);
  },
);

test('the eight rules of the diagnosis are all walked over', () => {
  expect(botRules).toHaveLength(8);
  expect(bots.length).toBeGreaterThan(100);
});
