const KB = 1000;
const TRIES = 5;

export type Run = (text: string) => unknown;

const textOf = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

async function cpuMs(run: Run, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await run(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

type Limits = { readonly length: number; readonly most: number; readonly floorMs: number };

/**
 * Returns the cost of a text relative to one of a tenth of its length: the best of several tries; 0 if too
 * small to measure.
 */
async function growth(run: Run, unit: string, { length, most, floorMs }: Limits): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && best > most; tries++) {
    const large = await cpuMs(run, textOf(unit, length));
    if (large < floorMs) return 0;
    const small = await cpuMs(run, textOf(unit, length / 10));
    best = Math.min(best, large / Math.max(small, floorMs / 4));
  }
  return best;
}

/**
 * Returns the units of which a long text takes more than linear time, in words. Ten times the text takes
 * linear code 10 times as long, with noise up to 20; quadratic code 100 times, unless much of it is linear.
 * The smallest length comes first: quadratic code would take hours with the largest. Times below `floorMs`
 * are mostly garbage collection and clock error.
 */
export async function slowUnits(
  run: Run,
  units: readonly string[],
  { lengths = [10 * KB, 100 * KB], most = 30, floorMs = 20 } = {},
): Promise<readonly string[]> {
  const slow: string[] = [];
  for (const unit of units)
    for (const length of lengths) {
      const ratio = await growth(run, unit, { length, most, floorMs });
      if (ratio <= most) continue;
      slow.push(`${JSON.stringify(unit)}: ${Math.round(ratio)} times at ${length / KB} kB`);
      break;
    }
  return slow;
}
