// @module-tag program

import { createServer } from 'node:https';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { settingsEnv } from '../helpers/home.ts';
import { ends, openOn, take } from '../helpers/journey.ts';
import { listening } from '../helpers/raw-server.ts';
import { envOf, run } from '../helpers/run-cli.ts';

let requests = 0;
const server = createServer(CERTIFICATE, (_request, response) => {
  requests++;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ bots: [{ id: 'bot-1', name: 'self-signed' }], meta: {} }));
});
let where: { url: string; token: string; workspaceId: string };
beforeAll(async () => {
  where = {
    url: `https://127.0.0.1:${await listening(server)}`,
    token: 'token-of-a-test',
    workspaceId: 'wkspace_1',
  };
});
afterEach(() => {
  requests = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const LIST = ['bots', 'ls', '-o', 'name'];
const NOTHING_VERIFIED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const WORDS = 'NODE_TLS_REJECT_UNAUTHORIZED=0 would turn off every certificate check';

const open = (env: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
  openOn(undefined, { flags, columns: 120, env: { ...envOf(where), ...env } });

const MAYBE = { BOTSCOPE_INSECURE_TLS: 'maybe' };
test.each<[line: readonly string[], env: Record<string, string>, code: number, text: string]>([
  [LIST, {}, 6, 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  [LIST, NOTHING_VERIFIED, 2, WORDS],
  [['doctor'], NOTHING_VERIFIED, 2, 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
  [LIST, MAYBE, 2, 'BOTSCOPE_INSECURE_TLS: must be yes or no, not "maybe"'],
])('certificates: %j with %j sends nothing and ends with %i', async (line, env, code, text) => {
  const { out, err, ...ended } = await run(where, line, { env });

  expect([ended.code, requests]).toEqual([code, 0]);
  expect((out + err).replace(/\s+/g, ' ')).toContain(text);
  if (code === 6) expect(err).toContain('NODE_EXTRA_CA_CERTS=<file>');
});

test('certificates: NODE_TLS_REJECT_UNAUTHORIZED=0 alone ends the explorer with 2 before its first screen', async () => {
  await take(await open(NOTHING_VERIFIED), ends(2), ['', WORDS], ({ terminal }) =>
    expect(terminal.bytes()).not.toContain('\x1b[?1049h'),
  );
  expect(requests).toBe(0);
});

test.each([
  ['--insecure-tls', ['--insecure-tls'], {}],
  ['BOTSCOPE_INSECURE_TLS', [], { BOTSCOPE_INSECURE_TLS: '1' }],
  ['--insecure-tls beside NODE_TLS_REJECT_UNAUTHORIZED=0', ['--insecure-tls'], NOTHING_VERIFIED],
])('certificates: %s turns off certificate checks', async (_how, flags, env) => {
  const { code, out } = await run(where, [...LIST, ...flags], { env });

  expect([code, out]).toEqual([0, 'bot-1\n']);
});

test('certificates: insecure_tls turns off certificate checks for its profile only', async () => {
  const profile = (name: string, more: string): string =>
    `  ${name}: {url: "${where.url}", workspace: w, token_env: TEST_TOKEN${more}}\n`;
  const settings = `profiles:\n${profile('lab', ', insecure_tls: true')}${profile('prod', '')}`;
  const env = { ...settingsEnv(settings), TEST_TOKEN: 'token-of-a-test' };

  const lab = await run(undefined, [...LIST, '--profile', 'lab'], { env });
  const prod = await run(undefined, [...LIST, '--profile', 'prod'], { env });

  expect([lab.code, lab.out, prod.code, prod.out]).toEqual([0, 'bot-1\n', 6, '']);
});

test('certificates: the title bar of the explorer reports that certificates are not verified', async () => {
  await take(await open({}, '--insecure-tls'), ['', 'self-signed'], ({ terminal }) =>
    expect(terminal.row(0)).toContain('TLS NOT VERIFIED'),
  );
});
