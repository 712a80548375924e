// @module-tag program

import { afterAll, beforeAll, expect, test } from 'vitest';
import { idle } from './groups.ts';
import { BOTSCOPE, type Kit, openKit } from './kit.ts';
import { held, pressAll } from './lists.ts';
import { withoutProc } from './processes.ts';

// Measures that a noisy machine cannot change: bytes, keys and screens, never times.

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterAll(() => kit.close());

test('explorer: a key costs hardly more bytes than the change on the screen', async () => {
  const figures = await pressAll(BOTSCOPE, kit, 1000);

  for (const where of ['window', 'scroll', 'page'])
    expect({ where, ratio: figures[`${where} x encoder`] }).toSatisfy(({ ratio }) => ratio <= 1.1);
  expect([figures['window dead'], figures['scroll dead'], figures['page dead']]).toEqual([0, 0, 0]);
}, 60_000);

test('explorer: a held key is never lost, and shows no half of a screen', async () => {
  const figures = await held.run(BOTSCOPE, kit);

  expect(figures['60 Hz lost']).toBe(0);
  expect(figures['60 Hz states a key']).toBeLessThanOrEqual(1.05);
}, 60_000);

test.skipIf(withoutProc())(
  'explorer: at rest nothing is written, while a page is awaited next to nothing',
  async () => {
    const figures = await idle.run(BOTSCOPE, kit);

    expect(figures['rest bytes/s']).toBe(0);
    expect(figures['loading bytes/s']).toBeLessThanOrEqual(100);
  },
  60_000,
);
