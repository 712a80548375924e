// @module-tag program

import { expect } from 'vitest';
import { journeys, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ isShared: true });

const LIST = '/v1/admin/bots';

for (const [what, fault, words] of [
  ['401', { status: 401 }, ['401 The server refused the token', 'BP_TOKEN', 'BP_WORKSPACE_ID']],
  ['403', { status: 403 }, ['403 Your token may not do this', 'another token']],
  ['404', { status: 404 }, ['404 This address is not the API', 'The request went to']],
  [
    '429',
    { status: 429, headers: { 'retry-after': '3600' } },
    ['429 Too many requests: the server asks to wait'],
  ],
  ['500', { status: 500 }, ['500 Server error', 'error id', '2 tries']],
  [
    'HTML in place of JSON',
    { status: 200, contentType: 'text/html', body: '<html><title>Log in</title>' },
    ['it is HTML, not JSON', 'Log in', 'proxy'],
  ],
  ['a redirect', { redirect: 'http://127.0.0.1:9/elsewhere' }, ['points to another address', '127.0.0.1:9']],
] as const)
  journey(`failure screen: ${what} has its cause, the request and advice, and r recovers`, [
    { start: { fault: { path: LIST, ...fault }, columns: 100, rows: 30, first: words[0] } },
    ['', ...words, 'GET /v1/admin/bots', '$url', 'x-workspace-id'],
    ({ terminal, sandbox }) => expect(terminal.bytes()).not.toContain(sandbox.token),
    'heal',
    ['r', 'support-prod'],
  ]);

journey('failure screen: c copies the error id from its line', [
  {
    start: {
      fault: { path: LIST, status: 500, body: { id: 'err_01JD', message: 'no' } },
      first: 'error id    err_01JD',
    },
  },
  until('j', /▸ error id/),
  ['c', /this line copied .* +err_01JD/],
  ({ terminal }) => expect(terminal.bytes()).toContain(Buffer.from('err_01JD').toString('base64')),
]);

for (const [what, keys, shown] of [
  ['a record', 'Enter', 'Diagnosis'],
  ['raw JSON', 'Enter y', 'signingSecret'],
] as const)
  journey(`failed reload: ${what} keeps its content, and ! shows all details`, [
    [keys, shown],
    'GET /v1/* 503',
    ['r', '503 Server error', shown, '! details'],
    ['!', 'What was sent', 'What you can do', 'GET /v1/admin/bots'],
    ['Esc', shown],
    'heal',
    ['! r', shown, not('503 Server error')],
    ['!', 'No error here'],
  ]);

journey('empty list: loading, failed and empty look different', [
  { start: { sandbox: { bots: 0 }, fault: { hang: 'headers', path: LIST }, first: 'loading …' } },
  ['Esc', 'Stopped'],
  'heal',
  `GET ${LIST} 403`,
  ['r', '403 Your token may not do this', 'not loaded'],
  'heal',
  ['r', 'No bots here', not('not loaded')],
]);

journey('missing record: the screen offers neither tabs nor a delete', [
  [': "bot 00000000-0000-4000-8000-000000000000" Enter', '404 Not found', not('next tab', 'Ctrl-D')],
]);
