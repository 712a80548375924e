import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { startSandbox } from 'botscope/sandbox';
import { afterAll, expect, test } from 'vitest';

// A dashboard in a browser. Its page comes from another port than the service, so from another origin.

const pages = createServer((_, response) => void response.end(readFileSync('page.html')));
await once(pages.listen(0, '127.0.0.1'), 'listening');
afterAll(() => void pages.close());
const origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
const records = { bots: [{ name: 'night-desk' }, { name: 'shop' }] };

/** Returns what the page has written into itself once its requests had their responses. */
async function seenOnPage({ url, token, workspaceId }: Awaited<ReturnType<typeof startSandbox>>) {
  const address = `${origin}/?${new URLSearchParams({ url, token, workspaceId })}`;
  const flags = ['--no-sandbox', '--virtual-time-budget=60000', '--dump-dom', address];
  const { stdout } = await promisify(execFile)('chromium-headless-shell', flags);
  return JSON.parse(/<pre>(.*)<\/pre>/s.exec(stdout)?.[1] ?? stdout);
}

test.each([true, origin])(
  'browser: with `cors: %j` a page reads lists and errors, but controls nothing',
  async cors => {
    await using sandbox = await startSandbox({ records, cors });

    expect(await seenOnPage(sandbox)).toEqual({
      ...{ listed: 200, names: ['night-desk', 'shop'] },
      ...{ missing: 404, type: 'ResourceNotFound', reset: 'TypeError' },
    });
    expect(sandbox.requests.map(({ method, status }) => [method, status])).toEqual([
      ['GET', 200],
      ['GET', 404],
    ]);
  },
);

test('browser: with `cors` for one origin, a page of another sends and reads nothing', async () => {
  await using sandbox = await startSandbox({ records, cors: 'http://localhost:1' });

  expect(await seenOnPage(sandbox)).toMatchObject({ listed: 'TypeError', names: [], missing: 'TypeError' });
  expect(sandbox.requests).toEqual([]);
});
