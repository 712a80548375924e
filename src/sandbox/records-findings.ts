import type { JsonObject } from '../json/json.ts';
import type { Choices } from './dice.ts';

/** What an issue is about: all of it but ids, times and counts. */
export type Finding = {
  readonly code: string;
  readonly title: string;
  readonly description: string;
  readonly category: 'user_code' | 'limits' | 'configuration' | 'other';
  readonly link: string;
  readonly groupedData: JsonObject;
};

const STACK = `TypeError: Cannot read properties of undefined (reading 'segments')
    at findBooking (/app/src/actions/find-booking.ts:48:31)
    at async runAction (/app/node_modules/runtime/dist/actions.js:211:18)
    at async Workflow.step (/app/src/workflows/rebook.ts:92:5)
    at async handleMessage (/app/src/index.ts:17:3)`;

const DOCS = 'https://docs.borealis.example/issues';

export const findings: Choices<Finding> = [
  {
    code: 'unhandled_exception',
    title: 'Unhandled exception in action findBooking',
    description:
      'The action "findBooking" threw an exception that nothing caught.\nThe conversation was left without an answer.\n\nIt happens when the booking system answers with no segments.',
    category: 'user_code',
    link: `${DOCS}/unhandled-exception`,
    groupedData: {
      error: { raw: STACK, pretty: STACK },
      action: { raw: 'findBooking' },
      message: { raw: "Cannot read properties of undefined (reading 'segments')" },
    },
  },
  {
    code: 'integration_registration_failed',
    title: 'Slack could not be registered',
    description:
      'Registering the integration "slack" failed.\nMessages from this channel do not reach the bot until it is registered again.',
    category: 'configuration',
    link: `${DOCS}/registration`,
    groupedData: {
      integration: { raw: '{"name":"slack","version":"3.1.0"}', pretty: 'slack@3.1.0' },
      reason: { raw: 'invalid_auth: the bot token was revoked' },
    },
  },
  {
    code: 'recurring_event_failed',
    title: 'Recurring event nightly-sync keeps failing',
    description: 'The recurring event "nightly-sync" failed 12 times in a row.\nIt is still scheduled.',
    category: 'limits',
    link: '',
    groupedData: {
      event: { raw: 'nightly-sync' },
      limit: { raw: '60000', pretty: '60 s per execution' },
    },
  },
  {
    code: 'unknown_tag',
    title: 'Messages carry a tag that is not defined',
    description: 'The tag "campaign" is set on messages, but the bot does not define it.',
    category: 'other',
    link: '',
    groupedData: { tag: { raw: 'campaign' } },
  },
  {
    code: 'rate_limited',
    title: 'Requests were refused: too many a second',
    description: 'The bot sent more than 100 requests a second.\nThe surplus was answered with status 429.',
    category: 'limits',
    link: `${DOCS}/limits`,
    groupedData: { operation: { raw: 'createMessage' }, peak: { raw: '184', pretty: '184 a second' } },
  },
  {
    code: 'invalid_configuration',
    title: 'The configuration does not fit its schema',
    description: 'The value of "retries" is a string.\nThe schema asks for a number.',
    category: 'configuration',
    link: `${DOCS}/configuration`,
    groupedData: { path: { raw: '$.retries' }, value: { raw: '"three"' } },
  },
  {
    code: 'workflow_timed_out',
    title: 'Workflow rebook took too long',
    description: 'The workflow "rebook" did not end within 120 s and was stopped.',
    category: 'user_code',
    link: '',
    groupedData: { workflow: { raw: 'rebook' }, step: { raw: '{"index":4,"name":"offer"}' } },
  },
];

/** Text that would take over a terminal, were it written there as it is. */
export const hostileFinding: Finding = {
  code: 'unhandled_exception',
  title: 'Error: \u001b[31mred\u001b[0m \u001b]0;owned\u0007 and \u202eback',
  description: 'first\r\nsecond\u001b[2J\tthird\u0000fourth\u009b1mfifth\nsixth',
  category: 'user_code',
  link: 'javascript:alert(1)//\u001b]52;c;cm0=\u0007',
  groupedData: {
    'ke\u001b[2Jy': { raw: '\u001b]8;;https://evil.example/\u0007text\u001b]8;;\u0007' },
    nothing: { raw: '' },
  },
};
