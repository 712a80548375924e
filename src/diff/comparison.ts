import { keyText } from '../json/document.ts';
import { isList, isObject, type Json, type JsonObject, member, ownMember } from '../json/json.ts';
import type { Clock, Field, Fields } from '../resources/field.ts';
import { redactShown } from '../resources/redact.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { agoWords, counted, exact } from '../text/units.ts';
import { type Change, type Difference, difference, type Path, type Step } from './diff.ts';

/** Secrets are masked; `at`: load time in epoch milliseconds. */
export type Side = Readonly<{ ref: Ref; record: JsonObject; at: number }>;

export type Comparison = Readonly<{
  resource: Resource;
  before: Side;
  after: Side;
  /** A record and its snapshot; `isFirst`: it has none, because it was never opened before. */
  isSnapshot: boolean;
  isFirst: boolean;
  difference: Difference;
}>;

export function compareRecords({ fields }: Resource, before: JsonObject, after: JsonObject) {
  const records = { before: redactShown(fields, before), after: redactShown(fields, after) };
  return { ...records, difference: difference(records.before, records.after) };
}

/** `varies`: changes between any two records, such as ids and times. */
export function sortChanges({ resource, isSnapshot, difference: { changes } }: Comparison) {
  const varies = ({ kind, path }: Change) =>
    !isSnapshot && kind === 'changed' && fieldAt(resource.fields, path)?.varies !== undefined;
  return { relevant: changes.filter(change => !varies(change)), varying: changes.filter(varies) };
}

const KINDS = [
  ['changed', safe`changed`],
  ['added', safe`added`],
  ['removed', safe`removed`],
  ['moved', safe`reordered`],
] as const;

/** `all`: also zeros of the first three kinds. */
export function countWords(changes: readonly Change[], { all = false, more = 0 } = {}): SafeText {
  const counts = KINDS.flatMap(([kind, words], at) => {
    const count = changes.filter(change => change.kind === kind).length;
    return count > 0 || (all && at < 3) ? [safe`${count} ${words}`] : [];
  });
  return joinSafe(more > 0 ? [...counts, safe`${more} more`] : counts, ' · ');
}

export function fieldAt(fields: Fields, [step, ...rest]: Path): Field | undefined {
  const field = typeof step === 'string' ? ownMember(fields, step) : undefined;
  if (field === undefined || rest.length === 0) return field;
  if (field.each !== undefined) return fieldAt(field.each, rest.slice(1));
  return fieldAt(field.inner ?? {}, rest);
}

const stepText = (step: Step, isFirst: boolean) =>
  typeof step === 'object' ? `[${step.by}=${step.is}]` : keyText(step, isFirst);

/** `integrations.slack.status`, `medias[name=logo].url` */
export const pathText = (path: Path) => path.map((step, at) => stepText(step, at === 0)).join('');

const byName = memo((map: JsonObject) => Map.groupBy(Object.values(map), entry => member(entry, 'name')), 8);

/** Undefined if another entry has the same name. Keys may be mere ids. */
function entryName(maps: readonly (Json | undefined)[], key: string): string | undefined {
  const names = maps.map(map => member(member(map, key), 'name'));
  const name = names.find(each => typeof each === 'string' && each !== '');
  if (typeof name !== 'string') return undefined;
  const isOwn = maps.every((map, at) => {
    const count = isObject(map) ? (byName(map).get(name)?.length ?? 0) : 0;
    return count === (names[at] === name ? 1 : 0);
  });
  return isOwn ? name : undefined;
}

const memberAt = (value: Json | undefined, step: Step): Json | undefined => {
  if (typeof step === 'string') return member(value, step);
  if (!isList(value)) return undefined;
  return typeof step === 'number' ? value[step] : value.find(item => member(item, step.by) === step.is);
};

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

const jsonWords = (value: Json) => clean(JSON.stringify(value), 300);

/** In JSON, characters of a list or object; of longer ones only the size is shown. */
const SHORT = 40;

function partsWords(value: readonly Json[] | JsonObject): SafeText {
  const words = jsonWords(value);
  if (words.length <= SHORT) return words;
  if (isList(value)) return safe`[${counted(value.length, safe`item`)}]`;
  return safe`{${counted(Object.keys(value).length, safe`field`)}}`;
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

export type ChangeWords = Readonly<{ before: SafeText | undefined; after: SafeText | undefined }>;

/** Values with equal words are shown as JSON. */
export function changeWords(change: Change, fields: Fields, clock: Clock): ChangeWords {
  if (change.kind === 'moved') return { before: orderWords(change.before), after: orderWords(change.after) };
  const field = fieldAt(fields, change.path);
  const before = 'before' in change ? valueWords(change.before, field, clock) : undefined;
  const after = 'after' in change ? valueWords(change.after, field, clock) : undefined;
  if (before !== after || change.kind !== 'changed') return { before, after };
  return { before: jsonWords(change.before), after: jsonWords(change.after) };
}

function orderWords(items: Json): SafeText {
  const texts = isList(items)
    ? items.map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
    : [];
  return safe`order ${clean(texts.join(', '), 300)}`;
}
