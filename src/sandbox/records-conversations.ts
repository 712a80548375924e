import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { placeOfBot } from './bot-id.ts';
import { type Dice, dice, iso, prefixedId } from './dice.ts';
import { DAY, type Origin, type Source, type Traits } from './source.ts';

const LEAST = 10;
const CHANNELS = [
  ['webchat', 'channel'],
  ['whatsapp', 'channel'],
  ['slack', 'dm'],
  ['slack', 'thread'],
] as const;

/** Conversations of a bot, the newest first. No field but the id is in the spec (2.5). */
export function conversationSource(origin: Origin): Source {
  const diceOf = (what: string, parent: Ids, index: number): Dice => {
    const place = placeOfBot(origin.seed, parent['botId'] ?? '');
    return dice(origin.seed, what, place?.workspace ?? 0, place?.index ?? 0, index);
  };
  const count = (parent: Ids): number => LEAST + diceOf('conversations', parent, 0).below(5);
  const idAt = (parent: Ids, index: number): string =>
    prefixedId('conv', diceOf('conversation', parent, index));

  function traits(parent: Ids, index: number): Traits {
    const from = diceOf('conversation-times', parent, index);
    const age = (index + 0.1 + 0.8 * from.fraction()) * 0.8 * DAY;
    const createdAt = Math.floor(origin.now - age);
    return { createdAt, updatedAt: Math.floor(createdAt + age * 0.2 * from.fraction()) };
  }

  function record(parent: Ids, index: number): JsonObject {
    const from = diceOf('conversation-record', parent, index);
    const { createdAt, updatedAt } = traits(parent, index);
    const [integration, channel] = from.pick(CHANNELS);
    return {
      id: idAt(parent, index),
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      channel,
      integration,
      tags: from.chance(0.5) ? { flight: `BX${100 + from.below(900)}` } : {},
      messageCount: 1 + from.below(80),
    };
  }

  return {
    count,
    indexOf: ids => {
      const indices = Array.from({ length: count(ids) }, (_, index) => index);
      return indices.find(index => idAt(ids, index) === ids['conversationId']);
    },
    traits,
    item: record,
    record,
  };
}
