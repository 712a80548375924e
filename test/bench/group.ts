import type { Kit } from './kit.ts';

/** What one run of one program gave, by the names of the measures. */
export type Figures = Readonly<Record<string, number>>;

/** Programs that are measured for the same thing, one after the other in each round. */
export type Group = {
  readonly name: string;
  /** What is done, in a line. */
  readonly about: string;
  readonly programs: readonly string[];
  /** How often it is measured at most. */
  readonly rounds?: number;
  /** It takes long: only when its name is given. */
  readonly isOnRequest?: boolean;
  /** Why a program is left out here, or undefined. */
  readonly without?: (program: string) => string | undefined;
  readonly run: (program: string, kit: Kit, round: number) => Promise<Figures>;
};

/** Of each program the figures of each round; undefined where a run failed. */
export type Results = ReadonlyMap<string, readonly (Figures | undefined)[]>;

/** A slow moment of the machine should not always hit the same program: each round begins elsewhere. */
function rotated(names: readonly string[], round: number): readonly string[] {
  const at = round % Math.max(1, names.length);
  const order = [...names.slice(at), ...names.slice(0, at)];
  return round % 2 === 0 ? order : order.reverse();
}

export type Tell = (line: string) => void;

async function once(group: Group, program: string, about: { kit: Kit; round: number; tell: Tell }) {
  try {
    return await group.run(program, about.kit, about.round);
  } catch (error) {
    about.tell(`! ${group.name}, ${program}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** All rounds of a group, the programs interleaved. */
export async function runGroup(group: Group, kit: Kit, { rounds, tell }: { rounds: number; tell: Tell }) {
  const names = group.programs.filter(program => {
    const why = group.without?.(program);
    if (why !== undefined) tell(`- ${group.name}: without ${program}: ${why}`);
    return why === undefined;
  });
  const results = new Map<string, (Figures | undefined)[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const program of rotated(names, round))
      results.get(program)?.push(await once(group, program, { kit, round, tell }));
  return results;
}
