import { afterEach, describe, expect, test } from 'vitest';
import { withUndocumentedAllowed } from '../../../src/explorer/actions/undocumented.ts';
import { refusalOf } from '../../../src/explorer/facts/undocumented.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import { placeKey } from '../../../src/explorer/state/place.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { undocumentedOperations } from '../../../src/resources/registry.ts';
import type { Fault } from '../../../src/sandbox/types.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';
import { writable } from '../../helpers/writable.ts';

const LISTS = /\/bots\/[^/]+\/issues$/;
const DAY_MS = 24 * 3_600_000;
const [issues] = undocumentedOperations.flatMap(({ operation }) =>
  operation.id === 'issue.list' ? [operation] : [],
);

let sandbox: SandboxExplorer;
afterEach(() => sandbox.close());

const refusal = (state: State) =>
  issues === undefined ? undefined : refusalOf({ ...state.session, memory: state.user.memory }, issues);

/** Opens a loaded bot with undocumented calls allowed; the clock moves only by `pass`. */
async function start(fault?: Fault) {
  let time = Date.now();
  sandbox = await startOnSandbox({ ext: true, clock: () => time });
  const { explorer, until, sandbox: service } = sandbox;
  if (fault !== undefined) service.fault({ path: LISTS, ...fault });
  const ref = { kind: 'bot', ids: { botId: service.ids.botId } };
  explorer.change(state => withUndocumentedAllowed(state, true, explorer.now()));
  await explorer.loadRecord(ref);
  const place: Place = { screen: 'list', kind: 'issue', ids: ref.ids };
  const paths = () => service.requests.map(({ path }) => path);
  return {
    explorer,
    state: explorer.store.getState,
    asked: () => paths().filter(path => LISTS.test(path)).length,
    botReads: () => paths().filter(path => path.endsWith(`/bots/${service.ids.botId}`)).length,
    pass: (ms: number) => {
      time += ms;
      update(writable(explorer.store), { session: { now: time } });
    },
    ask: async () => {
      explorer.reload(place);
      await until(({ data: { lists } }) => lists[placeKey(place)]?.phase === 'loading');
      await until(({ data: { lists } }) => lists[placeKey(place)]?.phase !== 'loading');
    },
  };
}

describe('response to an undocumented call', () => {
  test.each([
    ['405', { status: 405 }],
    ['501', { status: 501 }],
    ['400 InvalidQuery', { status: 400, body: { code: 400, type: 'InvalidQuery', message: 'no' } }],
    ['404 while the bot is there', { status: 404 }],
  ] satisfies readonly (readonly [string, Fault])[])(
    'undocumented call: after a %s it counts as not offered for a day',
    async (_name, fault) => {
      const { ask, state, pass } = await start(fault);

      await ask();

      expect(refusal(state())).toMatchObject({ kind: 'not offered' });
      expect(state().user.memory.extensions?.absent).toHaveProperty(['issue.list']);
      pass(DAY_MS + 1);
      expect(refusal(state())).toBeUndefined();
    },
  );

  test('undocumented call: after a 403 permission is missing, for this session only', async () => {
    const { ask, state } = await start({ status: 403 });

    await ask();

    expect(refusal(state())).toEqual({ kind: 'no permission' });
    expect(state().user.memory.extensions?.absent).toEqual({});
  });

  test.each([
    ['a server error', { status: 500 }],
    ['another 400', { status: 400, body: { code: 400, type: 'InvalidPayload', message: 'no' } }],
    ['a broken connection', { reset: 'before' }],
  ] satisfies readonly (readonly [string, Fault])[])(
    'undocumented call: %s proves nothing about it',
    async (_name, fault) => {
      const { ask, state } = await start(fault);

      await ask();

      expect(refusal(state())).toBeUndefined();
    },
  );

  test('undocumented call: a response with rows clears the refusal', async () => {
    const { ask, state, asked } = await start({ status: 405, times: 1 });
    await ask();
    expect(refusal(state())).toBeDefined();

    await ask();

    expect(refusal(state())).toBeUndefined();
    expect(asked()).toBe(2);
  });
});

describe('404 of an undocumented list', () => {
  test('undocumented call: after a 404 a bot loaded within the minute is not reloaded', async () => {
    const { ask, botReads, pass } = await start({ status: 404 });
    const before = botReads();
    pass(59_000);

    await ask();

    expect(botReads()).toBe(before);
  });

  test('undocumented call: after a 404 an older bot is reloaded, and if it is gone nothing is proven', async () => {
    const { ask, botReads, pass, state } = await start({ status: 404 });
    const before = botReads();
    pass(61_000);
    sandbox.fault({ path: '/v1/admin/bots/{id}', status: 404 });

    await ask();

    expect(botReads()).toBe(before + 1);
    expect(refusal(state())).toBeUndefined();
  });
});
