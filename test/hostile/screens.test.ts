import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTab } from '../../src/explorer/actions/cursor/tabs.ts';
import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { screenRows } from '../../src/explorer/paint/screen.ts';
import { screenStyleOf, type TerminalStyle, themeOf } from '../../src/explorer/paint/theme.ts';
import { withCursorMoved } from '../../src/explorer/selection/cursor.ts';
import { announcementsOf, news, SPOKEN_SIZE } from '../../src/explorer/speech/speaker.ts';
import type { State } from '../../src/explorer/state/state.ts';
import { update, withChange } from '../../src/explorer/state/store.ts';
import { resources } from '../../src/resources/registry.ts';
import { createFrames } from '../../src/terminal/output/frames.ts';
import { cells } from '../../src/text/width.ts';
import { shownLines, writable } from '../helpers/fake-explorer.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { isTried, numRuns, seed } from '../helpers/properties.ts';
import { renderScreen } from '../helpers/render-screen.tsx';
import { hostileText, INVISIBLE } from '../text/hostile.ts';
import { brokenRecord, replaceValues, type ServerJson, soundRecords, strange } from './documents.ts';
import { allViews, atRest, startExplorerOn, tryCommands } from './explorer-walk.ts';
import { hostileServer, type ServerDocuments } from './server.ts';

/** Screen sizes: usual, large, narrow and very small. */
const SIZES: readonly State['screen']['size'][] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 12 },
  { columns: 20, rows: 5 },
];

const LOOKS: TerminalStyle = { depth: 'all', ascii: false, links: true };

/** Style sequences and links of our own. */
const OWN = /\u001b\[[\d;]*m|\u001b\]8;;(?:https:\/\/[!-~]+?)?(?:\u0007|\u001b\\)/g;

function rowFaults(row: string, { columns }: State['screen']['size']): readonly string[] {
  const bare = row.replace(OWN, '');
  return [
    ...(cells(bare) > columns ? [`${cells(bare)} cells: ${bare}`] : []),
    ...(INVISIBLE.test(bare) ? [`not text: ${JSON.stringify(bare)}`] : []),
  ];
}

/** Rows and screens without a fault: nearly all of them come up again. */
const sound = new Set<string>();
function faultsOnce(what: string, find: () => readonly string[]): readonly string[] {
  if (sound.has(what)) return [];
  const found = find();
  if (found.length === 0) sound.add(what);
  return found;
}

/**
 * Returns the faults of the present screen at a size, as sentences; throws if painting fails. Ink draws the
 * painted rows as they are, which takes most of the time.
 */
function faults(explorer: Explorer, size: State['screen']['size'], isDrawn: boolean): readonly string[] {
  const state = withChange(explorer.store.getState(), { screen: { size } });
  const theme = themeOf(state.screen.skin, LOOKS);
  const rows = isDrawn ? renderScreen(explorer, state, theme).split('\n') : screenRows(state, theme);
  return [
    ...(rows.length === size.rows || (!isDrawn && rows.length < size.rows)
      ? []
      : [`${rows.length} rows of ${size.rows}`]),
    ...rows.flatMap(row => faultsOnce(`${size.columns} ${row}`, () => rowFaults(row, size))),
    ...faultsOnce(`${size.columns}x${size.rows} ${rows.join('\n')}`, () =>
      foreignBytes(createFrames(screenStyleOf('terminal', LOOKS)).paint(rows, size).replace(OWN, '')).map(
        byte => `byte ${JSON.stringify(byte)}`,
      ),
    ),
  ];
}

/** Returns the faults in what is announced, and in all lines, including those outside the screen. */
function lineFaults({ store }: Explorer): readonly string[] {
  const state = store.getState();
  const spoken = withChange(state, { screen: { size: SPOKEN_SIZE } });
  return [...shownLines(state), ...news(announcementsOf(spoken), undefined)]
    .filter(line => INVISIBLE.test(line))
    .map(line => `line: ${JSON.stringify(line.slice(0, 300))}`);
}

let server: Awaited<ReturnType<typeof hostileServer>>;
beforeAll(async () => {
  server = await hostileServer();
});
afterAll(() => server.close());

/** Number of pages of a list or a text that are checked after the first one. */
const PAGES = 3;

const kinds = resources.map(({ kind }) => kind);
const forKinds = <T>(make: (kind: string) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(kinds.map(kind => [kind, make(kind)]));

type Walk = {
  readonly documents: ServerDocuments;
  readonly id: (name: string) => string;
  readonly text: string;
  readonly isViewed: (at: number) => boolean;
  readonly isWanted: (command: { readonly id: string }) => boolean;
  readonly sizeAt: (step: number) => number;
};

async function walk({ documents, id, text, isViewed, isWanted, sizeAt }: Walk): Promise<readonly string[]> {
  server.give(documents);
  const { explorer, copied } = startExplorerOn(server);
  const wrong: string[] = [];
  let step = 0;
  const paint = (where: string, at: number, isDrawn: boolean): void => {
    const size = SIZES[at % SIZES.length];
    if (size === undefined) return;
    update(writable(explorer.store), { screen: { size } });
    wrong.push(
      ...faults(explorer, size, isDrawn).map(fault => `${where} at ${size.columns}x${size.rows}: ${fault}`),
    );
  };
  for (const [at, view] of allViews(id).entries()) {
    if (!isViewed(at)) continue;
    const where = JSON.stringify(view.place) + (view.tab ?? '');
    const look = (what: string): void => paint(`${where} ${what}`, sizeAt(step), step++ % 8 === 0);
    explorer.openView(view);
    explorer.change(state => withTab(state, view.tab ?? ''));
    await atRest(explorer);
    for (const each of SIZES.keys()) paint(where, each, true);
    wrong.push(...lineFaults(explorer).map(fault => `${where}: ${fault}`));
    for (let page = 0; page < PAGES; page++) {
      explorer.change(state => withCursorMoved(state, 'page-down'));
      look(`page ${page}`);
    }
    explorer.change(state => withCursorMoved(state, 'first'));
    await tryCommands(explorer, { text, look, isWanted });
  }
  wrong.push(...copied.filter(each => /(?![\n\t])\p{Cc}/u.test(each)).map(each => `copied ${each}`));
  return wrong;
}

const plainId = (name: string): string => `${name}_1`;
// One skin is enough: server texts do not depend on colours.
const isWanted = ({ id }: { readonly id: string }): boolean => !id.startsWith('skin.') || id === 'skin.light';
const all = { isViewed: isTried, isWanted, sizeAt: (step: number) => step, id: plainId };

/** Records in which every value is wrong in the same way. */
const FLAVOURS: Readonly<Record<string, (kind: string) => ServerJson>> = {
  'hostile texts': kind => {
    let at = 0;
    return replaceValues(soundRecords[kind] ?? {}, () => payloads[at++ % payloads.length] ?? '');
  },
  'values of other types': kind => {
    let at = 0;
    const fields = Object.keys(soundRecords[kind] ?? {});
    return Object.fromEntries(fields.map(name => [name, strange[at++ % strange.length] ?? null]));
  },
};

test.each(Object.entries(FLAVOURS))(
  'screens: every screen and command accepts records of %s',
  async (_name, make) => {
    const records = forKinds(make);
    const items = (kind: string): readonly ServerJson[] => [
      records[kind] ?? {},
      records[kind] ?? {},
      soundRecords[kind] ?? {},
      null,
      ...payloads.map(id => ({ id, name: id })),
    ];

    const wrong = await walk({
      ...all,
      documents: { records, lists: forKinds(items), meta: { nextToken: payloads[0] ?? '' } },
      text: payloads.filter(({ length }) => length < 1000).join(''),
    });

    expect(wrong).toEqual([]);
  },
  300_000,
);

const documents: fc.Arbitrary<ServerDocuments> = fc.record({
  records: fc.record(forKinds(brokenRecord)),
  lists: fc.record(forKinds(kind => fc.array(brokenRecord(kind), { maxLength: 4 }))),
  meta: fc.oneof(
    fc.constantFrom<ServerJson>({}, { nextToken: 'next' }, { nextToken: '' }),
    fc.constantFrom(...strange),
    hostileText.map(nextToken => ({ nextToken })),
  ),
});

const ids = fc.oneof(
  fc.constantFrom('b_1', '__proto__', 'constructor', 'a/b', '..', ''),
  fc.constantFrom('12', 'a\nb=c', '%2F', '\ud800', '\u001b[2J'),
  hostileText,
);

const RUNS = numRuns(20);

test(
  `screens: any screen accepts any response (seed ${seed})`,
  async () => {
    const walks = fc.record({
      documents,
      id: ids.map(id => () => id),
      text: hostileText,
      views: fc.nat(),
      commands: fc.nat(),
      sizes: fc.nat(),
    });

    await fc.assert(
      fc.asyncProperty(walks, async ({ documents, id, text, views, commands, sizes }) => {
        let asked = commands;
        const wrong = await walk({
          documents,
          id,
          text,
          isViewed: at => (at + views) % 7 === 0,
          isWanted: () => asked++ % 12 === 0,
          sizeAt: step => step + sizes,
        });

        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS, seed },
    );
  },
  20_000 + 4_000 * RUNS,
);
