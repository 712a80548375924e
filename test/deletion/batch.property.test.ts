import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client, Outcome } from '../../src/api/client.ts';
import { deleteMany } from '../../src/deletion/delete.ts';
import { memoryStorage } from '../../src/deletion/journal.ts';
import type { JsonObject } from '../../src/json/json.ts';
import type { Fault, Sandbox } from '../../src/sandbox/types.ts';
import { clientOf, operationNamed } from '../api/test-client.ts';
import { numRuns } from '../helpers/properties.ts';
import { forAllAsync } from '../helpers/property.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const BOTS = 6;
/** Long enough for a busy machine to answer: a refusal that comes too late would be an unknown outcome. */
const TIMEOUT_MS = 600;
const readBot = operationNamed('bot.read');
const deleteBot = operationNamed('bot.delete');

/** Faults of the DELETE of a bot and of the GET after it. Slow faults are rare, to keep the test short. */
const DELETE_FAULTS: readonly (readonly [weight: number, fault: Fault | 'gone before'])[] = [
  [2, 'gone before'],
  [1, { status: 403 }],
  [1, { status: 409 }],
  [1, { status: 429, headers: { 'retry-after': '3600' } }],
  [1, { status: 401 }],
  [2, { status: 500 }],
  [2, { status: 503, carriedOut: true }],
  [2, { reset: 'before' }],
  [2, { reset: 'after' }],
  [1, { reset: 'during' }],
  [1, { body: '<html>', carriedOut: true }],
  [1, { redirect: '/v1/admin/bots' }],
];
const SLOW_FAULTS: readonly Fault[] = [{ hang: 'headers' }, { hang: 'body' }];
const READ_FAULTS: readonly Fault[] = [
  { status: 403 },
  { reset: 'before' },
  { body: '[]' },
  { truncate: true },
];

/** Moment at which the process is killed: before, in or after the n-th delete, counted from 0. */
type Kill = { readonly at: number; readonly when: 'before' | 'in' | 'after' };

const deleteFault = fc.oneof(
  { weight: 30, arbitrary: fc.constant(undefined) },
  ...DELETE_FAULTS.map(([weight, fault]) => ({ weight, arbitrary: fc.constant(fault) })),
  { weight: 1, arbitrary: fc.constantFrom(...SLOW_FAULTS) },
);
const runs = fc.record({
  chosen: fc.subarray([...Array(BOTS).keys()], { minLength: 1 }),
  deletes: fc.array(deleteFault, { minLength: BOTS, maxLength: BOTS }),
  reads: fc.array(fc.option(fc.constantFrom(...READ_FAULTS), { nil: undefined, freq: 4 }), {
    minLength: BOTS,
    maxLength: BOTS,
  }),
  kill: fc.option(
    fc.record({ at: fc.nat(BOTS), when: fc.constantFrom<Kill['when']>('before', 'in', 'after') }),
    { nil: undefined, freq: 4 },
  ),
  stopAfter: fc.option(fc.nat(BOTS), { nil: undefined, freq: 5 }),
});
type Run = typeof runs extends fc.Arbitrary<infer R> ? R : never;

const pathOf = (id: string): string => `/v1/admin/bots/${id}`;

/** Wraps the client of a process that is killed at some moment: nothing happens after it. */
function mortal(client: Client, kill: Kill | undefined) {
  let count = -1;
  const sent: Promise<unknown>[] = [];
  const dieIf = (when: Kill['when']): void => {
    if (kill?.at === count && kill.when === when) throw new Error('killed');
  };
  const send = (async (operation, ids, options) => {
    if (operation.method !== 'DELETE') return client.send(operation, ids, options);
    count++;
    dieIf('before');
    const answer = client.send(operation, ids, options);
    sent.push(answer);
    dieIf('in');
    await answer;
    dieIf('after');
    return answer;
  }) as Client['send'];
  return { send, settled: () => Promise.all(sent) };
}

/** Sets up the faults. Returns the ids that somebody else has already deleted. */
async function setUp(sandbox: Sandbox, ids: readonly string[], run: Run): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const [at, botId] of ids.entries()) {
    const path = pathOf(botId);
    const [fault, readFault] = [run.deletes[at], run.reads[at]];
    if (fault === 'gone before') {
      // Some bots of the sandbox refuse to be deleted.
      if ((await clientOf(sandbox).send(deleteBot, { botId })).ok) gone.add(botId);
    } else if (fault !== undefined) sandbox.fault({ ...fault, method: 'DELETE', path });
    if (readFault !== undefined) sandbox.fault({ ...readFault, method: 'GET', path });
  }
  return gone;
}

/**
 * Runs one batch against a service with faults. Resolves when the requests of a killed process have ended
 * too; `results`: undefined if it was killed. `gone`: deleted by somebody else before.
 */
async function deleteChosen(sandbox: Sandbox, ids: readonly string[], run: Run) {
  const gone = await setUp(sandbox, ids, run);
  const faulty = clientOf(sandbox, { timeoutMs: TIMEOUT_MS });
  const client = mortal(faulty, run.kill);
  const storage = memoryStorage();
  /** Records that could not be read again. */
  const unread = new Set<string | undefined>();
  let done = 0;
  const results = await deleteMany(
    run.chosen.map(at => ({ ref: { kind: 'bot', ids: { botId: ids[at] ?? '' } }, record: {} })),
    {
      ...storage,
      client,
      readAgain: async ref => {
        const answer = await faulty.send(readBot, ref.ids);
        if (!answer.ok && answer.failure.kind !== 'not-found') unread.add(ref.ids['botId']);
        return answer as Outcome<JsonObject>;
      },
      now: Date.now,
    },
    { isStopped: () => done === run.stopAfter, onResult: () => done++ },
  ).catch(() => undefined);
  await client.settled();
  const entries = Map.groupBy(storage.journal.entries(), entry => entry.ids['botId'] ?? '');
  const stagesOf = (id: string) => entries.get(id)?.map(({ stage }) => stage) ?? [];
  return { results, stagesOf, unread, gone };
}

/** Returns the ids that the service still has. */
async function stillThere(sandbox: Sandbox, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const answers = ids.map(async botId => (await clientOf(sandbox).send(readBot, { botId })).ok);
  const there = await Promise.all(answers);
  return new Set(ids.filter((_id, at) => there[at]));
}

/**
 * Returns true if the DELETE reached the service after the GET that checked it: the network reordered them.
 */
function overtaken(log: Sandbox['requests'], id: string): boolean {
  const methods = log.filter(({ path }) => path === pathOf(id)).map(({ method }) => method);
  return methods.indexOf('GET') >= 0 && methods.indexOf('GET') < methods.lastIndexOf('DELETE');
}

/** Existence of a record after each last stage of the journal; undefined if the stage does not tell. */
const isThere: Readonly<Record<string, boolean | undefined>> = {
  deleted: false,
  gone: false,
  'not-deleted': true,
  unknown: undefined,
  sending: undefined,
};

const isRefused = (fault: Fault | 'gone before' | undefined): boolean =>
  typeof fault === 'object' && (fault.redirect !== undefined || (fault.status ?? 500) < 500);

/** Compares the reported result of a chosen record with its last stage in the journal. */
function checkReport({ ids, run, outcomes }: Checked, at: number, stages: readonly string[]): void {
  const last = stages.at(-1);
  const result = outcomes.results?.[run.chosen.indexOf(at)];
  // After a refusal the outcome is unknown only if the record could not be read again.
  if (last === 'unknown' && isRefused(run.deletes[at])) expect(outcomes.unread).toContain(ids[at]);
  if (outcomes.results === undefined) return;
  expect(last).toBe(result?.end === 'unsent' ? 'not-deleted' : result?.end);
  expect(last).not.toBe('sending');
}

function check(sandbox: Sandbox, checked: Checked): void {
  const { ids, run, outcomes, there } = checked;
  const before = run.deletes.map(fault => (fault === 'gone before' ? 1 : 0));
  for (const [at, id] of ids.entries()) {
    const all = sandbox.requests.filter(
      ({ method, path }) => method === 'DELETE' && path === pathOf(id),
    ).length;
    const sentTimes = all - (before[at] ?? 0);
    const isChosen = run.chosen.includes(at);
    const stages = outcomes.stagesOf(id);
    expect(sentTimes).toBeLessThanOrEqual(isChosen ? 1 : 0);
    // The entry is written before the request is sent.
    if (sentTimes > 0) expect(stages[0]).toBe('sending');
    if (isChosen) checkReport(checked, at, stages);
    else expect(stages).toEqual([]);
    const last = stages.at(-1);
    const expected = last === undefined || sentTimes === 0 ? !outcomes.gone.has(id) : isThere[last];
    if (expected !== undefined && !overtaken(sandbox.requests, id)) expect(there.has(id)).toBe(expected);
  }
}

type Checked = {
  readonly ids: readonly string[];
  readonly run: Run;
  readonly outcomes: Awaited<ReturnType<typeof deleteChosen>>;
  readonly there: ReadonlySet<string>;
};

test('batch: only chosen records are deleted, none twice, and journal and report match the service', async () => {
  await forAllAsync(numRuns(100), runs, async run => {
    await using sandbox = await startSandbox({ bots: BOTS });
    const ids = sandbox.idsOf('bot', {});
    expect(ids).toHaveLength(BOTS);
    const outcomes = await deleteChosen(sandbox, ids, run);
    const healed = ids.map(id => sandbox.fault({ method: 'GET', path: pathOf(id), delayMs: 0 }));
    const there = await stillThere(sandbox, ids);
    for (const end of healed) end();
    check(sandbox, { ids, run, outcomes, there });
  });
}, 300_000);
