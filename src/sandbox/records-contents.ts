import type { JsonObject } from '../json/json.ts';
import type { BotPlace } from './bot-id.ts';
import { type Dice, dice, prefixedId, present } from './dice.ts';
import { mapOf, schema, some, tagDefinitions, titled } from './records-schemas.ts';
import { DAY, type Origin } from './source.ts';

const STATES = ['dialogue', 'profile', 'lastOrder', 'escalation'] as const;
const EVENTS = ['bookingChanged', 'flightDelayed', 'paymentRetried', 'surveySent'] as const;
const ACTIONS = ['findBooking', 'rebook', 'refund', 'handOver', 'sendBoardingPass'] as const;
const CRONS = ['0 2 * * *', '*/15 * * * *', '0 8 * * 1', '30 5 1 * *'] as const;
const RECURRING = ['nightly-sync', 'retry-payments', 'weekly-report', 'clean-up'] as const;
const SUBSCRIBED = ['slack:messageReacted', 'zendesk:ticketClosed', 'stripe:paymentFailed'] as const;
const FAILURES = [
  'Timed out after 60 s',
  "TypeError: Cannot read properties of undefined (reading 'segments')",
  'connect ECONNREFUSED 10.4.0.12:443',
] as const;

function recurring(from: Dice, isFirst: boolean): JsonObject {
  const names = isFirst ? ['nightly-sync', 'weekly-report'] : some(from, RECURRING, from.below(3));
  return mapOf(names, name => {
    const failed = isFirst ? (name === 'nightly-sync' ? 12 : 0) : from.chance(0.12) ? 1 + from.below(40) : 0;
    return {
      schedule: { cron: name === 'nightly-sync' ? CRONS[0] : from.pick(CRONS) },
      type: name.replace('-', ''),
      payload: { source: name, full: from.chance(0.5) },
      failedAttempts: failed,
      lastFailureReason: failed === 0 ? null : isFirst ? FAILURES[0] : from.pick(FAILURES),
    };
  });
}

/** The position of a bot whose configuration lacks what its schema requires. */
const UNCONFIGURED_AT = 11;

function configuration(from: Dice, isLacking: boolean): JsonObject {
  if (isLacking) return { data: { retries: from.below(5) }, schema: schema('greeting', 'retries') };
  if (from.chance(0.2)) return { data: {}, schema: {} };
  return {
    data: {
      greeting: 'Hello, this is Borealis Air.',
      crmKey: `crm_${from.below(1e9)}`,
      retries: from.below(5),
    },
    schema: schema('greeting', 'crmKey', 'retries'),
  };
}

function plugins(from: Dice): JsonObject {
  return mapOf(some(from, ['hitl', 'knowledge', 'analytics'], from.below(3)), name => ({
    id: prefixedId('plugver', from),
    name,
    version: `1.${from.below(9)}.0`,
    enabled: from.chance(0.9),
    configuration: { level: 'normal' },
  }));
}

function behaviour(from: Dice, isFirst: boolean): JsonObject {
  // The first bot has all there is: it is the one that people look at.
  const size = (most: number): number => (isFirst ? most : from.below(most + 1));
  return {
    states: mapOf(some(from, STATES, size(3)), (_name, at) =>
      present({
        type: from.pick(['conversation', 'user', 'bot']),
        schema: schema('value'),
        expiry: at === 0 ? DAY : undefined,
      }),
    ),
    events: mapOf(some(from, EVENTS, size(3)), name => ({ title: titled(name), schema: schema('id') })),
    actions: mapOf(some(from, ACTIONS, size(5)), name => ({
      title: titled(name),
      description: `${titled(name)} in the booking system`,
      input: { schema: schema('reference') },
      output: { schema: schema('result') },
    })),
    subscriptions: { events: mapOf(some(from, SUBSCRIBED, size(3)), () => ({})) },
  };
}

/** What a bot is made of, apart from its integrations. Inner shapes: service definition. */
export function botContents(origin: Origin, place: BotPlace): JsonObject {
  const from = dice(origin.seed, 'contents', place.workspace, place.index);
  const isFirst = place.workspace === 0 && place.index === 0;
  return {
    user: { tags: tagDefinitions(some(from, ['email', 'locale', 'level'], 1 + from.below(3))) },
    conversation: { tags: tagDefinitions(some(from, ['topic', 'flight'], from.below(3))) },
    message: { tags: tagDefinitions(some(from, ['intent'], from.below(2))) },
    ...behaviour(from, isFirst),
    configuration: configuration(from, place.workspace === 0 && place.index === UNCONFIGURED_AT),
    recurringEvents: recurring(from, isFirst),
    medias: from.chance(0.4)
      ? [{ url: `https://files.borealis.example/media/${place.index}.png`, name: 'avatar.png' }]
      : [],
    plugins: plugins(from),
    secrets: from.chance(0.4) ? ['CRM_TOKEN', 'SENTRY_DSN'] : [],
  };
}
