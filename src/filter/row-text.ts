import { type JsonObject, member } from '../json/json.ts';
import { cellOf } from '../resources/cell.ts';
import { fieldNamed, isListedField } from '../resources/fields.ts';
import { ownId } from '../resources/record-ids.ts';
import { redacted } from '../resources/redact.ts';
import type { Column, Resource } from '../resources/resource.ts';
import { cachePerItem, cachePerName } from './row-cache.ts';
import { fieldKind } from './sort-key.ts';

const ASCII = /^[\x00-\x7f]*$/;
const STILL = { now: 0, exact: true };

/** Text as it is compared: upper and lower case and full and half width are the same. */
export function folded(text: string): string {
  return (ASCII.test(text) ? text : text.normalize('NFKC')).toLowerCase();
}

/** The field of a record as it is asked for or shown, secrets masked, folded; '' when it is not set. Times are exact. */
export function fieldText(resource: Resource, record: JsonObject, name: string): string {
  const field = fieldNamed(resource, name);
  if (field?.filterText !== undefined) return folded(field.filterText(member(record, name)));
  return folded(field?.show(redacted(resource.fields, record, name), STILL) ?? '');
}

/** The same for every record of a list, kept for as long as the list is. */
export const fieldTexts = cachePerName(
  (resource: Resource, name) => (record: JsonObject) => fieldText(resource, record, name),
);

/** 1 for every record of a list that carries the field at all. */
export const fieldPresence = cachePerName(
  (_resource: Resource, name) => (record: JsonObject) => (member(record, name) === undefined ? 0 : 1),
);

/** Columns whose text a word can be found in: not times, which change as one looks, and not the id. */
function searched(resource: Resource): readonly Column[] {
  return resource.columns.filter(({ field }) => {
    const described = fieldNamed(resource, field);
    const isWord = field !== 'id' && isListedField(resource, field);
    return isWord && described !== undefined && !['time', 'secret'].includes(fieldKind(described));
  });
}

function rowText(resource: Resource): (record: JsonObject) => string {
  const columns = searched(resource);
  return (record: JsonObject) => {
    const texts = columns.map(column => cellOf(resource, record, { column, clock: STILL }).text);
    return folded(texts.join('\n'));
  };
}

/** The ids of the records of a list, folded; '' for one without. */
export const rowIds = cachePerItem((record: JsonObject) => (ownId(record) ?? '').toLowerCase());

const byResource = cachePerName((resource: Resource) => rowText(resource));

/** What the words of a filter are looked for in, for every record of a list: the visible text of its row. */
export const rowTexts = (resource: Resource, items: readonly JsonObject[]): readonly string[] =>
  byResource(resource, 'row')(items);

/** Whether all letters of a word come in a text, in their order. */
export function hasLettersInOrder(text: string, word: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
