import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { dice, iso, prefixedId } from './dice.ts';
import type { Origin, Source, Traits } from './source.ts';

/** The service keeps the last ones of an issue, not every time it was seen (not in the spec). */
const MOST = 12;

const CHANNELS = ['webchat', 'slack', 'whatsapp', 'teams'] as const;

/** Times that an issue was seen, the newest first, each with the data that the issue groups (not in the spec). */
export function eventSource(origin: Origin, issues: Source): Source {
  const issueOf = (parent: Ids): JsonObject | undefined => {
    const index = issues.indexOf(parent);
    return index === undefined ? undefined : issues.record(parent, index);
  };
  const start = (parent: Ids, index: number) =>
    dice(origin.seed, 'event', parent['botId'] ?? '', parent['issueId'] ?? '', index);
  const idAt = (parent: Ids, index: number): string => prefixedId('issevt', start(parent, index));
  const count = (parent: Ids): number => Math.min(MOST, Number(issueOf(parent)?.['eventsCount'] ?? 0));
  const traits = (parent: Ids, index: number): Traits => {
    const issue = issueOf(parent);
    const last = Date.parse(`${issue?.['lastSeenAt']}`);
    const first = Date.parse(`${issue?.['createdAt']}`);
    const all = Math.max(1, count(parent) - 1);
    // Closer together towards the end, the first and the last one at the times that the issue tells.
    const createdAt = Math.round(last - (last - first) * (index / all) ** 2);
    return { createdAt, updatedAt: createdAt };
  };
  const record = (parent: Ids, index: number): JsonObject => {
    const from = start(parent, index);
    const ms = from.below(9000);
    const grouped = issueOf(parent)?.['groupedData'];
    return {
      id: idAt(parent, index),
      createdAt: iso(traits(parent, index).createdAt),
      data: {
        ...(typeof grouped === 'object' ? (grouped as JsonObject) : {}),
        conversationId: { raw: prefixedId('conv', from) },
        channel: { raw: from.pick(CHANNELS) },
        duration: { raw: `${ms}`, pretty: `${ms} ms` },
      },
    };
  };
  return {
    count,
    indexOf: ids => {
      const index = Array.from({ length: count(ids) }, (_, at) => idAt(ids, at)).indexOf(
        ids['eventId'] ?? '',
      );
      return index < 0 ? undefined : index;
    },
    traits,
    item: record,
    record,
  };
}
