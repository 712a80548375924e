import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listPrinter, printRecord } from '../../src/cli/shared/output.ts';
import { withTab } from '../../src/explorer/actions/cursor/tabs.ts';
import { createExplorer, type Explorer } from '../../src/explorer/actions/explorer.ts';
import { snapshotsInMemory } from '../../src/explorer/actions/last-seen.ts';
import { available } from '../../src/explorer/commands/available.ts';
import { runCommand } from '../../src/explorer/commands/command.ts';
import { press } from '../../src/explorer/keyboard/keyboard.ts';
import { screenRows } from '../../src/explorer/paint/screen.ts';
import { themeOf } from '../../src/explorer/paint/theme.ts';
import { announcementsOf } from '../../src/explorer/speech/speaker.ts';
import { formats } from '../../src/formats/export.ts';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { resourceOf, resources } from '../../src/resources/registry.ts';
import type { Ref } from '../../src/resources/resource.ts';
import { tabsOf } from '../../src/resources/tabs.ts';
import { clean } from '../../src/text/sanitise.ts';
import { SERVER } from '../helpers/fake-explorer.ts';
import { fakeService, page, settle } from '../helpers/fake-service.ts';
import { numRuns, seed } from '../helpers/properties.ts';
import { writable } from '../helpers/writable.ts';
import { soundRecords } from './documents.ts';
import { copyingHost } from './explorer-walk.ts';

/**
 * Units that are repeated to a long text: plain, blank, wide, invisible, half characters, and characters
 * special in patterns.
 */
const UNITS = [
  ...'aZ0 -_.,:;/\\?&=#@%|*`"',
  ..."'<[{(+~$^!\n\r\t\0\x1b\x7f\x9b",
  ...'é漢👍\u0301\u200d\u202e\ufe0f\u00ad\u2028한\u{1f1e6}ـ🏽',
  ...['\ud800', '\udc00', 'a ', ' a', '?a', 'a=', '?=', '&a', '://', 'a.', '1.', '1e', '- ', '\r\n', 'a\n'],
  ...['\n ', '# ', '](', '\u0301\u0323', '👍\u200d', '👍\ufe0f', 'https://a ', 'x://u@', '\\"', 'A\u0300'],
  ...['\x1b[', '/.', '..', '@a', ':a', 'sk'],
];
/** Beginnings of the text that some pattern searches for. */
const STARTS = [
  ...['', '', '', 'https://x/', 'https://', 'x?', 'Bearer ', '"', 'a'],
  ...['2025-01-01', 'key=', '<', 'v1.'],
];

/** Values of about `size` characters that replace the value of a field. */
const shapes: readonly ((unit: string, start: string, size: number) => Json)[] = [
  (unit, start, size) => textOf(unit, start, size),
  (unit, start, size) => textOf(unit, start, size),
  (unit, start, size) => textOf(unit, start, size),
  (unit, _start, size) => Array.from({ length: size / 8 }, () => unit),
  (unit, start, size) => [textOf(unit, start, size)],
  (unit, start, size) => ({ a: textOf(unit, start, size) }),
  (unit, start, size) => ({ [textOf(unit, start, size)]: unit }),
  (unit, _start, size) =>
    Object.fromEntries(Array.from({ length: size / 24 }, (_, at) => [`${unit}${at}`, unit])),
  (unit, _start, size) =>
    Object.fromEntries(
      Array.from({ length: size / 80 }, (_, at) => [
        `k${at}`,
        { status: 'x_failed', statusReason: unit, name: unit },
      ]),
    ),
];

const textOf = (unit: string, start: string, size: number): string =>
  start + unit.repeat(Math.ceil(size / unit.length));

type LargeField = {
  readonly kind: string;
  readonly field: string;
  readonly shape: number;
  readonly unit: string;
  readonly start: string;
  readonly is: 'record' | 'list';
};

const kinds = resources.filter(({ read }) => read !== undefined).map(({ kind }) => kind);

const anyLarge: fc.Arbitrary<LargeField> = fc.constantFrom(...kinds).chain(kind =>
  fc.record({
    kind: fc.constant(kind),
    field: fc.constantFrom(...Object.keys(resourceOf(kind).fields), 'somethingElse', 'secretToken'),
    shape: fc.nat(shapes.length - 1),
    unit: fc.constantFrom(...UNITS),
    start: fc.constantFrom(...STARTS),
    is: fc.constantFrom('record', 'list'),
  }),
);

function largeRecord({ kind, field, shape, unit, start }: LargeField, size: number): JsonObject {
  const value = shapes[shape]?.(unit, start, size) ?? null;
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

const OUTPUTS = ['json', 'yaml', 'ndjson', 'csv', 'name', 'table'] as const;

async function print(kind: string, record: JsonObject, is: 'record' | 'list'): Promise<void> {
  const resource = resourceOf(kind);
  let written = 0;
  const write = async (text: string): Promise<boolean> => {
    written += text.length;
    return true;
  };
  const isClosed = (): boolean => false;
  const io = { write, isClosed, width: 100, hasColours: true } as Parameters<typeof printRecord>[0]['io'];
  const self = { kind, ids: Object.fromEntries(resource.ids.map(name => [name, 'x'])) };
  for (const output of OUTPUTS) {
    const style = {
      output,
      only: undefined,
      reveals: false,
      clock: { now: NOW, exact: false },
      hasHeaders: true,
    };
    if (is === 'record') await printRecord({ io, resource, style }, record, self);
    else {
      const printer = listPrinter({ io, resource, style });
      await printer.add([record]);
      await printer.end();
    }
  }
  // The commands print the other formats.
  for (const { name, print: pieces } of formats)
    if (name === 'markdown')
      for (const piece of pieces({ resource, records: [record], kind: is, at: NOW })) written += piece.length;
  if (written === 0) throw new Error('nothing was printed');
}

/** Runs all that can be done with a record; returns the milliseconds of processor time. */
async function timeOf(large: LargeField, size: number): Promise<number> {
  const record = largeRecord(large, size);
  const before = process.threadCpuUsage();
  await explore(large.kind, record);
  await print(large.kind, record, large.is);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const RUNS = numRuns(30);

const SMALL = 20_000;
const BIG = 200_000;
const MOST_RATIO = 20;
/** Shorter times of the small record are noise: they count as this many milliseconds. */
const LEAST_MS = 20;

/**
 * Returns how much longer a ten times larger record takes. A time that looks too long is measured again, and
 * the small record only if it can matter.
 */
async function ratioOf(large: LargeField): Promise<number> {
  let [small, big] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = (): number => big / Math.max(Number.isFinite(small) ? small : 0, LEAST_MS);
  for (let tries = 0; tries < 3 && ratio() > MOST_RATIO; tries++) {
    big = Math.min(big, await timeOf(large, BIG));
    if (ratio() > MOST_RATIO) small = Math.min(small, await timeOf(large, SMALL));
  }
  return ratio();
}

test(
  `large records: with a field of 200 kB, any record is shown, printed, compared and saved in linear time (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(anyLarge, async large => {
        expect(await ratioOf(large)).toBeLessThanOrEqual(MOST_RATIO);
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
  },
  60_000 + 30_000 * RUNS,
);
