import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SKIN_NAMES } from '../../../src/config/settings.ts';
import type { Explorer } from '../../../src/explorer/actions/explorer.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../../src/explorer/paint/screen.ts';
import { screenStyleOf, type TerminalStyle, themeOf } from '../../../src/explorer/paint/theme.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { createFrames } from '../../../src/terminal/output/frames.ts';
import { startExplorer, writable } from '../../helpers/fake-explorer.ts';
import { startOnSandbox } from '../../helpers/on-sandbox.ts';
import { numRuns, seed } from '../../helpers/properties.ts';
import { renderScreen } from '../../helpers/render-screen.tsx';
import { keyNamed, someKeys } from '../../helpers/some-keys.ts';

const SIZES: readonly State['screen']['size'][] = [
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 60, rows: 9 },
  { columns: 59, rows: 24 },
  { columns: 30, rows: 8 },
  { columns: 29, rows: 8 },
  { columns: 80, rows: 7 },
  { columns: 1, rows: 1 },
];
const LOOKS: readonly TerminalStyle[] = [
  { depth: 'all', ascii: false, links: true },
  { depth: '16', ascii: true, links: false },
  { depth: 'mono', ascii: false, links: false },
];

type ScreenVariant = {
  readonly size: State['screen']['size'];
  readonly looks: TerminalStyle;
  readonly skin: string;
};

/** Returns the bytes by which Ink's frame changes the directly painted screen, '' if it is equal. */
function changes(explorer: Explorer, { size, looks, skin }: ScreenVariant): string {
  const state = withChange(explorer.store.getState(), { screen: { size, skin } });
  const theme = themeOf(skin, looks);
  // At time 0 no load has lasted long enough to be shown.
  const early = { ...explorer, now: () => 0 };
  const ink = renderScreen(early, state, theme).split('\n');
  const frames = createFrames(screenStyleOf(skin, looks));
  // Ink drops trailing blanks of a row.
  const rows = screenRows(state, theme).map(row => row.trimEnd());
  frames.paint(rows, size);
  return frames.paint(ink, size);
}

function everywhere(explorer: Explorer): readonly object[] {
  return SIZES.flatMap(size =>
    LOOKS.flatMap(looks =>
      SKIN_NAMES.flatMap(skin => {
        const bytes = changes(explorer, { size, looks, skin });
        return bytes === '' ? [] : [{ ...size, skin, bytes }];
      }),
    ),
  );
}

const PLACES = [undefined, 'workspace', 'integrations', 'bots?filter=support'] as const;

test.each(PLACES)(
  'direct painting: equals the screen of Ink at %s, before and after loading',
  async place => {
    const { explorer, until } = await startOnSandbox(place === undefined ? {} : { place });
    expect(everywhere(explorer)).toEqual([]);

    await until(({ data: { lists, records } }) =>
      [...Object.values(lists), ...Object.values(records)].every(({ phase }) => phase === 'ready'),
    );

    expect(everywhere(explorer)).toEqual([]);
  },
);

test('direct painting: equals the screen of Ink after a failed request', async () => {
  const { explorer, fault, until } = await startOnSandbox();
  fault({ status: 401 });
  explorer.reload({ screen: 'list', kind: 'bot', ids: {} });
  await until(({ data: { lists } }) => Object.values(lists).some(({ phase }) => phase === 'failed'));

  expect(everywhere(explorer)).toEqual([]);
});

test('direct painting: equals the screen of Ink without a server', () => {
  const { explorer } = startExplorer({ known: false });

  expect(everywhere(explorer)).toEqual([]);
});

test(`direct painting: equals the screen of Ink after any keys (seed ${seed})`, {
  timeout: 60_000,
}, async () => {
  const { explorer, until } = await startOnSandbox({ bots: 60 });
  await until(({ data: { lists } }) => Object.values(lists).some(({ last }) => last !== undefined));
  const looks = LOOKS[0] as TerminalStyle;
  const sequences = fc.sample(fc.record({ size: fc.constantFrom(...SIZES), keys: someKeys }), {
    numRuns: numRuns(400),
    seed,
  });

  for (const { size, keys } of sequences) {
    update(writable(explorer.store), { screen: { size } });
    for (const name of keys) press(explorer, keyNamed(name), { alone: true });
    const { skin } = explorer.store.getState().screen;
    expect(changes(explorer, { size, looks, skin }), keys.join(' ')).toBe('');
  }
});
