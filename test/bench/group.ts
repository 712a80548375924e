import type { Kit } from './kit.ts';

/** Results of one run of one program, by the names of the measures. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of each program in each round; undefined if the run failed. */
export type Results = ReadonlyMap<string, readonly (Figures | undefined)[]>;

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
  readonly run: (program: string, kit: Kit) => Promise<Figures>;
};

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
