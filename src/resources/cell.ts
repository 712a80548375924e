import type { JsonObject } from '../json/json.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { cutWords, sized } from '../text/width.ts';
import type { Clock, Tone } from './field.ts';
import { fieldAt, maskedAt } from './fields.ts';
import { type Column, nameOf, type Resource } from './resource.ts';

/** A value in a column of a list; a dash if not set. */
export type Cell = { readonly text: SafeText; readonly tone: Tone };

/** Returns the cell of a record in a column, masked. */
export function cellOf(
  resource: Pick<Resource, 'fields' | 'nameField'>,
  record: JsonObject,
  { column, clock }: { column: Column; clock: Clock },
): Cell {
  const value = maskedAt(resource.fields, record, column.field);
  const field = column.as ?? fieldAt(resource, column.field);
  // A name of another type is shown as sent.
  if (column.field === resource.nameField && typeof (value ?? '') === 'string') {
    const name = nameOf(resource, record);
    return { text: name, tone: field?.show(value, clock) === undefined ? 'dim' : 'plain' };
  }
  const text = field?.show(value, clock);
  return text === undefined ? { text: safe`-`, tone: 'dim' } : { text, tone: field?.tone(value) ?? 'plain' };
}

/**
 * Returns the text of a cell in exactly `width` cells: cuts sentences at the end of a word, other text in the
 * middle.
 */
export const cellText = (
  text: SafeText,
  { isProse, align }: Pick<Column, 'isProse' | 'align'>,
  width: number,
): SafeText => sized(isProse ? cutWords(text, width) : text, width, align);
