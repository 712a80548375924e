import { clean, type SafeText, safe } from './sanitise.ts';

const HOUR = 3_600_000;
export const DAY_MS = 24 * HOUR;
/** In milliseconds, the longest first. */
export const AGE_UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({ y: 365 * DAY_MS, mo: 30 * DAY_MS, w: 7 * DAY_MS, d: DAY_MS, h: HOUR, m: 60_000, s: 1000 }),
);

export function durationMs(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6})([a-z]{1,2})$/.exec(text) ?? [];
  const ms = AGE_UNITS.get(unit);
  return ms === undefined ? undefined : Number(digits) * ms;
}

/** Of `15s`, `2m`, or seconds: `15`; undefined if there is no such time up to the longest. */
export function timeoutMs(text: string, longestMs: number): number | undefined {
  const ms = durationMs(withUnit(text));
  return ms === undefined || ms < 1000 || ms > longestMs ? undefined : ms;
}

/** `15` as `15s`. */
export const withUnit = (text: string): string => text.replace(/\d$/, '$&s');

export function epoch(iso: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d/.test(iso) ? Date.parse(iso) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** `12m`, `3h`, `7mo`; weeks from the second on. */
export function span(ms: number): SafeText {
  const size = Math.abs(ms);
  for (const [unit, per] of AGE_UNITS)
    if (size >= (unit === 'w' ? 2 * per : per)) return `${Math.floor(size / per)}${unit}` as SafeText;
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

/** UTC: `2025-11-21 06:12Z`, or `2025-11-21 06:12:30Z`. Text that is no time is cleaned and returned. */
export function exact(iso: string, seconds?: 'seconds'): SafeText {
  const at = epoch(iso);
  if (at === undefined) return clean(iso);
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(seconds ? /\.\d+Z$/ : /:\d\d\.\d+Z$/, 'Z') as SafeText;
}

export const clockTime = (at: number): SafeText => new Date(at).toTimeString().slice(0, 8) as SafeText;

/** `06:20` today, `Mon 06:20` within a week, else the date. Text that is no time is cleaned and returned. */
export function dayTime(iso: string, now: number): SafeText {
  const at = epoch(iso);
  if (at === undefined) return clean(iso);
  const [time, day] = [clockTime(at).slice(0, 5), new Date(at).toDateString()];
  if (day === new Date(now).toDateString()) return time as SafeText;
  return now - at < 6 * DAY_MS ? (`${day.slice(0, 3)} ${time}` as SafeText) : (iso.slice(0, 10) as SafeText);
}

export const counted = (count: number, one: SafeText, many = safe`${one}s`) =>
  safe`${count} ${count === 1 ? one : many}`;
