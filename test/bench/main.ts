import { quantile } from './figures.ts';
import { type Group, type Results, runGroup } from './group.ts';
import { data } from './groups/data.ts';
import { ndjson } from './groups/export.ts';
import { health } from './groups/health.ts';
import { held } from './groups/held.ts';
import { idle } from './groups/idle.ts';
import { keys } from './groups/keys.ts';
import { large } from './groups/large.ts';
import { many } from './groups/many.ts';
import { packed } from './groups/package.ts';
import { preview } from './groups/preview.ts';
import { slow } from './groups/slow.ts';
import { tests } from './groups/tests.ts';
import { presses } from './keyboard.ts';
import { openKit } from './kit.ts';
import { goalMarkdown, goalTable, groupTable } from './report.ts';
import { openSession } from './session.ts';

// `npm run bench`, or some groups only: `npm run bench -- data keys`. BENCH_ROUNDS: rounds of each group.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const groups: readonly Group[] = [
  health,
  data,
  keys,
  held,
  slow,
  preview,
  idle,
  many,
  large,
  ndjson,
  packed,
  tests,
];

const print = (text: string): unknown => process.stdout.write(`${text}\n`);
const report = (text: string): unknown => process.stderr.write(`${text}\n`);

const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'));
const isMarkdown = process.argv.includes('--markdown');
const isWhole = wanted.length === 0;
const names = groups.map(({ name }) => name);
const unknown = wanted.find(word => !names.includes(word));
if (unknown !== undefined) {
  report(`There is no group "${unknown}": ${names.join(', ')}`);
  process.exit(2);
}

const FLOOR_KEYS = 40;

/**
 * Measures the benchmark itself: the start of a shell that prints a letter, and a key that the terminal
 * echoes.
 */
async function floor() {
  const session = await openSession({ argv: ['sh', '-c', 'printf x; exec cat'] });
  try {
    const startMs = await session.until(text => text.includes('x'));
    const all = await presses(
      session,
      Array.from({ length: FLOOR_KEYS }, () => 'x'),
      { quietMs: 10, answerMs: 500 },
    );
    const times = all.flatMap(({ ms }) => ms ?? []);
    return { startMs, keyMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
  } finally {
    await session.close();
  }
}

const kit = await openKit();
const all = new Map<string, Results>();
try {
  const { startMs, keyMs, p99Ms } = await floor();
  print(
    `The benchmark itself: ${startMs.toFixed(1)} ms to start a shell, ${keyMs.toFixed(2)} ms to see a key (p99 ${p99Ms.toFixed(2)})`,
  );
  for (const group of groups) {
    if (isWhole ? group.isOnRequest : !wanted.includes(group.name)) continue;
    const results = await runGroup(group, kit, { rounds: Math.min(ROUNDS, group.rounds ?? ROUNDS), report });
    all.set(group.name, results);
    if (!isMarkdown) print(`\n${groupTable(group, results)}`);
  }
} finally {
  kit.close();
}
const tables = { all, isWhole };
print(`\n${isMarkdown ? goalMarkdown(tables) : goalTable(tables)}`);
