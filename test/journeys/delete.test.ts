// @module-tag program

import { expect, test } from 'vitest';
import { adjustableClock } from '../helpers/clock.ts';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, take, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

// Without the seconds to cancel a delete.
const { journey, open } = journeys({ flags: ['--no-grace'] });

const BOT = '/v1/admin/bots/$botId';
const ASKS = "Type the bot's name";

/** Deletes a bot behind the back of the explorer. */
async function deleteElsewhere({ url, token, workspaceId }: ExplorerRun['sandbox'], id: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  await fetch(`${url}/v1/admin/bots/${id}`, { method: 'DELETE', headers });
}

journey(
  'delete: the request is sent after five seconds, and Esc within them sends nothing',
  [
    ['Ctrl-D', 'After Enter you have 5 seconds to cancel'],
    ['support-prod', 'Enter DELETES support-prod after 5 s'],
    ['Confirm', /Deleting support-prod in [345] s\. Esc cancels\. ▓+░*/],
    ['Esc', 'Cancelled. Nothing was sent'],
    { DELETE: 0 },
    ['support-prod', 'Enter DELETES support-prod after 5 s'],
    ['Confirm'],
    ['', 'Deleted bot support-prod'],
    { DELETE: 1 },
  ],
  { flags: [] },
);

journey(
  'delete: a conversation is deleted by the end of its id, with the bot id and without the workspace id',
  [
    ['a', 'Actions'],
    until('↓', /▸ \d? *delete conversation of this bot by id/),
    ['Enter', '_<conversationId>'],
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
    'Enter close  Ctrl-D retry  Ctrl-S save  L requests  Ctrl-P profile',
    not('undone'),
  ],
  { DELETE: 1 },
  ['L', /\/v1\/\S+ +DELETE +403/],
  ['Esc Ctrl-D', '! Your token was refused (403) when deleting a bot before.', ASKS],
  ['Esc r Ctrl-D', ASKS, not('was refused')],
]);

journey('delete dialog: deletes the bot that it names, whatever happens to the list below', [
  ['Ctrl-D', ASKS],
  ({ sandbox }) => deleteElsewhere(sandbox, sandbox.ids.botId),
  ['support-prod Confirm', 'already gone (404)'],
  { DELETE: [BOT, BOT] },
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

test('delete key: the tabs of a bot name what it deletes: the bot, an integration version, or nothing', async () => {
  const run = await open();
  const { terminal } = run;
  await take(run, ['Enter', /Diagnosis.*Ctrl-D delete bot/s], ['6', 'id: ']);
  const text = terminal.rows().slice(2, 20);

  await take(run, ['Ctrl-D', 'Text has no row to delete. Ctrl-D deletes this bot on tab Overview.']);
  expect(terminal.rows().slice(2, 20)).toEqual(text);
  await take(
    run,
    ['3', 'Conversations'],
    ['Ctrl-D', "This line can't be deleted. Ctrl-D deletes this bot on tab Overview."],
    ['2', 'Ctrl-D delete integration'],
    [
      'Ctrl-D',
      /Delete integration version \S+ for ALL bots: this does not\s+uninstall\s+it from support-prod/,
      /Used by at least 1 bot: support-prod \(1 of \d+\+ bots checked/,
    ],
  );
  const name = /name {9}(\S+)/.exec(terminal.text())?.[1] ?? '';
  await take(
    run,
    [name, `Enter DELETES ${name}`],
    ['Confirm', 'Deleted integration'],
    { DELETE: 1 },
    ({ deletes }) => expect(deletes()[0]?.path).toMatch(/^\/v1\/admin\/integrations\//),
  );
});
