import { isSame, type JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { nameOf, type Resource } from '../resources/resource.ts';
import { clean } from '../text/sanitise.ts';
import type { BulkDialog } from './bulk-dialog.ts';
import type { MarkedRef } from './mark.ts';
import type { Reading } from './reading.ts';
import type { Victim } from './removing-many.ts';
import { knownRecord, type State } from './state.ts';

/** How many are read at once before they are deleted. */
const READERS = 2;

/** A victim as it is known when the dialog opens. */
export function victimOf(state: State, resource: Resource, { ref, isHidden }: MarkedRef): Victim {
  const record = knownRecord(state, ref);
  const name =
    record === undefined ? clean(ref.ids[ownIdName(resource)] ?? '', 80) : nameOf(resource, record);
  return { ref, name, ...(isHidden ? { isHidden } : {}), ...(record === undefined ? {} : { record }) };
}

/** A victim as it was read again: its name now, and whether a field that was known is another one now. */
function readVictim({ record: before }: Victim, resource: Resource, record: JsonObject): Partial<Victim> {
  const isChanged = (resource.listed ?? []).some(
    field => before !== undefined && Object.hasOwn(before, field) && !isSame(before[field], record[field]),
  );
  return { record, name: nameOf(resource, record), ...(isChanged ? { isChanged } : {}) };
}

/** Reads all victims again, two at a time and in their order, as long as `isOpen`. */
export async function readVictims(
  resource: Resource,
  { put, present }: BulkDialog,
  { readAgain, isOpen }: Pick<Reading, 'readAgain'> & { readonly isOpen: () => boolean },
): Promise<void> {
  const waiting = [...(present()?.victims ?? [])].entries();
  async function reader(): Promise<void> {
    for (const [at, victim] of waiting) {
      const outcome = await readAgain(victim.ref);
      if (!isOpen()) return;
      put(at, outcome.ok ? readVictim(victim, resource, outcome.value) : { failure: outcome.failure });
    }
  }
  if (resource.read !== undefined) await Promise.all(Array.from({ length: READERS }, reader));
}
