import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { keyText } from '../json/tree.ts';
import type { Clock, Field, Fields } from '../resources/field.ts';
import { memo } from '../text/memo.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { agoWords, counted, exact } from '../text/units.ts';
import { type Comparison, fieldAt } from './comparison.ts';
import type { Change, Path, Step } from './diff.ts';

const stepText = (step: Step, isFirst: boolean): string =>
  typeof step === 'object' ? `[${step.by}=${step.is}]` : keyText(step, isFirst);

/** Returns a path as text: `integrations.slack.status`, `medias[name=logo].url`. */
export const pathText = (path: Path): string => path.map((step, at) => stepText(step, at === 0)).join('');

const nameCounts = memo((map: JsonObject) => {
  const counts = new Map<Json, number>();
  for (const entry of Object.values(map)) {
    const name = member(entry, 'name');
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}, 8);

/** Returns the name of an entry of a map, unless another entry has the same. Keys may be mere ids. */
function entryName(maps: readonly (Json | undefined)[], key: string): string | undefined {
  const names = maps.map(map => member(member(map, key), 'name'));
  const name = names.find(each => typeof each === 'string' && each !== '');
  if (typeof name !== 'string') return undefined;
  const isOwn = maps.every((map, at) => {
    const count = isObject(map) ? (nameCounts(map).get(name) ?? 0) : 0;
    return count === (names[at] === name ? 1 : 0);
  });
  return isOwn ? name : undefined;
}

const memberAt = (value: Json | undefined, step: Step): Json | undefined => {
  if (typeof step === 'string') return member(value, step);
  if (!isList(value)) return undefined;
  return typeof step === 'number' ? value[step] : value.find(item => member(item, step.by) === step.is);
};

/** Returns the path in words, from `skip` steps on; entries of maps have their names. */
export function pathWords({ resource, before, after }: Comparison, path: Path, skip = 0): SafeText {
  let sides: readonly (Json | undefined)[] = [before.record, after.record];
  const shown = path.map((step, at): Step => {
    const isEntry = fieldAt(resource.fields, path.slice(0, at))?.each !== undefined;
    const name = isEntry && typeof step === 'string' ? entryName(sides, step) : undefined;
    sides = sides.map(side => memberAt(side, step));
    return name ?? step;
  });
  const [first, ...rest] = shown.slice(skip);
  // Below the title of its field an entry is a name, whatever its characters.
  if (skip > 0 && typeof first === 'string')
    return clean(`${first}${rest.map(step => stepText(step, false)).join('')}`, 300);
  return clean(pathText(shown.slice(skip)), 300);
}

const jsonWords = (value: Json): SafeText => clean(JSON.stringify(value), 300);

/** Maximum number of characters of a list or object in JSON; of longer ones only the size is shown. */
const SHORT = 40;

function partsWords(value: readonly Json[] | JsonObject): SafeText {
  const words = jsonWords(value);
  if (words.length <= SHORT) return words;
  return isList(value)
    ? safe`[${counted(value.length, safe`item`)}]`
    : safe`{${counted(Object.keys(value).length, safe`field`)}}`;
}

function valueWords(value: Json, field: Field | undefined, clock: Clock): SafeText {
  if (typeof value === 'string' && field?.varies === 'time')
    return clock.exact ? exact(value) : agoWords(value, clock.now);
  if (isList(value) || isObject(value)) return partsWords(value);
  if (value === null || value === '') return safe`not set`;
  const shown = field?.show(value, clock);
  if (shown !== undefined) return shown;
  return typeof value === 'string' && value.trim() === value ? clean(value) : jsonWords(value);
}

/** Words for a value before and after, each on one line; undefined where there is no value. */
export type ChangeWords = { readonly before: SafeText | undefined; readonly after: SafeText | undefined };

/** Returns the words of a change. Values with equal words are shown as JSON. */
export function changeWords(change: Change, fields: Fields, clock: Clock): ChangeWords {
  if (change.kind === 'moved') return { before: orderWords(change.before), after: orderWords(change.after) };
  const field = fieldAt(fields, change.path);
  const before = 'before' in change ? valueWords(change.before, field, clock) : undefined;
  const after = 'after' in change ? valueWords(change.after, field, clock) : undefined;
  if (before !== after || change.kind !== 'changed') return { before, after };
  return { before: jsonWords(change.before), after: jsonWords(change.after) };
}

/** Returns the items in their order, each by its name. */
function orderWords(items: Json): SafeText {
  const texts = isList(items)
    ? items.map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
    : [];
  return safe`order ${clean(texts.join(', '), 300)}`;
}

/** Returns an added or removed object or list on one line: `slack@3.1.0 (21 fields)`. */
export function foldedWords(path: SafeText, value: JsonObject | readonly Json[]): SafeText {
  const count = Object.keys(value).length;
  if (isList(value)) return safe`${path} (${counted(count, safe`item`)})`;
  const { name, version } = value;
  const isVersion = typeof name === 'string' && typeof version === 'string' && version !== '';
  return safe`${path}${isVersion ? safe`@${clean(version, 40)}` : safe``} (${counted(count, safe`field`)})`;
}
