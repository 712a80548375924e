import { isList, isObject, type Json, type JsonObject, mapItems, member, mergePatch } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { AGE_UNITS } from '../text/units.ts';
import { type DataPath, refuseData, whole } from './checks.ts';
import { iso } from './fixtures/random.ts';
import { checkMembers } from './records-schema.ts';

/** `2h ago`, `2 hours ago` */
const AGE =
  /^(\d+(?:\.\d+)?) ?(mo|[ywdhms])(?:ears?|nths?|eeks?|ays?|ours?|rs?|ins?|inutes?|ecs?|econds?)? ago$/;
const COUNT = whole(1, 100_000);

/** Replaces ages in members like `updatedAt` by times, and `{n}` in texts and names by a number. */
function filled(value: Json, now: number, n = '{n}', name = ''): Json {
  if (isList(value)) return mapItems(value, item => filled(item, now, n));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key.replaceAll('{n}', n), filled(inner, now, n, key)]),
    );
  if (typeof value !== 'string') return value;
  const text = value.replaceAll('{n}', n);
  const [, count, unit = ''] = (name.endsWith('At') && AGE.exec(text)) || [];
  const ms = AGE_UNITS.get(unit);
  return ms === undefined ? text : iso(Math.floor(now - Number(count) * ms));
}

/** The `count` records of a template, whose id has `{n}`; else the record itself. */
export function copiesOf(entry: Json, path: DataPath, now: number): readonly Json[] {
  const isTemplate = `${member(entry, 'id')}`.includes('{n}');
  if (!isTemplate && member(entry, 'count') !== undefined)
    refuseData([...path, 'id'], 'must contain {n} beside count');
  if (!isTemplate || !isObject(entry)) return [filled(entry, now)];
  const { count, ...template } = entry;
  if (!COUNT.fits(count)) refuseData([...path, 'count'], `must be ${COUNT.words}`);
  return Array.from({ length: Number(count) }, (_, at) => filled(template, now, `${at + 1}`));
}

/** `pattern`: a name, or its beginning before `*`. */
export const isNamed = (pattern: string, { name = '' }: JsonObject) =>
  pattern.endsWith('*') ? `${name}`.startsWith(pattern.slice(0, -1)) : name === pattern;

/** `isOdd`: with any members. */
type Context = { readonly isOdd: boolean; readonly now: number };

/** Merges members into the bots that are named. Throws a `DataError`. */
export function patched(bots: readonly JsonObject[], patches: Json, path: DataPath, { isOdd, now }: Context) {
  if (!isObject(patches)) refuseData(path, 'must be a map of bots by name');
  return Object.entries(patches).reduce((all, [name, patch]) => {
    const own = [...path, name];
    if (!isObject(patch)) refuseData(own, 'must be a map of members');
    const filledPatch = (n: number) => filled(patch, now, `${n}`) as JsonObject;
    if (!isOdd) checkMembers(bot.fields, mergePatch({}, filledPatch(1)) as JsonObject, own);
    let n = 0;
    const merged = all.map(each =>
      isNamed(name, each) ? (mergePatch(each, filledPatch(++n)) as JsonObject) : each,
    );
    if (n === 0) refuseData(own, 'names no bot of this file');
    return merged;
  }, bots);
}

/** Merges the noise and the culprits of a file into its bots. */
export function disturbed(bots: readonly JsonObject[], file: JsonObject, context: Context) {
  const { noise = {}, culprit = [] } = file;
  const noisy = patched(bots, noise, ['noise'], context);
  return [culprit].flat().reduce((all: readonly JsonObject[], each, at) => {
    const path = isList(culprit) ? ['culprit', at, 'bots'] : ['culprit', 'bots'];
    return patched(all, member(each, 'bots') ?? null, path, context);
  }, noisy);
}
