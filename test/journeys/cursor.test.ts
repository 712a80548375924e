// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { settingsEnv } from '../helpers/home.ts';
import { atRest, journeys, take } from '../helpers/journey.ts';

const { journey } = journeys();

const isHidden = ({ terminal }: ExplorerRun) => expect(terminal.cursorVisible()).toBe(false);
const isBehind =
  (text: RegExp) =>
  ({ terminal }: ExplorerRun) =>
    terminal.waitFor(() => text.test(terminal.beforeCursor() ?? ''));

type Field = readonly [open: string, before: RegExp, close: string];

/** Keys that open a field and type into it; what is left of the cursor then; keys that close the field. */
const FIELDS: readonly Field[] = [
  ['/ supp', /^ \/supp$/, 'Esc'],
  ['y / name', /^ \/name$/, 'Esc q'],
  [': abc', /^ :abc$/, 'Esc'],
  ['Ctrl-P abc', /^ \/abc$/, 'Esc'],
  ['W abc', / to unlock > abc$/, 'Esc'],
  ['Ctrl-S Ctrl-U abc', /^ ▸ file +abc$/, 'Esc'],
  ['Ctrl-P `new` Enter Tab abc', /abc$/, 'Esc'],
];
const DELETE: Field = ['Ctrl-D PgDn PgDn PgDn sup', / > sup$/, 'Esc'];

const stepsOf = ([keys, before, close]: Field) => [
  [keys] as const,
  isBehind(before),
  ['←'] as const,
  isBehind(new RegExp(before.source.replace(/.\$$/, '$'))),
  [close] as const,
  atRest,
  isHidden,
];

for (const size of ['160x50', '80x24', '40x12'])
  journey(`cursor: at ${size} it is shown where text is inserted in every field, and hidden elsewhere`, [
    { start: { env: settingsEnv('protect: true\n') } },
    [size],
    atRest,
    isHidden,
    ...FIELDS.flatMap(stepsOf),
    run => take(run, [`W ${new URL(run.sandbox.url).host} Enter`, /UNLOCKED/]),
    ...stepsOf(DELETE),
  ]);
