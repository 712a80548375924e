import { clean, type SafeText, safe } from './sanitise.ts';

const UNITS = [
  [1000 ** 3, safe`GB`],
  [1000 ** 2, safe`MB`],
  [1000, safe`kB`],
] as const;

/** `12 kB`, `900 bytes`. */
export function bytesText(bytes: number): SafeText {
  for (const [least, unit] of UNITS) {
    if (bytes >= least) return safe`${Number((bytes / least).toPrecision(2))} ${unit}`;
  }
  return counted(bytes, safe`byte`);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  [365 * DAY, 'y'],
  [30 * DAY, 'mo'],
  [14 * DAY, 'w', 7 * DAY],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [1000, 's'],
] as const;

/** Undefined if the text is no time. */
export function epoch(iso: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d/.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** `12m`, `3h`, `7mo`. */
export function span(ms: number): SafeText {
  const size = Math.abs(ms);
  for (const [least, unit, per] of STEPS) {
    if (size >= least) return `${Math.floor(size / (per ?? least))}${unit}` as SafeText;
  }
  return safe`now`;
}

/** `3h`, or in the future `in 3h`. Text that is no time is cleaned and returned. */
export function ago(iso: string, now: number): SafeText {
  const at = epoch(iso);
  if (at === undefined) return clean(iso);
  return at > now + 30_000 ? safe`in ${span(at - now)}` : span(now - at);
}

/** `3h ago`, `in 3h`, `now`. */
export function agoWords(iso: string, now: number): SafeText {
  const words = ago(iso, now);
  const isPast = epoch(iso) !== undefined && words !== 'now' && !words.startsWith('in ');
  return isPast ? safe`${words} ago` : words;
}

/** UTC: `2025-11-21 06:12Z`. Text that is no time is cleaned and returned. */
export function exact(iso: string): SafeText {
  const at = epoch(iso);
  if (at === undefined) return clean(iso);
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/:\d\d\.\d+Z$/, 'Z') as SafeText;
}

export function clockTime(at: number): SafeText {
  return new Date(at).toTimeString().slice(0, 8) as SafeText;
}

/** `1 page`, `4 pages`. */
export const counted = (count: number, one: SafeText, many = safe`${one}s`): SafeText =>
  safe`${count} ${count === 1 ? one : many}`;
