import { stdout } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/service.ts';
import { note, type Times, timesTable } from './figures.ts';
import { driveStore } from './in-process.ts';
import { round } from './keys.ts';
import { heapBytes } from './memory.ts';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 100_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const WORDS = ['support', 'order', 'faq', 'returns', 'sales', 'hr', 'test'];
const sandbox = await startSandbox({ bots: BOTS, pageSize: 1000 });
const before = heapBytes();
const driven = await driveStore(sandbox);
const ms = await driven.load();
const { items = [], pages = 0 } = driven.rows() ?? {};
stdout.write(`${items.length} rows in ${pages} pages: ${Math.round(ms)} ms\n`);
const loaded = heapBytes();
await setTimeout(3000);
const times: Times = new Map();
for (let at = 0; at < ROUNDS; at++)
  for (const { key, label } of round(WORDS[at % WORDS.length] ?? '', ['N', 'U', 'A', 'P'])) {
    const took = driven.press(key);
    if (label !== undefined) note(times, label, took);
    await setTimeout(0);
  }
stdout.write(`${timesTable(times, new Map())}\n`);
const used = heapBytes();
const json = JSON.stringify(items);
const held = heapBytes();
const copy = JSON.parse(json);
const raw = heapBytes() - held;
stdout.write(
  `${JSON.stringify({
    perRow: (loaded - before) / copy.length,
    perRowUsed: (used - before) / items.length,
    raw: raw / items.length,
    json: json.length / items.length,
  })}\n`,
);
await sandbox.close();
process.exit(0);
