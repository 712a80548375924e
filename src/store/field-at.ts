import type { Path } from '../diff/diff.ts';
import type { Field, Fields } from '../resources/field.ts';

/** The description of the value at a path; undefined where none describes it. */
export function fieldAt(fields: Fields, [step, ...rest]: Path): Field | undefined {
  const field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  if (field === undefined || rest.length === 0) return field;
  if (field.each !== undefined) return fieldAt(field.each, rest.slice(1));
  return fieldAt(field.inner ?? {}, rest);
}
