import { expect, test } from 'vitest';
import { withTab } from '../../src/explorer/actions/cursor/tabs.ts';
import { createExplorer, type Explorer } from '../../src/explorer/actions/explorer.ts';
import { snapshotsInMemory } from '../../src/explorer/actions/last-seen.ts';
import { available, runCommand } from '../../src/explorer/commands/registry.ts';
import { tabsOf } from '../../src/explorer/facts/tabs.ts';
import { press } from '../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../src/explorer/paint/screen.ts';
import { themeOf } from '../../src/explorer/paint/theme.ts';
import { announcementsOf } from '../../src/explorer/speech/speaker.ts';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { resourceOf, resources } from '../../src/resources/registry.ts';
import type { Ref } from '../../src/resources/resource.ts';
import { clean } from '../../src/text/sanitise.ts';
import { SERVER, writable } from '../helpers/fake-explorer.ts';
import { fakeService, page, settle } from '../helpers/fake-service.ts';
import { isTried, seed } from '../helpers/properties.ts';
import { soundRecords } from './documents.ts';
import { copyingHost } from './explorer-walk.ts';
import { slowUnits } from './growth.ts';

const UNITS = ['a', 'a ', '\n', '中', '👍\u200d', '\x1b[', 'https://a ', '?a=', '"', '/.', '@a', 'password='];

/** Values with a text that replace those of a record. */
const shapes: readonly ((text: string) => Json)[] = [
  text => text,
  text => text,
  text => [text],
  text => ({ a: text, [text]: text }),
  text =>
    Object.fromEntries(
      Array.from({ length: text.length / 80 }, (_, at) => [
        `k${at}`,
        { status: 'x_failed', statusReason: text.slice(0, 20), name: text.slice(0, 20) },
      ]),
    ),
];

function recordWith(kind: string, field: string, value: Json): JsonObject {
  // Parsed like the response of a server.
  return parseJson(JSON.stringify({ ...soundRecords[kind], [field]: value })) as JsonObject;
}

const SIZE = { columns: 100, rows: 30 };
const NOW = Date.UTC(2026, 10, 21);
const theme = themeOf('terminal', { depth: 'all', ascii: false, links: true });

function explorerOn(ref: Ref, record: JsonObject): { explorer: Explorer; written: () => number } {
  const service = fakeService(() => NOW);
  service.replyWith(({ id }) => ({ value: id.endsWith('.list') ? page([record]) : record }));
  let written = 0;
  const explorer = createExplorer({
    client: service.client,
    server: SERVER,
    size: SIZE,
    knownIds: () => [],
    now: () => NOW,
    end: () => undefined,
    snapshots: snapshotsInMemory([{ ref, at: 0, record: soundRecords[ref.kind] ?? {} }]),
    saveFile: async ({ path, chunks }) => {
      for (const chunk of chunks) written += chunk.length;
      return { kind: 'saved', path: clean(path), bytes: written };
    },
    terminalHost: copyingHost(text => {
      written += text.length;
    }),
  });
  return { explorer, written: () => written };
}

const OVERVIEW = [
  ...['down', 'end', 'pageup', '?', 'escape', ':', 'x', 'escape'],
  ...['/', 'a', 'enter', 'n', 'ctrl+d', 'escape'],
];
const WRAP = [':', ...'wrap', 'enter'];
const DOCUMENT = ['end', ...WRAP, 'pageup', 'y', ...WRAP, 'z', 'z', '/', 'a', 'enter', 'n'];
const COPIES = ['copy.yaml'];

/**
 * Opens the record in the explorer, shows all of it, compares it, saves it and closes it; throws if anything
 * fails.
 */
async function explore(kind: string, record: JsonObject): Promise<void> {
  const ids = Object.fromEntries(resourceOf(kind).ids.map(name => [name, `${name}_1`]));
  const ref = { kind, ids };
  const { explorer, written } = explorerOn(ref, record);
  const { store } = explorer;
  const look = (): void => {
    const state = store.getState();
    screenRows(state, theme);
    announcementsOf(state);
  };
  const keys = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      press(explorer, { name, text: [...name].length === 1 ? name : '' }, { alone: true });
      look();
    }
    await settle();
  };
  await settle();
  explorer.open({ screen: 'record', ref });
  await settle();
  look();
  await keys(OVERVIEW);
  for (const { title } of tabsOf(resourceOf(kind))) {
    writable(store).setState(state => withTab(state, title));
    look();
    await keys(['down', 'end', 'home']);
  }
  writable(store).setState({ dialog: undefined });
  explorer.open({ screen: 'raw', ref });
  await settle();
  look();
  await keys(DOCUMENT);
  writable(store).setState({ dialog: undefined });
  explorer.open({ screen: 'compare', ref });
  await settle();
  look();
  await keys(['down', 'end', 'home']);
  explorer.goBack();
  for (const { command } of available(store.getState(), ({ id }) => COPIES.includes(id)))
    runCommand(explorer, command, { key: '', alone: true });
  await keys(['ctrl+s', 'enter']);
  if (written() === 0) throw new Error('nothing was copied or saved');
  writable(store).setState({ dialog: undefined });
  for (const _view of store.getState().navigation.views) explorer.goBack();
  look();
}

/**
 * Names are cut at 10,000 characters before most of the work, which hides quadratic code from longer texts.
 * Much of the work does not depend on the text: linear code takes up to 5 times as long with ten times of it.
 */
const LIMITS = { lengths: [10_000, 100_000], most: 15, floorMs: 300 };

test.each(
  resources
    .filter(({ read }) => read !== undefined)
    .map(({ kind, fields }, at) => [kind, Object.keys(fields), at] as const),
)(
  `large records: a %s is shown, compared, copied and saved in linear time (seed ${seed})`,
  { timeout: 300_000 },
  async (kind, fields, row) => {
    const names = [...fields, 'somethingElse', 'secretToken'];
    const slow: string[] = [];
    for (const [at, unit] of UNITS.entries()) {
      // Each unit with every second kind: the others with the next seed. The first slow one is enough.
      if (!isTried(at) || (at + row + seed) % 2 > 0 || slow.length > 0) continue;
      const [field = '', shape = String] = [
        names[(seed + 7 * at) % names.length],
        shapes[(seed + at) % shapes.length],
      ];
      const run = (text: string) => explore(kind, recordWith(kind, field, shape(text)));
      slow.push(...(await slowUnits(run, [unit], LIMITS)).map(words => `${field}: ${words}`));
    }
    expect(slow).toEqual([]);
  },
);
