import { goalTable, groupTable } from './goals.ts';
import type { Figures, Group, Results } from './group.ts';
import { groups } from './groups.ts';
import { type Kit, openKit } from './kit.ts';

// `npm run bench`, or some groups only: `npm run bench -- data keys`. BENCH_ROUNDS: rounds of each group.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const print = (text: string): unknown => process.stdout.write(`${text}\n`);
const report = (text: string): unknown => process.stderr.write(`${text}\n`);

const wanted = process.argv.slice(2);
const isWhole = wanted.length === 0;
const names = groups.map(({ name }) => name);
const unknown = wanted.find(word => !names.includes(word));
if (unknown !== undefined) {
  report(`There is no group "${unknown}": ${names.join(', ')}`);
  process.exit(2);
}

/** Rotates the order of the programs: a slow moment of the machine should not always hit the same one. */
function rotated(names: readonly string[], round: number): readonly string[] {
  const at = round % Math.max(1, names.length);
  const order = [...names.slice(at), ...names.slice(0, at)];
  return round % 2 === 0 ? order : order.reverse();
}

async function once(group: Group, program: string, kit: Kit): Promise<Figures | undefined> {
  try {
    return await group.run(program, kit);
  } catch (error) {
    report(`! ${group.name}, ${program}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function runGroup(group: Group, kit: Kit): Promise<Results> {
  const names = group.programs.filter(program => {
    const why = group.without?.(program);
    if (why !== undefined) report(`- ${group.name}: without ${program}: ${why}`);
    return why === undefined;
  });
  const results = new Map<string, (Figures | undefined)[]>(names.map(name => [name, []]));
  for (let round = 0; round < Math.min(ROUNDS, group.rounds ?? ROUNDS); round++)
    for (const program of rotated(names, round)) results.get(program)?.push(await once(group, program, kit));
  return results;
}

const kit = await openKit();
const all = new Map<string, Results>();
try {
  for (const group of groups) {
    if (isWhole ? group.isOnRequest : !wanted.includes(group.name)) continue;
    const results = await runGroup(group, kit);
    all.set(group.name, results);
    print(`${groupTable(group, results)}\n`);
  }
} finally {
  kit.close();
}
print(goalTable({ all, isWhole }));
