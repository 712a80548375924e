import { isObject, type Json } from '../json/json.ts';
import { type Check, oneOf, text, whole } from './checks.ts';
import { parseRate } from './rate.ts';
import type { ServiceOptions } from './service.ts';
import type { SandboxOptions } from './types.ts';

/** The last millisecond of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

const isPath = (value: unknown): boolean => typeof value === 'string' && value !== '';

const yesOrNo = oneOf(true, false);
const headerText = text('1 to 512 ASCII characters without spaces', /^[\x21-\x7e]{1,512}$/);

const CHECKS: { readonly [N in keyof SandboxOptions]-?: Check } = {
  records: {
    words: 'a map of records by kind, or the path of a file',
    fits: value => isPath(value) || isObject(value as Json),
  },
  empty: yesOrNo,
  port: whole(0, 65_535),
  host: text('an address such as 127.0.0.1', /^[\w.:-]{1,253}$/),
  bots: whole(0, 100_000),
  odd: yesOrNo,
  pageSize: whole(1, 1000),
  seed: whole(0, 4_294_967_295),
  latency: whole(0, 600_000),
  rate: {
    words: 'a limit such as 5/s, 100/m or 1000/h',
    fits: value => typeof value === 'string' && parseRate(value) !== undefined,
  },
  token: headerText,
  workspaceId: headerText,
  now: { words: 'a time in epoch milliseconds', fits: whole(0, LAST_TIME).fits },
  ext: yesOrNo,
  faults: { words: 'a list, or the path of a file', fits: value => isPath(value) || Array.isArray(value) },
};

/** Pairs of options that exclude each other. */
const RIVALS = [
  ['records', 'bots'],
  ['records', 'empty'],
  ['empty', 'bots'],
] as const;

const isOption = (name: string): name is keyof SandboxOptions => Object.hasOwn(CHECKS, name);

/** Returns what an option must be, if a value of it is invalid. */
export function invalidOption(name: keyof SandboxOptions, value: unknown): string | undefined {
  const { words, fits } = CHECKS[name];
  return fits(value) ? undefined : words;
}

/** Returns two given options that exclude each other. */
export const rivalOptions = (options: SandboxOptions): readonly [string, string] | undefined =>
  RIVALS.find(pair => pair.every(name => options[name] !== undefined && options[name] !== false));

/** Throws a `TypeError` for an unknown or invalid option, or for two that exclude each other. */
export function checkOptions({ operations: _, onResponse: __, ...options }: ServiceOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw new TypeError(`"${name}" is no option: ${Object.keys(CHECKS).join(', ')}`);
    const words = value === undefined ? undefined : invalidOption(name, value);
    if (words !== undefined) throw new TypeError(`${name} must be ${words}`);
  }
  const rivals = rivalOptions(options);
  if (rivals !== undefined) throw new TypeError(`${rivals.join(' and ')}: use one of them`);
}
