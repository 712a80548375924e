import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import {
  type Clock,
  choice,
  flag,
  id,
  MASK,
  prose,
  secret,
  secretValues,
  type Tone,
  text,
  time,
} from './field.ts';
import { type ChildRow, type EntryTable, timeColumn } from './resource.ts';

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

/** The entry's own id wins over its key, which may be an alias. */
export function versionId(key: string, entry: Json): string {
  const own = member(entry, 'id');
  return typeof own === 'string' && own !== '' ? own : key;
}

/** Without secrets: `slack@3.1.0`; the key of an entry without a name. */
export function versionName(key: string, entry: Json): SafeText {
  const name = installation.name.read(member(entry, 'name'));
  const version = installation.version.read(member(entry, 'version'));
  if (name === undefined) return clean(redactText(key));
  return clean(redactText(version === undefined ? name : `${name}@${version}`));
}

export function installationState(entry: Json): { readonly tone: Tone; readonly detail: SafeText } {
  const status = installation.status.read(member(entry, 'status'));
  const reason = installation.statusReason.read(member(entry, 'statusReason'));
  const isOff = member(entry, 'enabled') === false;
  const state = safe`${isOff ? safe`disabled, ` : safe``}${status === undefined ? safe`status not set` : clean(status)}`;
  const tone = registration.tone(member(entry, 'status'));
  return {
    tone: isOff && tone !== 'bad' ? 'warn' : tone,
    detail: reason === undefined ? state : safe`${state}: ${clean(redactText(reason))}`,
  };
}

/** Text that filters search: names and versions. */
export function installedNames(entries: Json | undefined): string {
  if (!isObject(entries)) return '';
  return Object.entries(entries)
    .map(([key, entry]) => versionName(key, entry).toLowerCase())
    .join('\n');
}

/** Undefined without a map. Cached: five rules read it, and there may be thousands of entries. */
export const installedIntegrations = memo((bot: JsonObject) => {
  const map = bot['integrations'];
  if (!isObject(map)) return undefined;
  return Object.entries(map).map(([key, entry]) => ({
    key,
    entry,
    name: clean(redactText(installation.name.read(member(entry, 'name')) ?? key), 80),
    ref: { kind: 'integration', ids: { integrationId: versionId(key, entry) } },
  }));
});

export const installations = (bot: JsonObject): readonly ChildRow[] =>
  (installedIntegrations(bot) ?? []).map(({ key, entry, ref }) => {
    const { integrationId: id } = ref.ids;
    const named = versionName(key, entry);
    return {
      id: key,
      name: named,
      ...installationState(entry),
      ref,
      entry: { ...(isObject(entry) ? entry : {}), id, named, ...(id === key ? {} : { alias: key }) },
    };
  });

/** A configuration as its keys; only boolean values are shown, because they cannot be credentials. */
const masked = {
  ...secretValues,
  show: (json: Json | undefined, clock: Clock) => {
    if (!isObject(json)) return secretValues.show(json, clock);
    const pairs = Object.entries(json).map(
      ([key, value]) =>
        safe`${clean(key, 60)} ${typeof value === 'boolean' ? flag.show(value, clock) : MASK}`,
    );
    return pairs.length === 0 ? undefined : joinSafe(pairs, ', ');
  },
};

/** `named` joins name and version; `alias` is the key if it is not the id. */
export const installationEntries: EntryTable = {
  fields: { ...installation, configuration: masked, named: text, alias: text },
  labels: { statusReason: safe`reason`, enabled: safe`on`, webhookUrl: safe`webhook` },
  columns: [
    { title: safe`NAME@VERSION`, field: 'named', width: 24, rank: 1 },
    { title: safe`ALIAS`, field: 'alias', width: 12, rank: 5 },
    { title: safe`STATUS`, field: 'status', width: 22, rank: 2 },
    { title: safe`ON`, field: 'enabled', width: 3, rank: 3 },
    timeColumn(safe`UPDATED`, 'updatedAt', { width: 8, rank: 4 }),
  ],
  details: [
    'status',
    'statusReason',
    'enabled',
    'alias',
    'id',
    'configurationType',
    'configuration',
    'webhookUrl',
    'createdAt',
    'updatedAt',
  ],
  reason: 'statusReason',
};
