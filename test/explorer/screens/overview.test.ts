import type { JsonObject } from '../../../src/json/json.ts';
import { botPlace } from '../../helpers/fake-explorer.ts';
import { after, answer, onBots, open, scenes } from '../../helpers/scenes.ts';

const REASON = 'Timed out after 60 s';
const BOT: JsonObject = {
  id: 'b0',
  name: 'support',
  status: 'deleting',
  deployedAt: '',
  integrations: {
    slack: { id: 'v1', name: 'slack', version: '3.1.0', status: 'registration_failed' },
    ok: { id: 'v2', name: 'gmail', version: '1.0.0', status: 'registered' },
  },
  recurringEvents: {
    daily: { schedule: { cron: '0 8 * * *' }, type: 'd', payload: {}, failedAttempts: 0 },
    sync: {
      schedule: { cron: '0 2 * * *' },
      type: 'sync',
      payload: { full: { pages: 3 } },
      failedAttempts: 12,
      lastFailureReason: REASON,
    },
  },
  configuration: { data: {}, schema: { properties: { url: { title: 'Address' } }, required: ['url'] } },
};

const onBot = (rows: number) => {
  const onList = onBots(1, { screen: { size: { columns: 100, rows } } });
  return after(onList, open(botPlace('b0')), answer('bot.read', BOT));
};

scenes('finding', onBot(24), {
  'Enter leads to the row of the integration': ['Enter', { cursor: 'child:integration:slack' }],
  'Enter leads to the recurring event: schedule, payload, attempts and last reason; Esc leads back': [
    [
      'j Enter',
      {
        text: /sync:\n +schedule:\n +cron: "0 2[^\n]*\n[^\n]*\n +payload:\n +full:\n +pages: 3\n +failedAttempts: 12\n.*Timed/,
      },
      { message: /recurringEvents\.sync$/ },
    ],
    ['Esc', { cursor: 'finding:1' }],
  ],
  'Enter leads to the status of the bot': ['j j Enter', { message: / status$/ }],
  'Enter leads to the schema of what is not configured': [
    ['j j j Enter', { message: /schema\.properties\.url$/ }],
  ],
  'Enter on a note leads to the field': ['j j j j Enter', { message: / deployedAt$/ }],
});

const PARTS = [
  'Diagnosis.*',
  'Integrations',
  '   ✗ slack@3.1.0 .*',
  '   ✓ gmail@1.0.0 .*',
  'Recurring events',
  '   ✗ sync +0 2 \\* \\* \\* · 12 failures · Timed.*',
  '   ✓ daily +0 8 \\* \\* \\*',
  'Bot',
].join('\n');

scenes('overview', onBot(40), {
  'from 40 rows it has integrations and recurring events below the diagnosis, failing ones first': [
    { text: new RegExp(PARTS, 's') },
  ],
  'Enter on an integration leads to its row': ['j j j j j j j Enter', { cursor: 'child:integration:slack' }],
  'Enter on a recurring event leads to it': [
    ['j j j j j j j j j Enter', { message: /recurringEvents\.sync$/ }],
  ],
  'with fewer rows it does not have them': [{ start: onBot(39) }, { text: /^(?!.*Recurring events\n)/s }],
});
