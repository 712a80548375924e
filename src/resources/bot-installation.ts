import { isObject, type JsonObject, member } from '../api/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { choice, flag, id, prose, secret, secretValues, text, time } from './field.ts';
import { integration } from './integration.ts';
import type { ChildRow, Ref } from './resource.ts';

const registration = choice({
  registered: 'good',
  registration_pending: 'warn',
  unregistration_pending: 'warn',
  registration_failed: 'bad',
  unregistration_failed: 'bad',
  unregistered: 'dim',
});

/** An entry of `bot.integrations` (not in the spec). */
export const installation = {
  id,
  name: text,
  version: text,
  enabled: flag,
  status: registration,
  statusReason: prose,
  configurationType: text,
  configuration: secretValues,
  webhookUrl: secret,
  webhookId: secret,
  createdAt: time,
  updatedAt: time,
};

/** The integrations on a bot. The key is an id or an alias: the entry's own id wins (not in the spec). */
export function installations(record: JsonObject, _self: Ref): readonly ChildRow[] {
  const entries = member(record, 'integrations');
  if (!isObject(entries)) return [];
  return Object.entries(entries).map(([key, entry]) => {
    const own = member(entry, 'id');
    const name = installation.name.read(member(entry, 'name'));
    const version = installation.version.read(member(entry, 'version'));
    const status = member(entry, 'status');
    return {
      id: key,
      name:
        name === undefined
          ? clean(key)
          : safe`${clean(name)}${version === undefined ? safe`` : safe`@${clean(version)}`}`,
      detail: installationState(entry),
      tone: member(entry, 'enabled') === false ? 'warn' : registration.tone(status),
      ref: {
        kind: integration.kind,
        ids: { integrationId: typeof own === 'string' && own !== '' ? own : key },
      },
    };
  });
}

function installationState(entry: JsonObject[string]): SafeText {
  const status = installation.status.read(member(entry, 'status'));
  const reason = installation.statusReason.read(member(entry, 'statusReason'));
  const off = member(entry, 'enabled') === false ? safe`disabled, ` : safe``;
  const state = safe`${off}${status === undefined ? safe`status not set` : clean(status)}`;
  return reason === undefined ? state : safe`${state}: ${clean(reason)}`;
}
