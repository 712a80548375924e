import { expect, test } from 'vitest';
import { heapUsed, MIB } from '../helpers/heap.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { pages, requestSandbox } from './request-sandbox.ts';

test('sandbox with 30,000 bots: serves every page of both lists, and stores none', async () => {
  const sandbox = await startSandbox({ bots: 30_000 });
  await requestSandbox(sandbox, '/v1/admin/bots?pageSize=1000');
  const before = heapUsed();
  let served = 0;
  let last: string | undefined;

  for (const query of ['pageSize=1000', 'pageSize=1000&dev=true'])
    for await (const items of pages(sandbox, query)) {
      served += items.length;
      last = items.at(-1)?.id;
    }
  const grown = heapUsed() - before;

  expect(served).toBe(30_000);
  expect(grown).toBeLessThan(16 * MIB);
  expect((await requestSandbox(sandbox, `/v1/admin/bots/${last}`)).status).toBe(200);
  await sandbox.close();
}, 60_000);
