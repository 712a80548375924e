// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { newFolder } from '../helpers/folder.ts';
import { journeys } from '../helpers/journey.ts';
import { type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

/** A response in which the server switches to another protocol. */
const UPGRADE: Fault = { status: 101, headers: { upgrade: 'websocket', connection: 'Upgrade' } };
const WORDS = 'the server switched to another protocol (HTTP_101)';

const sandbox = sandboxPerTest({ bots: 3 });

test.each([[['bots', 'ls']], [['health']], [['bots', 'get', 'some-id']]])(
  'protocol switch: the command %s ends with 6',
  async argv => {
    sandbox.fault(UPGRADE);

    const { code, out, err } = await run(sandbox, argv);

    expect([code, out]).toEqual([6, '']);
    expect(err).toContain(WORDS);
  },
);

const { journey } = journeys({ columns: 110, rows: 32, sandbox: { bots: 3 } });

journey('protocol switch: the explorer reports it, and r recovers', ['heal', ['r', 'support-prod']], {
  fault: UPGRADE,
  first: WORDS,
});

test.each<readonly [string, Respond]>([
  ['never responds to CONNECT', () => undefined],
  ['opens a tunnel to nowhere', socket => void socket.write('HTTP/1.1 200 Connection established\r\n\r\n')],
])('deadline: it also applies behind a proxy that %s', async (_what, say) => {
  const proxy = await rawSocket(say);
  const hidden = { ...proxy, url: 'https://api.botscope.invalid' };

  const { code, err } = await run(hidden, ['bots', 'ls', '--timeout', '1'], {
    env: { HTTPS_PROXY: proxy.url },
  });
  await proxy.close();

  expect(proxy.asked).toEqual(['CONNECT api.botscope.invalid:443 HTTP/1.1']);
  expect(code).toBe(6);
  expect(err).toContain('No complete response within 1 s');
});

test('command: one whose request can never end exits with 70 and reports that its work is not done', async () => {
  const preload = join(newFolder('preload'), 'requests-without-end.cjs');
  writeFileSync(
    preload,
    "require('node:http').request = () => Object.assign(new (require('node:events'))(), { end() {} });",
  );

  const { code, out, err } = await run(sandbox, ['health'], {
    env: { NODE_OPTIONS: `--require=${preload}` },
  });

  expect([code, out]).toEqual([70, '']);
  expect(err).toBe('botscope: internal error: it stopped before its work was done.\n');
});
