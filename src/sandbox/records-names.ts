import type { Dice } from './dice.ts';

/** Names by position: the first screens look like somebody's work; odd and hostile ones stand further down. */
const PLAIN = [
  'support-prod',
  'support-staging',
  'order-tracker',
  'rebooking',
  'lost-luggage',
  'seat-upgrade',
  'loyalty-points',
  'refund-desk',
  'crew-roster-helper',
  'faq-en',
  'faq-de',
  'baggage-claims',
  'gate-change-alerts',
  'check-in-concierge',
  'payment-retry',
  'corporate-travel',
  'visa-requirements',
  'special-assistance',
  'invoice-copies',
  'group-bookings',
  'pet-travel',
  'airport-wayfinding',
  'cargo-quotes',
  'meal-preferences',
  'feedback-survey',
  'kb-sync-nightly',
  'stopover-planner',
  'voucher-lookup',
  'unaccompanied-minors',
  'internal-it-helpdesk',
  'hr-onboarding',
  'lounge-access',
  'delay-compensation',
  'flight-status-line',
  'winter-schedule-2025',
  'partner-miles-import',
] as const;

const ESC = '\u001b';
const BELL = '\u0007';

/** Position → a name that is anything but plain; undefined = the record has no name at all. */
const ODD: ReadonlyMap<number, string | undefined> = new Map([
  [12, '予約アシスタント'],
  [15, '🛫 departures-board'],
  [17, ''],
  [21, undefined],
  [26, 'مساعد الحجز'],
  [
    29,
    'a-name-that-somebody-typed-without-thinking-about-lists-and-that-goes-on-for-much-longer-than-any-column-could-ever-be-wide-because-nothing-in-the-service-keeps-anyone-from-doing-so-final-v2-really-final',
  ],
  [30, 'faq-bot'],
  [31, 'faq-bot'],
  [33, 'עוזר הזמנות'],
  [36, `clear${ESC}[2J${ESC}[H-screen`],
  [38, `paste${ESC}]52;c;cm0gLXJmIH4K${BELL}-me`],
  [41, `${ESC}]8;;https://evil.example/${ESC}\\click-here${ESC}]8;;${ESC}\\`],
  [43, `title${ESC}]0;owned${BELL}-setter`],
  [44, 'invoice-\u202egnp.exe'],
  [48, 'two\nlines\r\nof-name'],
  [50, `c1-\u009b31mred\u0085next`],
  [53, '👩‍👩‍👧‍👦 family-✈️-🇫🇮'],
  [55, 'half-\ud83d-emoji'],
  [57, 'z\u0301\u0302\u0303\u0304\u0305\u0306a\u0307\u0308l\u030ag\u030bo'],
  [59, '   '],
  [60, 'zero\u200bwidth\u2060join\ufeffer'],
]);

const TOPICS = [
  'faq',
  'booking',
  'refunds',
  'baggage',
  'status',
  'upgrade',
  'kiosk',
  'lounge',
  'catering',
  'crew',
  'cargo',
  'loyalty',
  'voice',
  'survey',
] as const;
const PLACES = ['hel', 'osl', 'arn', 'cph', 'kef', 'lhr', 'cdg', 'fra', 'jfk', 'nrt'] as const;
const ENDS = ['bot', 'desk', 'test', 'poc', 'v2', 'copy', 'demo', 'helper'] as const;

const SECOND = ['hello-world', 'playground', 'pricing-draft', 'import-test'] as const;

/** The name of the bot at a position of a workspace; undefined = it has none. */
export function botName(workspace: number, index: number, from: Dice): string | undefined {
  if (workspace > 0) return SECOND[index] ?? `draft-${index + 1}`;
  if (ODD.has(index)) return ODD.get(index);
  if (index >= PLAIN.length + ODD.size) return invented(index, from);
  const before = [...ODD.keys()].filter(position => position < index).length;
  return PLAIN[index - before] ?? invented(index, from);
}

const invented = (index: number, from: Dice): string =>
  `${from.pick(TOPICS)}-${from.pick(PLACES)}-${from.pick(ENDS)}-${index}`;
