import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/json/json.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { command } from '../helpers/run-cli.ts';

const TOKEN = 'bp_pat_masking_of_output';
const escapedToken = [...TOKEN].map(each => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
const address = 'https://u:PW@h.example/x?token=T0K';

/** A bot that quotes credentials in its texts, and hides characters in its name. */
const bot: Json = {
  id: 'b1',
  name: 'a\u202eb\u200bc\u001b[2J\u009bd',
  description: `see ${address}`,
  pwd: 'PW',
  integrations: {
    slack: {
      id: 'intver_1',
      name: 'slack',
      status: 'registration_failed',
      statusReason: `POST ${address} failed`,
      echo: TOKEN,
    },
  },
  recurringEvents: { poll: { failedAttempts: 9, lastFailureReason: `GET ${address}` } },
};

let server: Awaited<ReturnType<typeof rawServer>>;
beforeAll(async () => {
  server = await rawServer((request, response) => {
    const isList = new URL(request.url ?? '', 'http://x').pathname.endsWith('/bots');
    const body = JSON.stringify(isList ? { bots: [bot], meta: {} } : { bot });
    response.setHeader('content-type', 'application/json');
    response.end(body.replaceAll(TOKEN, escapedToken));
  });
});
afterAll(() => server.close());

const where = () => ({ url: server.url, token: TOKEN, workspaceId: 'w' });
const FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'text'];
const COMMANDS = [
  ...['bots get b1', 'bots get b1 b1', 'bots diagnose b1', 'bots diagnose b1 b1', 'health'],
  'bots ls --columns name,medias,integrations,health,recurringEvents',
];

test.each(FORMATS)(
  'masking: no command prints a credential of an address or an echoed token as %s',
  async format => {
    for (const words of COMMANDS) {
      const { code, out, err } = await command(where(), [...words.split(' '), '-o', format]);

      expect([0, 1], err).toContain(code);
      expect(out, words).not.toBe('');
      for (const secret of ['PW', 'T0K', TOKEN, '\\u0062\\u0070'])
        expect(out + err, words).not.toContain(secret);
    }
  },
);

test('CSV: a terminal shows control, direction and invisible characters; a file keeps the invisible ones', async () => {
  const words = ['bots', 'ls', '-o', 'csv', '--columns', 'id,name'];

  const terminal = await command(where(), words, { width: 80 });
  const file = await command(where(), words);
  const record = await command(where(), ['bots', 'get', 'b1', '-o', 'csv', '--columns', 'name'], {
    width: 80,
  });

  expect(terminal.out).toBe('id,name\r\nb1,a<U+202E>b<U+200B>c^[[2J<U+009B>d\r\n');
  expect(record.out).toBe('name\r\na<U+202E>b<U+200B>c^[[2J<U+009B>d\r\n');
  expect(file.out).toBe('id,name\r\nb1,a\u202eb\u200bc[2Jd\r\n');
});
