import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { entriesOf, textOf } from './diagnosis-rule.ts';
import { choice, flag, id, prose, secret, secretValues, type Tone, text, time } from './field.ts';
import type { Ref } from './resource.ts';

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

/** Returns the id of the installed version: the entry's own id wins over its key, which may be an alias. */
export function versionId(key: string, entry: Json): string {
  const own = member(entry, 'id');
  return typeof own === 'string' && own !== '' ? own : key;
}

/** Formats name and version without secrets: `slack@3.1.0`. An entry without a name is shown by its key. */
export function versionName(key: string, entry: Json): SafeText {
  const name = installation.name.read(member(entry, 'name'));
  const version = installation.version.read(member(entry, 'version'));
  if (name === undefined) return clean(redactText(key));
  return clean(redactText(version === undefined ? name : `${name}@${version}`));
}

/**
 * Describes the state of an installed integration: disabled or not, its registration, and why that failed.
 */
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

/** Returns the text that filters search for integrations of a bot: names and versions. */
export function installedNames(entries: Json | undefined): string {
  if (!isObject(entries)) return '';
  return Object.entries(entries)
    .map(([key, entry]) => versionName(key, entry).toLowerCase())
    .join('\n');
}

/** An entry of `bot.integrations`. */
export type InstalledIntegration = {
  readonly key: string;
  readonly entry: Json;
  readonly name: SafeText;
  readonly ref: Ref;
};

/** Returns the integrations of a bot. Cached: five rules read them, and there may be thousands. */
export const installedIntegrations = memo((bot: JsonObject): readonly InstalledIntegration[] | undefined =>
  entriesOf(bot, 'integrations')?.map(([key, entry]) => ({
    key,
    entry,
    name: clean(redactText(textOf(entry, 'name') ?? key), 80),
    ref: { kind: 'integration', ids: { integrationId: textOf(entry, 'id') ?? key } },
  })),
);
