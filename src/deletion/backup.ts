import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';

/** A copy of a record for the time after its delete: its name for a file, and its text, secrets masked. */
export type Copy = { readonly name: string; readonly text: string };

/** `at`: ISO 8601. The record keeps the order of its fields and all digits of its numbers. */
export function copyOf(
  ref: Ref,
  record: JsonObject,
  about: { readonly profile: string; readonly at: string },
): Copy {
  const resource = resourceOf(ref.kind);
  const { kind, ids } = ref;
  const whole = { kind, ids, ...about, record: redact(resource.fields, record) };
  return {
    name: `${kind}-${ids[ownIdName(resource)] ?? ''}`,
    text: `${JSON.stringify(whole, undefined, 2)}\n`,
  };
}
