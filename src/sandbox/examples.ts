import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { conversation } from '../resources/conversation.ts';
import { issue } from '../resources/issue.ts';
import { OTHERS_AT } from './fixtures/bots.ts';
import type { Version } from './fixtures/catalogue.ts';
import { iso } from './fixtures/random.ts';
import { DAY, HOUR, type Origin, type Source } from './fixtures/source.ts';
import type { Store } from './store.ts';

/** Ids to begin with, and those whose answers are special. */
export type Examples = {
  /** The first bot of the list; it has issues. */
  readonly botId: string;
  readonly issueId: string;
  /** A version that is there and may be deleted. */
  readonly integrationId: string;
  readonly conversationId: string;
  /** Another workspace that is there: few bots, its profile unset. */
  readonly otherWorkspaceId: string;
  /** A workspace without any bot. */
  readonly emptyWorkspaceId: string;
  /** Somebody else's bot: its delete answers 403. */
  readonly othersBotId: string;
  /** Named by bots, yet not in the workspace: 404. */
  readonly hubIntegrationId: string;
  /** In use: its delete answers 409. */
  readonly lockedIntegrationId: string;
};

/** The example ids of a sandbox; with no bots at all they look like ids but lead nowhere. */
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
    othersBotId: idAt(bot.kind, { workspaceId }, OTHERS_AT[0]),
    hubIntegrationId: versionId(({ role }) => role === 'hub'),
    lockedIntegrationId: versionId(({ role }) => role === 'locked'),
  };
}

/** A record as it was at a moment (epoch milliseconds). */
export type SeenBefore = {
  readonly ref: { readonly kind: string; readonly ids: Ids };
  readonly at: number;
  readonly record: JsonObject;
};

/** An entry of the bot's integrations as it was: what has failed since was well. */
function wasWell(entry: Json): Json {
  const isFailed = isObject(entry) && entry['status'] === 'registration_failed';
  return isFailed ? { ...entry, status: 'registered', statusReason: null } : entry;
}

/** The failing bot as it was a day ago: nothing had failed yet, and one integration was not there. */
function dayBefore(record: JsonObject, now: number): JsonObject {
  const { integrations, recurringEvents, ...rest } = record;
  const [...entries] = isObject(integrations) ? Object.entries(integrations) : [];
  const events = isObject(recurringEvents) ? Object.entries(recurringEvents) : [];
  const time = iso(now - DAY - 9 * HOUR);
  return {
    ...rest,
    integrations: Object.fromEntries(entries.slice(0, -1).map(([key, entry]) => [key, wasWell(entry)])),
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

/** The first bot of the list as somebody may have seen it a day ago. */
export function seenBefore(store: Store, { botId }: Examples, now: number): readonly SeenBefore[] {
  const record = store.find(bot, { botId });
  const ref = { kind: bot.kind, ids: { botId } };
  return record === undefined ? [] : [{ ref, at: now - DAY, record: dayBefore(record, now) }];
}
