import { expect, test } from 'vitest';
import { withUndocumentedAllowed } from '../../../src/explorer/actions/undocumented.ts';
import { listRefusal } from '../../../src/explorer/facts/undocumented.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import { placeKey } from '../../../src/explorer/state/place.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { undocumentedOperations } from '../../../src/resources/registry.ts';
import type { Fault } from '../../../src/sandbox/types.ts';
import { writable } from '../../helpers/fake-explorer.ts';
import { type SandboxExplorer, startOnSandbox } from '../../helpers/on-sandbox.ts';

const LISTS = /\/bots\/[^/]+\/issues$/;
const DAY_MS = 24 * 3_600_000;
const [issues] = undocumentedOperations.flatMap(({ operation }) =>
  operation.id === 'issue.list' ? [operation] : [],
);

let sandbox: SandboxExplorer;

const refusal = (state: State) =>
  issues === undefined ? undefined : listRefusal({ ...state.session, memory: state.user.memory }, issues);

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

const ABSENT = 'not offered';
const other = (type: string) => ({ status: 400, body: { code: 400, type, message: 'no' } });
test.each<readonly [string, Fault, string | undefined]>([
  ['a 405', { status: 405 }, ABSENT],
  ['a 501', { status: 501 }, ABSENT],
  ['a 400 InvalidQuery', other('InvalidQuery'), ABSENT],
  ['a 404 while the bot is there', { status: 404 }, ABSENT],
  ['a 403', { status: 403 }, 'no permission'],
  ['a server error', { status: 500 }, undefined],
  ['another 400', other('InvalidPayload'), undefined],
  ['a broken connection', { reset: 'before' }, undefined],
])(
  'undocumented call: after %s it is not offered for a day, or forbidden in this session, or neither',
  async (...row) => {
    const [, fault, kind] = row;
    const { ask, state, pass } = await start(fault);

    await ask();

    expect(refusal(state())?.kind).toBe(kind);
    expect(Object.keys(state().user.memory.extensions?.absent ?? {})).toEqual(
      kind === ABSENT ? ['issue.list'] : [],
    );
    pass(DAY_MS + 1);
    expect(refusal(state())?.kind).toBe(kind === ABSENT ? undefined : kind);
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

test.each([
  [59_000, 0],
  [61_000, 1],
])(
  'undocumented call: after a 404 a bot loaded %i ms ago is reloaded %i times; if it is gone nothing is proven',
  async (ms, reloads) => {
    const { ask, botReads, pass, state } = await start({ status: 404 });
    const before = botReads();
    pass(ms);
    sandbox.fault({ path: '/v1/admin/bots/{id}', status: 404 });

    await ask();

    expect(botReads()).toBe(before + reloads);
    expect(refusal(state())?.kind).toBe(reloads === 0 ? ABSENT : undefined);
  },
);
