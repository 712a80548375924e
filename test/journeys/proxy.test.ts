// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { execFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { program } from '../helpers/program.ts';
import { HIDDEN, startProxy } from '../helpers/proxy.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const sandbox = sandboxPerTest();
let proxy: Awaited<ReturnType<typeof startProxy>>;
let terminal: Terminal | undefined;
beforeEach(async () => {
  proxy = await startProxy(sandbox.url);
});
afterEach(async () => {
  await terminal?.close();
  await proxy.close();
});

const PORT_OF_NOBODY = 'http://127.0.0.1:9';

async function open(env: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Terminal> {
  const { token, workspaceId } = sandbox;
  terminal = await openTerminal({
    flags,
    columns: 100,
    rows: 30,
    env: { BP_API_URL: `https://${HIDDEN}`, BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId, ...env },
  });
  return terminal;
}

test('proxy: HTTP_PROXY is used for clear text', async () => {
  const { waitFor } = await open(
    { BP_API_URL: `http://${HIDDEN}`, HTTP_PROXY: proxy.address },
    '--insecure-http',
  );
  await waitFor('support-prod');

  // Node 22 opens a tunnel for clear text too.
  const ways = [`GET http://${HIDDEN}/v1/admin/bots`, `CONNECT ${HIDDEN}:80`];
  expect(proxy.asked.some(line => ways.some(way => line.startsWith(way)))).toBe(true);
});

test('proxy: HTTPS_PROXY is used as a tunnel, and NODE_EXTRA_CA_CERTS makes its certificate trusted', async () => {
  const file = join(newFolder('ca'), 'ca.pem');
  writeFileSync(file, CERTIFICATE.cert);
  const { waitFor } = await open({ HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: file });
  await waitFor('support-prod');

  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HIDDEN}:443`]));
});

test('proxy: an untrusted certificate is reported with the settings that apply', async () => {
  const { waitFor, text, bytes } = await open({ HTTPS_PROXY: proxy.address.replace('//', '//me:s3cr3t@') });
  await waitFor("Can't reach the server");
  await waitFor('NODE_EXTRA_CA_CERTS=<file>');

  expect(text()).toMatch(new RegExp(`through proxy +${proxy.address} +from HTTPS_PROXY`));
  expect(bytes()).not.toContain('s3cr3t');
  expect(sandbox.requests).toEqual([]);
});

test('proxy: an unreachable proxy is reported with its setting', async () => {
  const { waitFor } = await open({ https_proxy: PORT_OF_NOBODY });

  await waitFor("Can't reach the server");
  await waitFor('connection refused (ECONNREFUSED), at the proxy http://127.0.0.1:9 of https_proxy');
  await waitFor(/through proxy +http:\/\/127\.0\.0\.1:9 +from https_proxy/);
});

test('proxy: none is used for a server on this machine', async () => {
  const { waitFor } = await open({ HTTP_PROXY: PORT_OF_NOBODY, BP_API_URL: sandbox.url });

  await waitFor('support-prod');
  expect(proxy.asked).toEqual([]);
});

test('proxy: a DELETE is sent through it, too', async () => {
  const env = { PATH: process.env['PATH'], HOME: newFolder('home'), HTTP_PROXY: proxy.address };
  const login = {
    BP_API_URL: `http://${HIDDEN}`,
    BP_TOKEN: sandbox.token,
    BP_WORKSPACE_ID: sandbox.workspaceId,
  };
  const words = ['bots', 'delete', sandbox.ids.botId, '--confirm', 'support-prod', '--insecure-http'];

  await promisify(execFile)(program.command, [...program.args, ...words], { env: { ...env, ...login } });

  expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
