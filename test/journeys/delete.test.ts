// @module-tag program

import { expect, test } from 'vitest';
import { journeys, take, until } from '../helpers/journey.ts';
import { adjustableClock } from '../helpers/preload.ts';
import { not } from '../helpers/rows.ts';

// Without the seconds to cancel a delete.
const { journey, open } = journeys({ flags: ['--no-grace'] });

const ASKS = "Type the bot's name";

journey('delete: the request is sent after five seconds, and Esc within them sends nothing', [
  { start: { flags: [] } },
  ['Ctrl-D', 'After Enter you have 5 seconds to cancel'],
  ['support-prod', 'Enter DELETES support-prod after 5 s'],
  ['Confirm', /Deleting support-prod in [345] s\. Esc cancels\. ▓+░*/],
  ['Esc', 'Cancelled. Nothing was sent'],
  { DELETE: 0 },
  ['support-prod', 'Enter DELETES support-prod after 5 s'],
  ['Confirm'],
  ['', 'Deleted bot support-prod'],
  { DELETE: 1 },
]);

journey(
  'delete: a conversation is deleted by the end of its id, with the bot id and without the workspace id',
  [
    ['a', 'Actions'],
    until('↓', /▸ \d? *delete conversation of this bot by id/),
    ['Enter', /:conversation \S+ +<conversationId>/],
    ['"$conversationId" Enter', "The API can't show a conversation"],
    // The receipt has the request with its bot id, and the status of the response.
    async run => take(run, [run.sandbox.ids.conversationId.slice(-6)]),
    ['Confirm', 'Deleted conversation', 'x-bot-id: $botId', /status +200/],
    { DELETE: ['/v1/chat/conversations/$conversationId'] },
    ({ sandbox, deletes }) => {
      expect(deletes()[0]?.headers['x-bot-id']).toBe(sandbox.ids.botId);
      expect(deletes()[0]?.headers['x-workspace-id']).toBeUndefined();
    },
  ],
);

journey('delete: a 403 is reported as not deleted, and the bot stays', [
  'DELETE /v1/* 403',
  ['Ctrl-D', ASKS],
  [
    'support-prod Confirm',
    'Not deleted.',
    /─ Done ─+ 0 deleted, 1 failed ─/,
    '403 Your token may not do this',
    /\n *\n {3}A developer may delete [^✗]*\n {3}Ask a manager of the workspace, or use another token\./,
    'Enter close  r retry  Ctrl-S save  L requests  Ctrl-P profile',
    not('undone'),
  ],
  { DELETE: 1 },
  ['L', /\/v1\/\S+ +DELETE +403/],
  ['Esc Ctrl-D', '! Your token was refused (403) when deleting a bot before.', ASKS],
  ['Esc r Ctrl-D', ASKS, not('was refused')],
]);

journey('delete: on a small screen the result is set off from the rows below it', [
  { start: { columns: 40, rows: 12 } },
  'DELETE /v1/* 403',
  ['Ctrl-D', 'scroll to the end first'],
  until('PgDn', /Type the/),
  ['support-prod Confirm', /Not deleted\. · \d+ more rows?: PgDn/],
]);

journey('delete dialog: while a DELETE is under way, it does not offer Esc to stop', [
  'DELETE /v1/* hang',
  ['Ctrl-D', ASKS],
  ['support-prod Confirm', /deleting \d+ s/, not('Esc stops', 'Esc cancels')],
]);

test('delete dialog: works after the clock is set back by an hour', async () => {
  const clock = adjustableClock();
  await take(
    await open({ env: clock.env }),
    ['Ctrl-D', ASKS],
    ['support-prod', 'Enter DELETES'],
    clock.setBack,
    ['Confirm', 'Deleted bot'],
    { DELETE: 1 },
  );
});
