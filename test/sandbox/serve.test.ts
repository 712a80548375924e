import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOf, type ServeValues, serveFlags, serveOptions } from '../../src/sandbox/options.ts';
import { forAll } from '../helpers/property.ts';

test('serve flags: work together, but for those that exclude each other', () => {
  const flags: readonly (readonly [name: string, given: ServeValues[string], options: object])[] = [
    ['port', '8080', { port: 8080 }],
    ['host', '0.0.0.0', { host: '0.0.0.0' }],
    ['control', 'any', { control: 'any' }],
    ['cors', true, { cors: true }],
    ['records', undefined, {}],
    ['records-schema', true, { printsSchema: true }],
    ['empty', undefined, {}],
    ['bots', '5', { bots: 5 }],
    ['odd', true, { odd: true }],
    ['page-size', '7', { pageSize: 7 }],
    ['seed', '9', { seed: 9 }],
    ['latency', '250', { latency: 250 }],
    ['rate', '5/s', { rate: '5/s' }],
    ['token', 'secret-token', { token: 'secret-token' }],
    ['workspace-id', 'wkspace_x', { workspaceId: 'wkspace_x' }],
    ['ext', true, { ext: true }],
    [
      'fault',
      ['GET /v1/admin/bots 500', 'DELETE /v1/* reset 1'],
      {
        faults: [
          { method: 'GET', path: '/v1/admin/bots', status: 500 },
          { method: 'DELETE', path: '/v1/*', reset: 'before', times: 1 },
        ],
      },
    ],
    ['faults', undefined, {}],
    ['now', '2026-01-05T08:00:00Z', { now: Date.UTC(2026, 0, 5, 8) }],
    ['ready-file', 'ready.json', { readyFile: 'ready.json' }],
    ['log', 'log.ndjson', { logFile: 'log.ndjson' }],
    ['parent', '12', { parent: 12 }],
  ];
  const values = Object.fromEntries(flags.map(([name, given]) => [name, given]));

  expect(serveFlags.map(nameOf)).toEqual(Object.keys(values));
  expect(serveOptions(values)).toEqual(Object.assign({}, ...flags.map(([, , options]) => options)));
  expect(serveOptions({ faults: 'faults.yaml' })).toEqual({ faults: 'faults.yaml' });
  expect(serveOptions({ records: 'mine.yaml' })).toEqual({ records: 'mine.yaml' });
  expect(serveOptions({ cors: 'http://localhost:5173' })).toEqual({ cors: 'http://localhost:5173' });
  expect(serveOptions({ empty: true })).toEqual({ empty: true });
});

test.each([
  [{ fault: ['* /a hang'], faults: 'f' }, '--fault and --faults'],
  [{ records: 'mine.yaml', bots: '5' }, '--records and --bots'],
  [{ records: 'mine.yaml', empty: true as const }, '--records and --empty'],
  [{ empty: true as const, bots: '5' }, '--empty and --bots'],
])('serve flags: %j exclude each other', (values, flags) => {
  expect(serveOptions(values)).toBe(`${flags}: use one of them.`);
});

test.each([
  ['port', '65536', '--port: Must be a whole number from 0 to 65535.'],
  ['port', '', '--port: Must be a whole number from 0 to 65535.'],
  ['bots', '1e5', '--bots: Must be a whole number from 0 to 100000.'],
  ['page-size', '0', '--page-size: Must be a whole number from 1 to 1000.'],
  ['seed', '-1', '--seed: Must be a whole number from 0 to 4294967295.'],
  ['latency', 'slow', '--latency: Must be a whole number from 0 to 600000.'],
  ['rate', '5', '--rate: Must be a limit such as 5/s, 100/m or 1000/h.'],
  ['token', 'two words', '--token: Must be 1 to 512 ASCII characters without spaces.'],
  ['workspace-id', '', '--workspace-id: Must be 1 to 512 ASCII characters without spaces.'],
  ['host', 'a/b', '--host: Must be an address such as 127.0.0.1.'],
  ['fault', 'GET', '--fault: METHOD PATH EFFECTS are needed, as in GET /v1/admin/bots 503.'],
  ['fault', 'GET \u001b[2J 500', '--fault: "^[[2J" is not a path that starts with /, without a query.'],
  ['fault', 'GET /a 500 times=0', '--fault: times must be a whole number from 1 to 999999999, not "0".'],
  ['now', 'soon', '--now: Must be a time such as 2026-01-05T08:00:00Z.'],
  ['parent', '0', '--parent: Must be a whole number from 1 to 4194304, the id of a process.'],
  ['records', '', '--records: Must be the path of a file.'],
])('serve flags: --%s "%s" is refused', (name, value, sentence) => {
  expect(serveOptions({ [name]: value })).toBe(sentence);
});

test('serve flags: every text is either parsed or refused with a sentence', () =>
  forAll(100, fc.constantFrom(...serveFlags), fc.string(), (flag, text) => {
    const read = serveOptions({ [nameOf(flag)]: text });
    return typeof read === 'object' || /^--.*\.$/s.test(read);
  }));
