// @module-tag program

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer, sharedExplorer } from '../helpers/explorer.ts';

const openShared = sharedExplorer();
let opened: ExplorerRun;
afterEach(() => opened.close());

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

const LIST = '/v1/admin/bots';

test.each([
  ['401', { path: LIST, status: 401 }, ['401 The server refused the token', 'BP_TOKEN', 'BP_WORKSPACE_ID']],
  ['403', { path: LIST, status: 403 }, ['403 Your token may not do this', 'another token']],
  ['404', { path: LIST, status: 404 }, ['404 This address is not the API', 'The request went to']],
  [
    '429',
    { path: LIST, status: 429, headers: { 'retry-after': '3600' } },
    ['429 Too many requests: the server asks to wait'],
  ],
  ['500', { path: LIST, status: 500 }, ['500 Server error', 'error id', '2 tries']],
  [
    'HTML in place of JSON',
    { path: LIST, status: 200, contentType: 'text/html', body: '<html><title>Log in</title>' },
    ['it is HTML, not JSON', 'Log in', 'proxy'],
  ],
  ['JSON cut off', { path: LIST, truncate: true }, ['it is incomplete or broken JSON', 'Press r']],
  ['a body that breaks off', { path: LIST, reset: 'during' }, ['The connection broke', 'Press r']],
  ['no list in the response', { path: LIST, status: 200, body: { ok: true } }, ['it has no list "bots"']],
  [
    'a redirect',
    { path: LIST, redirect: 'http://127.0.0.1:9/elsewhere' },
    ['points to another address', '127.0.0.1:9'],
  ],
  ['a connection cut', { path: LIST, reset: 'before' }, ['The connection broke']],
] as const)(
  'failure screen: %s has its cause, the request and advice, and r recovers',
  async (_name, fault, words) => {
    opened = await openExplorer({ fault, columns: 100, rows: 30 });
    const { terminal, sandbox, heal } = opened;

    for (const word of words) await terminal.waitFor(word);
    await terminal.waitFor('GET /v1/admin/bots');
    expect(terminal.text()).toContain(sandbox.url);
    expect(terminal.text()).toContain('x-workspace-id');
    expect(terminal.bytes()).not.toContain(sandbox.token);
    heal();
    await terminal.press('r');

    await terminal.waitFor('support-prod');
  },
);

test('failure screen: c copies the error id from its line', async () => {
  opened = await openExplorer({
    fault: { path: LIST, status: 500, body: { id: 'err_01JD', message: 'no' } },
  });
  const { terminal } = opened;
  await terminal.waitFor('error id    err_01JD');
  while (!/▸ error id/.test(terminal.text())) await terminal.press('j');

  await terminal.press('c');
  await terminal.waitFor(/err_01JD +this line copied/);

  expect(terminal.bytes()).toContain(Buffer.from('err_01JD').toString('base64'));
});

test('failure screen: a wrong token has its source, and only its last characters are shown', async () => {
  opened = await openExplorer({ env: { BP_TOKEN: 'bp_pat_notthetokenofthissandbox1234' } });
  const { terminal } = opened;

  await terminal.waitFor('401 The server refused the token');

  expect(terminal.text()).toMatch(/token +•••• 35 characters +from BP_TOKEN/);
  expect(terminal.bytes()).not.toContain('notthetoken');
});

test('failure screen: a wrong workspace has its source', async () => {
  opened = await openExplorer({ flags: ['--workspace-id', 'wkspace_other'] });
  const { terminal } = opened;

  await terminal.waitFor('401 The server');

  expect(terminal.text()).toMatch(/x-workspace-id +wkspace_other +from --workspace-id/);
});

test('failure screen: an unreachable server has its address, and r recovers once it is up', async () => {
  const port = await closedPort();
  opened = await openExplorer({ env: { BP_API_URL: `http://127.0.0.1:${port}` } });
  const { terminal } = opened;

  await terminal.waitFor("Can't reach the server");
  await terminal.waitFor('ECONNREFUSED');

  expect(terminal.text()).toMatch(new RegExp(`http://127\\.0\\.0\\.1:${port} +from BP_API_URL`));
  const server = createServer((_request, response) =>
    response.end('{"bots":[{"id":"b","name":"back-again"}],"meta":{}}'),
  );
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  await terminal.press('r');
  await terminal.waitFor('back-again').finally(() => server.close());
});

test('failed reload: the rows stay, are marked as stale, and the cause is shown', async () => {
  opened = await openShared();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  const heal = sandbox.fault({ path: LIST, status: 503 });

  await terminal.press('r');
  await terminal.waitFor('STALE');

  expect(terminal.text()).toContain('support-prod');
  expect(terminal.text()).toContain('503 Server error');
  heal();
  await terminal.press('r');
  await terminal.waitFor(screen => !screen.includes('STALE'));
});

test('failed page: the first page stays, and only a key retries the second', async () => {
  opened = await openShared();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('20+');
  const heal = sandbox.fault({ path: LIST, status: 403 });

  await terminal.press('G');
  await terminal.waitFor('403 Your token');
  const asked = sandbox.requests.length;
  await terminal.press('k', 'j', 'k');

  expect(sandbox.requests).toHaveLength(asked);
  expect(terminal.text()).toContain('20+');
  heal();
  await terminal.press('r');
  await terminal.waitFor('40+');
});

test('breadcrumbs: their end stays readable beside the load in progress', async () => {
  // On a line that is measured as slow, the spinner is dots.
  opened = await openExplorer({
    fault: { path: '/v1/admin/bots/{id}', hang: 'headers' },
    repliesToStatus: false,
  });
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');

  await terminal.waitFor(/› support-prod +\S loading [2-9] s · Esc stops/);
});

test('loading: a request that hangs shows its seconds, and Esc stops it', async () => {
  opened = await openExplorer({ fault: { path: LIST, hang: 'headers' } });
  const { terminal, heal } = opened;
  await terminal.waitFor(/loading \d+ s · Esc stops/);

  await terminal.press('Escape');

  await terminal.waitFor('Stopped');
  heal();
  await terminal.press('r');
  await terminal.waitFor('support-prod');
});

test('quitting: does not wait for a request under way', async () => {
  opened = await openExplorer({ fault: { hang: 'headers' } });
  const { terminal } = opened;
  await terminal.waitFor('loading');

  expect(await terminal.quit()).toMatchObject({ code: 0 });
});

test.each([
  ['a list', [], 'support-prod'],
  ['a record', ['Enter'], 'Diagnosis'],
  ['raw JSON', ['Enter', 'y'], 'signingSecret'],
] as const)('failed reload: %s keeps its content, and ! shows all details', async (_name, keys, shown) => {
  opened = await openShared();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(...keys);
  await terminal.waitFor(shown);
  const heal = sandbox.fault({ status: 503 });
  await terminal.press('r');
  await terminal.waitFor('503 Server error');
  expect(terminal.text()).toContain(shown);
  expect(terminal.text()).toContain('! details');

  await terminal.press('!');
  await terminal.waitFor('What was sent');
  await terminal.waitFor('What you can do');
  expect(terminal.text()).toContain('GET /v1/admin/bots');
  await terminal.press('Escape');
  await terminal.waitFor(shown);
  heal();
  await terminal.press('!', 'r');

  await terminal.waitFor(screen => screen.includes(shown) && !screen.includes('503 Server error'));
  await terminal.press('!');
  await terminal.waitFor('No error here');
});

test('offline: an unreachable server is retried automatically, and the rows stay', async () => {
  opened = await openShared();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  const heal = sandbox.fault({ reset: 'before' });

  await terminal.press('r');
  await terminal.waitFor(/OFFLINE · as of \d\d:\d\d/);
  await terminal.waitFor(/retry in \d s · r now · X stop · ! more/);
  expect(terminal.text()).toContain('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor('Offline: deleting is disabled.');
  heal();

  await terminal.waitFor(screen => !screen.includes('OFFLINE'));
});

test('empty list: loading, failed and empty look different', async () => {
  opened = await openExplorer({ sandbox: { bots: 0 }, fault: { hang: 'headers', path: LIST } });
  const { terminal, sandbox, heal } = opened;
  await terminal.waitFor('loading …');
  await terminal.press('Escape');
  await terminal.waitFor('Stopped');
  heal();
  const mend = sandbox.fault({ path: LIST, status: 403 });
  await terminal.press('r');
  await terminal.waitFor('403 Your token may not do this');
  expect(terminal.text()).toContain('not loaded');
  mend();
  await terminal.press('r');

  await terminal.waitFor('No bots here');
  expect(terminal.text()).not.toContain('not loaded');
});

test('429: the seconds to the retry are counted down', async () => {
  opened = await openExplorer({
    fault: { path: LIST, status: 429, headers: { 'retry-after': '5' }, times: 1 },
  });
  const { terminal } = opened;

  await terminal.waitFor(/429 · retrying in [45] s · Esc stops/);
  await terminal.waitFor(/429 · retrying in [123] s/);

  await terminal.waitFor('support-prod');
});

test('missing record: the screen offers neither tabs nor a delete', async () => {
  opened = await openShared();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(':');
  await terminal.paste('bot 00000000-0000-4000-8000-000000000000');
  await terminal.press('Enter');

  await terminal.waitFor('404 Not found');
  expect(terminal.text()).not.toMatch(/next tab|Ctrl-D/);
});
