// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { newFolder } from '../helpers/folder.ts';
import { openOn, take } from '../helpers/journey.ts';
import { HIDDEN, startProxy } from '../helpers/proxy.ts';
import { envOf, run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest();
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeEach(async () => {
  proxy = await startProxy(sandbox.url);
  return proxy.close;
});

const PORT_OF_NOBODY = 'http://127.0.0.1:9';
const hidden = (scheme: 'http' | 'https') => ({ ...sandbox, url: `${scheme}://${HIDDEN}` });

const open = (env: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
  openOn(undefined, { flags, columns: 100, rows: 30, env: { ...envOf(hidden('https')), ...env } });

test('proxy: HTTP_PROXY is used for clear text', async () => {
  await take(await open({ BP_API_URL: `http://${HIDDEN}`, HTTP_PROXY: proxy.address }, '--insecure-http'), [
    '',
    'support-prod',
  ]);

  // Node 22 opens a tunnel for clear text too.
  const ways = [`GET http://${HIDDEN}/v1/admin/bots`, `CONNECT ${HIDDEN}:80`];
  expect(proxy.asked.some(line => ways.some(way => line.startsWith(way)))).toBe(true);
});

test('proxy: HTTPS_PROXY is used as a tunnel, and NODE_EXTRA_CA_CERTS makes its certificate trusted', async () => {
  const file = join(newFolder('ca'), 'ca.pem');
  writeFileSync(file, CERTIFICATE.cert);
  await take(await open({ HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: file }), ['', 'support-prod']);

  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HIDDEN}:443`]));
});

test('proxy: an untrusted certificate is reported with the settings that apply', async () => {
  await take(
    await open({ HTTPS_PROXY: proxy.address.replace('//', '//me:s3cr3t@') }),
    [
      '',
      "Can't reach the server",
      'NODE_EXTRA_CA_CERTS=<file>',
      new RegExp(`through proxy +${proxy.address} +from HTTPS_PROXY`),
    ],
    ({ terminal }) => expect(terminal.bytes()).not.toContain('s3cr3t'),
  );
  expect(sandbox.requests).toEqual([]);
});

test('proxy: an unreachable proxy is reported with its setting', async () => {
  await take(await open({ https_proxy: PORT_OF_NOBODY }), [
    '',
    "Can't reach the server",
    'connection refused (ECONNREFUSED), at the proxy http://127.0.0.1:9 of https_proxy',
    /through proxy +http:\/\/127\.0\.0\.1:9 +from https_proxy/,
  ]);
});

test('proxy: none is used for a server on this machine', async () => {
  await take(await open({ HTTP_PROXY: PORT_OF_NOBODY, BP_API_URL: sandbox.url }), ['', 'support-prod']);
  expect(proxy.asked).toEqual([]);
});

test('proxy: a DELETE is sent through it, too', async () => {
  const words = ['bots', 'delete', sandbox.ids.botId, '--confirm', 'support-prod', '--insecure-http'];

  const { code } = await run(hidden('http'), words, { env: { HTTP_PROXY: proxy.address } });

  expect(code).toBe(0);
  expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
