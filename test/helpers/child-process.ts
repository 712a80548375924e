import * as node from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as pty from '@lydell/node-pty';

// In place of `node:child_process`, so that no test starts a program unnoticed: `npm test` leaves out the
// tests with the tag `program`, and every test without a tag that starts one fails here.

/** Tags of the running test, or of its file during `beforeAll`; undefined outside of tests. */
let tags: readonly string[] | undefined;
export const setTags = (now: readonly string[] = []): void => {
  tags = now;
};

const checkTags = (): void => {
  if (tags !== undefined && !tags.includes('program') && !tags.includes('smoke'))
    throw new Error(
      "This test starts a program. Say so: `{ tags: 'program' }` behind its name or that of its describe, or " +
        '`// @module-tag program` at the top of a file whose tests all do.',
    );
};

/** Here Node keeps what it has compiled of a program, so that a further start takes a sixth less. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node');

const withCompiled = (option: unknown): unknown =>
  typeof option === 'object' && option !== null && 'env' in option
    ? { ...option, env: { NODE_COMPILE_CACHE, ...(option.env as object) } }
    : option;

const guarded = <Start extends object>(start: Start): Start =>
  new Proxy(start, {
    apply: (target, self, args) => {
      checkTags();
      return Reflect.apply(target as CallableFunction, self, args.map(withCompiled));
    },
    // `promisify` takes another function out of this one.
    get: (target, key) => {
      checkTags();
      return Reflect.get(target, key);
    },
  });

export const spawn = guarded(node.spawn);
export const spawnSync = guarded(node.spawnSync);
export const execFile = guarded(node.execFile);
export const execFileSync = guarded(node.execFileSync);
export const runFile = guarded(promisify(node.execFile));
/** Makes a named pipe, in any test: there is no other way, and it takes no time. */
export const makePipe = (path: string): void => void node.execFileSync('mkfifo', ['-m', '600', path]);
export const spawnPty = guarded(pty.spawn);
