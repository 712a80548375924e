import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Output } from './outputs.ts';

/** How much formats that are printed as a whole gather before that, unless --limit says how many: lists may have no end. */
const MOST_RECORDS = 200_000;
const MOST_BYTES = 256 * 1024 * 1024;

type Gathered = {
  readonly output: Output;
  readonly limit: number;
  readonly records: number;
  /** Received so far. */
  readonly bytes: number;
};

/** Why no more can be gathered for a format, or undefined when it can. */
export function gatheringEnd({ output, limit, records, bytes }: Gathered): SafeText | undefined {
  const isTable = output === 'table';
  if (limit !== Number.POSITIVE_INFINITY || !(isTable || output === 'json' || output === 'yaml'))
    return undefined;
  // A table has the cells of a record only.
  if (records < MOST_RECORDS && (isTable || bytes < MOST_BYTES)) return undefined;
  return safe`Stopped at ${records}: -o ndjson prints a longer list, --limit sets another end. ${clean(output)} needs all of it in memory.`;
}
