import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { execFile, execFileSync, runFile, spawn, spawnPty, spawnSync } from './child-process.ts';

test.each([
  ['spawn', () => spawn('true')],
  ['spawnSync', () => spawnSync('true')],
  ['execFile', () => execFile('true')],
  ['execFile with a promise', () => promisify(execFile)('true')],
  ['execFileSync', () => execFileSync('true')],
  ['runFile', () => runFile('true')],
  ['spawnPty', () => spawnPty('true', [], {})],
])('program tag: %s fails in a test without it', (_name, start) => {
  expect(start).toThrow('This test starts a program. Say so: `{ tags: ');
});

test('program tag: with it, a test starts programs', { tags: 'program' }, () => {
  expect(spawnSync('true').status).toBe(0);
});
