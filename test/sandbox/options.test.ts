import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataFile } from '../../src/sandbox/data-file.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import type { SandboxOptions } from '../../src/sandbox/types.ts';
import { newFolder } from '../helpers/folder.ts';

const wrong: readonly (readonly [options: unknown, why: string])[] = [
  [null, 'the options must be an object'],
  [5, 'the options must be an object'],
  [{ bots: -1 }, 'bots must be a whole number from 0 to 100000'],
  [{ bots: 'many' }, 'bots must be a whole number from 0 to 100000'],
  [{ pageSize: 0 }, 'pageSize must be a whole number from 1 to 1000'],
  [{ latency: 0.5 }, 'latency must be a whole number from 0 to 600000'],
  [{ now: Number.NaN }, 'now must be a time in epoch milliseconds'],
  [{ now: '2026-01-05' }, 'now must be a time in epoch milliseconds'],
  [{ odd: 'yes' }, 'odd must be true or false'],
  [{ token: 'two\nlines' }, 'token must be 1 to 512 ASCII characters without spaces'],
  [{ records: [] }, 'records must be a map of records by kind, or the path of a file'],
  [{ faults: 'none.yaml' }, 'none.yaml: the file cannot be read (ENOENT)'],
  [{ faults: [{ status: 99 }] }, 'faults[0].status must be a whole number from 200 to 599'],
  [{ cors: 'localhost:5173' }, 'cors must be true, or an origin such as http://localhost:5173'],
  [{ bot: 5 }, '"bot" is not an option: port, host, control, cors, records, empty, bots, '],
  [{ records: {}, bots: 5 }, 'records and bots: use one of them'],
  [{ records: {}, empty: true }, 'records and empty: use one of them'],
  [{ empty: true, bots: 5 }, 'empty and bots: use one of them'],
];

test.each(wrong)('sandbox options: %j are refused, and nothing listens', async (options, why) => {
  const started = startSandbox(options as SandboxOptions);

  await expect(started).rejects.toThrow(TypeError);
  await expect(started).rejects.toThrow(why);
});

test('sandbox options: undefined means the default', async () => {
  await using sandbox = await startSandbox({ records: undefined, bots: undefined, empty: false } as object);

  expect(sandbox.idsOf('bot', {})).toHaveLength(20);
});

test.each(['12345678901234567890', '0.1234567890123456789', '1e400', '-1.5E-400', '5', '0.5'])(
  'sandbox options: the number %s in a file of records keeps its digits',
  async digits => {
    const path = join(newFolder('records'), 'records.yaml');
    writeFileSync(path, `bot:\n  - size: ${digits}\n    tags: { ${digits}: x }\n`);

    expect(await readDataFile(path, JSON.stringify)).toBe(
      `{"bot":[{"size":${digits},"tags":{"${digits}":"x"}}]}`,
    );
  },
);
