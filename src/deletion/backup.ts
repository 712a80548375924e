import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';

/** A record as it was before its delete, secrets masked: a name for its file, and the text. */
export type Backup = { readonly name: string; readonly text: string };

/** Returns the backup of a record. Field order and all digits stay. `at`: ISO 8601. */
export function backupOf(
  ref: Ref,
  record: JsonObject,
  about: { readonly profile: string; readonly at: string },
): Backup {
  const resource = resourceOf(ref.kind);
  const { kind, ids } = ref;
  const backup = { kind, ids, ...about, record: redact(resource.fields, record) };
  return {
    name: `${kind}-${ids[ownIdName(resource)] ?? ''}`,
    text: `${JSON.stringify(backup, undefined, 2)}\n`,
  };
}
