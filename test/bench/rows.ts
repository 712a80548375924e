import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '../../src/json/json.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { bareLoops } from './bare.ts';
import { note, type Times, timesTable } from './figures.ts';
import { driveStore } from './in-process.ts';
import { driveTerminal } from './in-terminal.ts';
import { round, type Step } from './keys.ts';
import { heapBytes } from './memory.ts';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 100_000);
const WORDS = ['support', 'order', 'faq', 'returns', 'sales'];
/** Long enough for everything that is made ahead. */
const REST_MS = 3000;
const HELD_SECONDS = 10;

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const print = (text: string): unknown => process.stdout.write(`${text}\n`);
const steps = (at: number): readonly Step[] => round(WORDS[at % WORDS.length] ?? '', ['N', 'U', 'A', 'P']);

/** Bytes of the rows as JSON, and on the heap when nothing but parsed. */
function rawBytes(items: readonly JsonObject[]): { readonly json: number; readonly parsed: number } {
  const json = JSON.stringify(items);
  const before = heapBytes();
  const parsed: unknown = JSON.parse(json);
  const after = heapBytes();
  return { json: json.length, parsed: Array.isArray(parsed) ? after - before : 0 };
}

/** Every key once a round, without a terminal; also what a row costs beyond its data. */
async function benchStore(sandbox: Sandbox, rounds: number): Promise<readonly JsonObject[]> {
  const before = heapBytes();
  const driven = await driveStore(sandbox);
  const loadMs = await driven.load();
  const { items = [], pages = 0 } = driven.rows() ?? {};
  const loaded = heapBytes() - before;
  await setTimeout(REST_MS);
  const times: Times = new Map();
  for (let at = 0; at < rounds; at++)
    for (const { key, label } of steps(at)) {
      const ms = driven.press(key);
      if (label !== undefined) note(times, label, ms);
      await driven.settled();
    }
  const used = heapBytes() - before;
  const raw = rawBytes(items);
  const aRow = (bytes: number): string => `${Math.round(bytes / items.length)} bytes a row`;
  print(
    `\nStore and painting, 120x45, ${items.length} rows (${pages} pages loaded in ${Math.round(loadMs)} ms)\n`,
  );
  print(timesTable(times, bareLoops(items)));
  print(`\nMemory: JSON ${aRow(raw.json)}, parsed ${aRow(raw.parsed)}; beyond the parsed rows:`);
  print(`  loaded ${aRow(loaded - raw.parsed)}, after everything above ${aRow(used - raw.parsed)}`);
  return items;
}

/** Every key once a round in the built program. */
async function benchTerminal(sandbox: Sandbox, rounds: number, items: readonly JsonObject[]): Promise<void> {
  const driven = await driveTerminal(sandbox);
  const loadMs = await driven.load();
  await setTimeout(REST_MS);
  const times: Times = new Map();
  const work: Times = new Map();
  for (let at = 0; at < rounds; at++)
    for (const { key, label } of steps(at)) {
      const { ms, busyMs } = await driven.press(key);
      if (label !== undefined) note(work, label, busyMs);
      if (label !== undefined && !Number.isNaN(ms)) note(times, label, ms);
    }
  print(`\nThe built program in a terminal of 120x45 (all rows loaded in ${Math.round(loadMs)} ms)\n`);
  print(timesTable(times, bareLoops(items)));
  print('\nWork of its main thread for each key, whatever else the machine does\n');
  print(timesTable(work, bareLoops(items)));
  await driven.press('g');
  const held = await driven.hold('j', HELD_SECONDS);
  const { now, most } = driven.memory();
  const at = /(\d+)\/\d+/.exec(driven.terminal.row(driven.terminal.emulator.rows - 2))?.[1];
  print(
    `\nj held at 60 Hz for ${HELD_SECONDS} s: ${held.times} keys, on row ${at} (${held.times + 1} is right),`,
  );
  print(`  at rest ${held.afterMs.toFixed(0)} ms after its release, ${held.states} frames written`);
  print(`Memory of the program: ${now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`);
  await driven.terminal.close();
}

/** How the explorer feels with many rows, every key of it, beside a bare loop over the same rows. BENCH_BOTS: how many. */
export async function benchRows(rounds: number): Promise<void> {
  const sandbox = await startSandbox({ bots: BOTS, pageSize: 1000 });
  const items = await benchStore(sandbox, rounds);
  await benchTerminal(sandbox, rounds, items);
  await sandbox.close();
}
