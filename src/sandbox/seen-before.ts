import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { iso } from './dice.ts';
import type { Examples } from './examples.ts';
import { DAY, HOUR } from './source.ts';
import type { Store } from './store.ts';

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
