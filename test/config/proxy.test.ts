import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proxyOf, routeThroughProxies } from '../../src/config/proxy.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { nodeUnderTest } from '../helpers/program.ts';

const PROXY = 'http://proxy.example.org:8080';

test.each([
  ['https://api.example.org', { HTTPS_PROXY: PROXY }, 'HTTPS_PROXY'],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, https_proxy: PROXY }, 'https_proxy'],
  ['http://api.example.org', { HTTPS_PROXY: PROXY }, undefined],
  ['http://api.example.org', { HTTP_PROXY: PROXY }, 'HTTP_PROXY'],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, NO_PROXY: 'other.org, example.org' }, undefined],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, NO_PROXY: '.example.org' }, undefined],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, undefined],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, no_proxy: 'api.example.org:443' }, undefined],
  ['https://api.example.org', { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example.org:8443' }, 'HTTPS_PROXY'],
  ['https://notexample.org', { HTTPS_PROXY: PROXY, NO_PROXY: 'example.org' }, 'HTTPS_PROXY'],
  ['http://127.0.0.1:3000', { HTTP_PROXY: PROXY }, undefined],
  ['http://[::1]:3000', { HTTP_PROXY: PROXY }, undefined],
  ['https://api.example.org', {}, undefined],
] as const)('proxy: for %s and %j it is that of %s', (address, env, from) => {
  expect(proxyOf(address, env)?.from).toBe(from);
});

test('proxy: user name and password of its address are not shown', () => {
  const said = proxyOf('https://api.example.org', { HTTPS_PROXY: 'http://me:s3cr3t@proxy.example.org:1' });

  expect(said?.address).toBe('http://proxy.example.org:1');
});

test.each(['proxy.example.org', 'socks5://x', 'http://', 'http://a:b:c'])(
  'proxy: %j is no proxy',
  async text => {
    expect(await routeThroughProxies({ HTTPS_PROXY: text })).toMatchObject({
      kind: 'bad-setting',
      detail: expect.stringContaining('HTTPS_PROXY must be an address'),
    });
  },
);

test('proxy: a Node without proxy support is named with the version it needs', { tags: 'program' }, () => {
  const old = join(newFolder('old-node'), 'old.cjs');
  writeFileSync(
    old,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.20.0' } });
     delete require('node:http').setGlobalProxyFromEnv;`,
  );

  const { status, stderr } = spawnSync(nodeUnderTest, ['-r', old, 'dist/botscope.cjs', 'bots', 'ls'], {
    encoding: 'utf8',
    env: { HOME: '/dev/null', HTTPS_PROXY: PROXY },
  });

  expect(stderr).toContain('HTTPS_PROXY needs Node 22.21, 24.5 or newer, but this is Node 22.20.0');
  expect(status).toBe(2);
});

test('proxy: a Node that reads proxies only at its start is restarted with all arguments', {
  tags: 'program',
}, () => {
  const older = join(newFolder('older-node'), 'older.cjs');
  writeFileSync(older, `delete require('node:http').setGlobalProxyFromEnv;`);

  const words = ['-r', older, 'dist/botscope.cjs', 'doctor', '-o', 'json'];
  const { stdout, stderr } = spawnSync(nodeUnderTest, words, {
    encoding: 'utf8',
    env: {
      HOME: '/dev/null',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      BP_API_URL: 'https://api.example.org',
      BP_TOKEN: 'bp_pat_abc',
      BP_WORKSPACE_ID: 'w1',
    },
  });

  expect(stderr).toBe('');
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({ name: 'proxy', advice: expect.stringContaining('Check HTTPS_PROXY') }),
  );
});
