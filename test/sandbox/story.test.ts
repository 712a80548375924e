import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { command } from '../helpers/run-cli.ts';

test('story of the demo: seven bots miss the booking system, then one more, and another recovers', async () => {
  await using sandbox = await startSandbox({ isStory: true });
  const told = async () => {
    const { causes, diagnoses } = JSON.parse((await command(sandbox, ['health', '-o', 'json'])).out);
    const refunds = diagnoses.find(({ name }: { name: string }) => name === 'refund-desk');
    return [causes[0].cause, causes[0].bots.length, refunds.warnings];
  };

  const gone = 'connect ECONNREFUSED 10.4.0.12:443';
  expect(await told()).toEqual([gone, 7, 1]);
  sandbox.advance(20_000);
  expect(await told()).toEqual([gone, 8, 1]);
  sandbox.advance(20_000);
  expect(await told()).toEqual([gone, 8, 0]);
});
