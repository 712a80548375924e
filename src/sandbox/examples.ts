import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { integration } from '../resources/integration.ts';
import { issue } from '../resources/issue.ts';
import { OTHER_USERS_AT } from './fixtures/bots.ts';
import type { Version } from './fixtures/catalogue.ts';
import { iso } from './fixtures/random.ts';
import { DAY, HOUR, type Origin, type Source } from './fixtures/source.ts';
import type { OwnRecords } from './records.ts';
import type { Store } from './store.ts';
import type { Examples } from './types.ts';

/** Returns the example ids of a sandbox. Without bots they have the form of ids but no record. */
export function examplesOf(origin: Origin, sources: Readonly<Record<string, Source>>): Examples {
  const [workspaceId = '', otherWorkspaceId = '', emptyWorkspaceId = ''] = origin.workspaceIds;
  const idAt = (kind: string, parent: Ids, index: number): string =>
    `${sources[kind]?.item(parent, index)['id'] ?? ''}`;
  const versionId = (fits: (version: Version) => boolean): string =>
    origin.catalogues[0]?.find(fits)?.id ?? '';
  const botId = idAt(bot.kind, { workspaceId }, 0);
  return {
    botId,
    issueId: idAt(issue.kind, { botId }, 0),
    integrationId: versionId(({ name, version }) => name === 'whatsapp' && version === '4.5.6'),
    conversationId: idAt(conversation.kind, { botId }, 0),
    otherWorkspaceId,
    emptyWorkspaceId,
    othersBotId: idAt(bot.kind, { workspaceId }, OTHER_USERS_AT[0]),
    hubIntegrationId: versionId(({ role }) => role === 'hub'),
    lockedIntegrationId: versionId(({ role }) => role === 'locked'),
  };
}

/** Returns the ids of the first given records; without one the example has the form of an id. */
export function firstRecords({ byKind, workspaceIds }: OwnRecords): Partial<Examples> {
  const idsOf = (kind: string): readonly Ids[] => (byKind.get(kind) ?? []).map(({ ids }) => ids);
  const [firstIssue] = idsOf(issue.kind);
  const { botId } = firstIssue ?? idsOf(bot.kind)[0] ?? {};
  const found = {
    botId,
    issueId: firstIssue?.['issueId'],
    integrationId: idsOf(integration.kind)[0]?.['integrationId'],
    conversationId: idsOf(conversation.kind)[0]?.['conversationId'],
    otherWorkspaceId: workspaceIds[1],
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
}

/** A record as it was at a time (epoch milliseconds). */
export type EarlierVersion = {
  readonly ref: { readonly kind: string; readonly ids: Ids };
  readonly at: number;
  readonly record: JsonObject;
};

/** Returns an integration of the bot as it was before it failed. */
function beforeFailure(entry: Json): Json {
  const isFailed = isObject(entry) && entry['status'] === 'registration_failed';
  return isFailed ? { ...entry, status: 'registered', statusReason: null } : entry;
}

/** Returns the failing bot as it was a day ago: no failures, and one integration less. */
function dayBefore(record: JsonObject, now: number): JsonObject {
  const { integrations, recurringEvents, ...rest } = record;
  const [...entries] = isObject(integrations) ? Object.entries(integrations) : [];
  const events = isObject(recurringEvents) ? Object.entries(recurringEvents) : [];
  const time = iso(now - DAY - 9 * HOUR);
  return {
    ...rest,
    integrations: Object.fromEntries(entries.slice(0, -1).map(([key, entry]) => [key, beforeFailure(entry)])),
    recurringEvents: Object.fromEntries(
      events.map(([key, event]) => [
        key,
        isObject(event) ? { ...event, failedAttempts: 0, lastFailureReason: null } : event,
      ]),
    ),
    deployedAt: time,
    updatedAt: time,
  };
}

/** Returns earlier versions of records, to compare with: the first bot of the list a day ago. */
export function earlierVersions(store: Store, { botId }: Examples, now: number): readonly EarlierVersion[] {
  const record = store.find(bot, { botId });
  const ref = { kind: bot.kind, ids: { botId } };
  return record === undefined ? [] : [{ ref, at: now - DAY, record: dayBefore(record, now) }];
}
