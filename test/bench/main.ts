import { floor } from './floor.ts';
import { type Group, type Results, runGroup } from './group.ts';
import { data } from './groups/data.ts';
import { filter } from './groups/filter.ts';
import { headless } from './groups/headless.ts';
import { held } from './groups/held.ts';
import { idle } from './groups/idle.ts';
import { install } from './groups/install.ts';
import { bytes, keys } from './groups/keys.ts';
import { memory } from './groups/memory.ts';
import { besideOfficial } from './groups/official.ts';
import { slow } from './groups/slow.ts';
import { startup } from './groups/startup.ts';
import { openKit } from './kit.ts';
import { goalMarkdown, goalTable, groupTable } from './report.ts';
import { benchRows } from './rows.ts';

// `npm run bench`, or of some groups only: `npm run bench -- startup bytes`. BENCH_ROUNDS: how often each is measured.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const groups: readonly Group[] = [
  startup,
  data,
  keys,
  bytes,
  held,
  filter,
  slow,
  idle,
  memory,
  headless,
  besideOfficial,
  install,
];

const print = (text: string): unknown => process.stdout.write(`${text}\n`);
const tell = (text: string): unknown => process.stderr.write(`${text}\n`);

const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'));
const isMarkdown = process.argv.includes('--markdown');
const names = [...groups.map(({ name }) => name), 'rows'];
const unknown = wanted.find(word => !names.includes(word));
if (unknown !== undefined) {
  tell(`There is no group "${unknown}": ${names.join(', ')}`);
  process.exit(2);
}
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

const kit = await openKit();
const all = new Map<string, Results>();
try {
  const { startMs, keyMs, p99Ms } = await floor();
  print(
    `The benchmark itself: ${startMs.toFixed(1)} ms to start a shell, ${keyMs.toFixed(2)} ms to see a key (p99 ${p99Ms.toFixed(2)})`,
  );
  for (const group of groups) {
    if (!isWanted(group.name)) continue;
    const results = await runGroup(group, kit, { rounds: ROUNDS, tell });
    all.set(group.name, results);
    if (!isMarkdown) print(`\n${groupTable(group, results)}`);
  }
} finally {
  kit.close();
}
if (isWanted('rows') && !isMarkdown) await benchRows(ROUNDS);
if (all.size > 0) print(`\n${isMarkdown ? goalMarkdown(all) : goalTable(all)}`);
// The timers of a store would keep it running.
process.exit(0);
