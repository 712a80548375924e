import { isObject, type JsonObject, member } from '../api/json.ts';
import { installationState, versionId, versionName } from './installation.ts';
import { integration } from './integration.ts';
import type { ChildRow, Ref } from './resource.ts';

/** The integrations on a bot. The key is an id or an alias: the entry's own id wins (not in the spec). */
export function installations(record: JsonObject, _self: Ref): readonly ChildRow[] {
  const entries = member(record, 'integrations');
  if (!isObject(entries)) return [];
  return Object.entries(entries).map(([key, entry]) => ({
    id: key,
    name: versionName(key, entry),
    ...installationState(entry),
    ref: { kind: integration.kind, ids: { integrationId: versionId(key, entry) } },
  }));
}
