import { type JsonObject, member } from '../json/json.ts';
import { cellOf, fieldNamed, isListedField } from '../resources/fields.ts';
import { ownId } from '../resources/record-ids.ts';
import { maskedMember } from '../resources/redact.ts';
import type { Column, Resource } from '../resources/resource.ts';
import { cachePerItem, cachePerName } from './row-cache.ts';
import { fieldKind } from './sort-key.ts';

const ASCII = /^[\x00-\x7f]*$/;
/** Exact times, so that the text of a row does not change as time passes. */
const EXACT_TIMES = { now: 0, exact: true };

/** Folds a text for comparison: upper and lower case, full and half width become the same. */
export function foldCase(text: string): string {
  return (ASCII.test(text) ? text : text.normalize('NFKC')).toLowerCase();
}

/** Returns the text of a field that filters search: masked and folded, times exact; '' if not set. */
export function fieldText(resource: Resource, record: JsonObject, name: string): string {
  const field = fieldNamed(resource, name);
  if (field?.filterText !== undefined) return foldCase(field.filterText(member(record, name)));
  return foldCase(field?.show(maskedMember(resource.fields, record, name), EXACT_TIMES) ?? '');
}

/** Returns `fieldText` of every record of a list, cached. */
export const fieldTexts = cachePerName(
  (resource: Resource, name) => (record: JsonObject) => fieldText(resource, record, name),
);

/** Returns 1 for every record of a list that has the field, even if null, else 0; cached. */
export const fieldPresence = cachePerName(
  (_resource: Resource, name) => (record: JsonObject) => (member(record, name) === undefined ? 0 : 1),
);

/** Returns the columns that words search: not times and secrets, and not the id, which has its own rule. */
function searchedColumns(resource: Resource): readonly Column[] {
  return resource.columns.filter(({ field }) => {
    const described = fieldNamed(resource, field);
    const isWord = field !== 'id' && isListedField(resource, field);
    return isWord && described !== undefined && !['time', 'secret'].includes(fieldKind(described));
  });
}

function rowText(resource: Resource): (record: JsonObject) => string {
  const columns = searchedColumns(resource);
  return (record: JsonObject) => {
    const texts = columns.map(column => cellOf(resource, record, { column, clock: EXACT_TIMES }).text);
    return foldCase(texts.join('\n'));
  };
}

/** Returns the folded id of every record of a list, '' if it has none; cached. */
export const rowIds = cachePerItem((record: JsonObject) => (ownId(record) ?? '').toLowerCase());

const byResource = cachePerName((resource: Resource) => rowText(resource));

export const rowTexts = (resource: Resource, items: readonly JsonObject[]): readonly string[] =>
  byResource(resource, 'row')(items);

/** True if a text contains all letters of a word in their order, not necessarily side by side. */
export function hasLettersInOrder(text: string, word: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
