import type { Kit } from './kit.ts';

/** Results of one run of one program, by the names of the measures. */
export type Figures = Readonly<Record<string, number>>;

/** Programs compared by the same measures, one after the other in each round. */
export type Group = {
  readonly name: string;
  /** One line about what is measured. */
  readonly about: string;
  readonly programs: readonly string[];
  /** The most rounds that make sense. */
  readonly rounds?: number;
  /** Runs only if its name is given, because it takes long. */
  readonly isOnRequest?: boolean;
  /** Returns why a program is left out, or undefined. */
  readonly without?: (program: string) => string | undefined;
  readonly run: (program: string, kit: Kit, round: number) => Promise<Figures>;
};

/** The figures of each program in each round; undefined if the run failed. */
export type Results = ReadonlyMap<string, readonly (Figures | undefined)[]>;

/** Rotates the order of the programs: a slow moment of the machine should not always hit the same one. */
function rotated(names: readonly string[], round: number): readonly string[] {
  const at = round % Math.max(1, names.length);
  const order = [...names.slice(at), ...names.slice(0, at)];
  return round % 2 === 0 ? order : order.reverse();
}

export type Report = (line: string) => void;

async function once(group: Group, program: string, about: { kit: Kit; round: number; report: Report }) {
  try {
    return await group.run(program, about.kit, about.round);
  } catch (error) {
    about.report(`! ${group.name}, ${program}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Runs all rounds of a group, its programs interleaved. */
export async function runGroup(
  group: Group,
  kit: Kit,
  { rounds, report }: { rounds: number; report: Report },
) {
  const names = group.programs.filter(program => {
    const why = group.without?.(program);
    if (why !== undefined) report(`- ${group.name}: without ${program}: ${why}`);
    return why === undefined;
  });
  const results = new Map<string, (Figures | undefined)[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const program of rotated(names, round))
      results.get(program)?.push(await once(group, program, { kit, round, report }));
  return results;
}
