import { isList, isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { MASK } from '../../resources/field.ts';
import { fieldNamed } from '../../resources/fields.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { isShown, type Ref, type Resource, refOf } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { safe } from '../../text/sanitise.ts';
import { type Action, toRecord } from '../state/action.ts';
import { keyOf } from '../state/place.ts';
import type { Lines } from './line.ts';
import { urlsIn } from './urls.ts';

const MAX_VALUE = 512;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;
const ID_NAME = /(^id|Id|By)$/;

export function refBelow(resource: Resource, id: string, ids: Ref['ids']): Ref | undefined {
  const parents = resource.ids.slice(0, -1);
  if (!parents.every(name => Object.hasOwn(ids, name))) return undefined;
  const ref = refOf(resource, Object.fromEntries(parents.map(name => [name, ids[name] ?? ''])), id);
  return ref.ok ? ref.value : undefined;
}

/** A likely form counts less than the word before it in a link. */
export const kindByForm = (id: string, how: 'sure' | 'likely'): Resource | undefined =>
  resources.find(({ idForm }) => idForm?.[how]?.test(id));

/**
 * The form of the id names the kind; its parents are those of the record that has the id. An id whose form
 * only suggests a kind counts if that record was loaded.
 */
export function refOfId(id: string, self: Ref, isKnown?: (ref: Ref) => boolean): Ref | undefined {
  if (id.length > MAX_VALUE || /\s/.test(id)) return undefined;
  for (const form of ['sure', 'likely'] as const) {
    const resource = kindByForm(id, form);
    const ref = resource && refBelow(resource, id, self.ids);
    if (ref !== undefined && (form === 'sure' || isKnown?.(ref))) return ref;
  }
  return undefined;
}

function textOfValue(value: Json | undefined): string | undefined {
  const text = isObject(value) ? member(value, 'raw') : value;
  return typeof text === 'string' && text !== '' && !text.includes(MASK) ? text.trim() : undefined;
}

const isSame = (a: Ref, b: Ref) => keyOf(a) === keyOf(b);

export const refLead = (ref: Ref): Action =>
  isShown(resourceOf(ref.kind)) ? toRecord(ref) : { to: 'delete', ref };

/** Undefined for a value that is neither id nor address. */
export function leadOfValue(
  value: Json | undefined,
  path: readonly (string | number)[],
  self: Ref,
  isKnown: (ref: Ref) => boolean,
): Action | undefined {
  const text = textOfValue(value);
  if (text === undefined) return undefined;
  const ref = refOfId(text, self, isKnown);
  if (ref !== undefined && !isSame(ref, self)) return refLead(ref);
  if (urlsIn(text).length > 0) return { to: 'address' };
  if (text.length > MAX_VALUE) return undefined;
  if (EMAIL.test(text)) return { to: 'copy', text, description: safe`e-mail address` };
  const name = String(path.at(-1) ?? '');
  const isId = ID_NAME.test(name) || fieldNamed(resourceOf(self.kind), name)?.varies === 'id';
  return isId && !/\s/.test(text) ? { to: 'copy', text, description: safe`id` } : undefined;
}

export const valueAt = (record: JsonObject, path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, key) => (isList(value) ? value[Number(key)] : member(value, String(key))),
    record,
  );

/** The first that leads to another record. `record`: secrets masked. */
export const firstLead = memo(
  (lines: Lines, record: JsonObject, self: Ref): string | undefined =>
    lines.find(line => {
      if (line.kind !== 'text' || line.subject?.kind !== 'value') return false;
      const text = textOfValue(valueAt(record, line.subject.path));
      const ref = text === undefined ? undefined : refOfId(text, self);
      return ref !== undefined && !isSame(ref, self);
    })?.id,
);
