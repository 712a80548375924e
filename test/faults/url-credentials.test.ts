// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { journeys } from '../helpers/journey.ts';
import { command, newState, run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const ADDRESS = 'https://bob:hunter2@db.example/x?token=t0psecret';
const SECRETS = /hunter2|t0psecret/;

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['a message', { status: 500, body: { message: `cannot reach ${ADDRESS}` } }],
  ['a nested message', { status: 403, body: { error: { message: `${ADDRESS} refused` } } }],
  ['an error id', { status: 400, body: { id: ADDRESS, message: 'no' } }],
  ['a web page', { status: 200, body: `<html><title>${ADDRESS}</title>`, contentType: 'text/html' }],
  ['plain text', { status: 502, body: `${ADDRESS} is down`, contentType: 'text/plain' }],
  ['a redirect', { redirect: ADDRESS }],
];

test.each(FAULTS)(
  'URL credentials: those in %s of the server are neither printed nor traced',
  async (_where, fault) => {
    const sandbox = await startSandbox({ bots: 3, faults: [fault] });
    const trace = join(newState(), 'requests.ndjson');

    const text = await run(sandbox, ['bots', 'ls', '--trace', trace]);
    const json = await command(sandbox, ['bots', 'ls', '-o', 'json']);
    await sandbox.close();

    for (const seen of [text.err, json.err, readFileSync(trace, 'utf8')]) expect(seen).not.toMatch(SECRETS);
    expect(text.err).toMatch(/^botscope: .+\n/);
  },
);

journeys().journey('URL credentials: the explorer shows a URL without them', [
  { start: { fault: FAULTS[0]?.[1] ?? {}, columns: 120, first: 'cannot reach https://' } },
  ({ terminal }) => expect(terminal.bytes()).not.toMatch(SECRETS),
]);
