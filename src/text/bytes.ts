import { type SafeText, safe } from './sanitise.ts';

const UNITS = [
  [1000 ** 3, safe`GB`],
  [1000 ** 2, safe`MB`],
  [1000, safe`kB`],
] as const;

/** A size as people say it: `12 kB`, `900 bytes`. */
export function bytesText(bytes: number): SafeText {
  for (const [least, unit] of UNITS) {
    if (bytes >= least) return safe`${Number((bytes / least).toPrecision(2))} ${unit}`;
  }
  return safe`${bytes} bytes`;
}
