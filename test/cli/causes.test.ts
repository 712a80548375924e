import { expect } from 'vitest';
import { commandsOn } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 0 });
const { commands } = commandsOn(sandbox);

const slack = (status: string, version = '3.1.0') => ({
  slack: { id: `intver_${version}`, name: 'slack', version, status },
});
const putBots = () => {
  for (const [id, integrations] of Object.entries({
    a: slack('registration_pending', '3.0.0'),
    b: slack('registered', '3.0.0'),
    c: slack('registration_failed'),
    d: slack('registered'),
  }))
    sandbox.put('bot', { id, name: `bot-${id}`, integrations });
};

commands('integrations ls: versions in use, failing first, each with its worst status', [
  putBots,
  [
    'integrations ls',
    0,
    /^NAME@VERSION +BOTS +FAILING +STATUS.*\nslack@3\.1\.0 +2 +1 +registration_failed.*\nslack@3\.0\.0 +2 +0 +registration_pending/,
    '',
  ],
  [
    'integrations ls -o json',
    0,
    {
      complete: true,
      integrations: [
        { name: 'slack@3.1.0', bots: 2, failing: 1, checked: 4, status: 'registration_failed' },
        { id: 'intver_3.0.0', bots: 2, failing: 0, status: 'registration_pending' },
      ],
    },
  ],
  'GET /v1/admin/bots/c 403',
  ['integrations ls -o json', 8, { complete: false, integrations: [{ bots: 2 }, { failing: 0 }] }],
]);

const failing = (reason: string) => ({ sync: { failedAttempts: 9, lastFailureReason: reason } });
const putFailing = () => {
  const secret = 'token=bp_pat_abcdefghijklmnopqrstuvwxyz012345';
  for (const name of ['', '@channel', 'e', 'd', 'c', 'b', 'a'])
    sandbox.put('bot', {
      id: `281ba1de-${name}`,
      name,
      recurringEvents: failing(`connect ECONNREFUSED 10.4.0.12:443?${secret}`),
    });
  sandbox.put('bot', { id: 'other', name: 'other', recurringEvents: failing('Timed out `now`') });
};

commands('health --post: at most ten lines of Markdown about the worst cause', [
  putFailing,
  [
    'health --post',
    1,
    [
      /^\*\*Problem\*\*: `connect ECONNREFUSED 10\.4\.0\.12:443[^`]*`\n\n- Since: not known\n/,
      '\n- Bots: 7: `a`, `b`, `c`, `d`, `e` and 2 more\n- Where: ',
      /\n- Checked: 8 of 8 bots\n- Not checked: nothing was left out\n- Place: `botscope 'bots\?filter=cause:[0-9a-f]{8}'`\n$/,
      not('abcdefghijklm', '281ba1de'),
    ],
  ],
  // The check before dates it, unless it was in the same second.
  [
    'bots health other --post',
    1,
    /^\*\*Problem\*\*: `Timed out 'now'`\n\n- Since: (?:not known|\d{4}-\S+ \d\d:\d\dZ)\n- Bots: 1: `other`/,
  ],
  ['health --post --filter name:other', 1, '\n- Checked: 1 of 1 bots that match name:other\n- Not'],
  ['health --post -o json', 2, '', '--post prints a post'],
  ['health --post --ignore recurring-event', 0, '0 problems and 0 warnings in 0 of 8 bots; 8 ignored.\n'],
  'GET /v1/admin/bots/other 403',
  [
    'health --post',
    8,
    ['- Bots: 7+: `a`', '- Checked: 7 of 8 bots\n- Not checked: 1 could not be read: 403 '],
  ],
]);

commands('changes: by the earlier check, else times that the server gives', [
  putBots,
  [
    'changes',
    0,
    /^WHEN +BOT +SOURCE +WHAT\n.* bot-\w +response +created$/m,
    'No earlier check on this machine differs',
  ],
  () => sandbox.put('bot', { id: 'b', name: 'bot-b', integrations: slack('registered', '3.1.0') }),
  ['changes', 0, / bot-b +digest +slack 3\.0\.0 → 3\.1\.0$/m, not('No earlier check')],
  [
    'changes --filter name:bot-b -o json',
    0,
    {
      changes: expect.arrayContaining([
        expect.objectContaining({ what: 'slack 3.0.0 → 3.1.0', bot: 'b', source: 'digest' }),
      ]),
    },
  ],
  'GET /v1/admin/bots 403',
  ['changes -o json', 5, ''],
]);

commands('causes: the worst first, without what is ignored, and exit code 0', [
  putFailing,
  [
    'causes',
    0,
    /^CAUSE +BOTS +SINCE +LEVEL.*\nconnect ECONNREFUSED 10\.4\.0\.12:443.* 7 +- +problem +[0-9a-f]{8}\n/,
    '',
  ],
  [
    'causes --filter name:other -o json',
    0,
    {
      complete: true,
      causes: [
        { cause: 'Timed out `now`', level: 'problem', bots: [{ id: 'other', name: 'other' }], findings: 1 },
      ],
    },
  ],
  [
    'causes --filter name:other --json title,bots,rule,after',
    0,
    ['"title": "Timed out `now`"', '"name": "other"', '"rule": "recurring-event"', '"after": null'],
  ],
  ['causes --filter name:other -o json --columns bots', 0, { causes: [{ bots: [{ id: 'other' }] }] }],
  ['causes --filter name:other --columns bots,rule,findings --no-headers', 0, '1  recurring-event  1\n'],
  ['causes --filter name:other -o csv', 0, /^id,cause,title,bots,since,level,met,checked\r\n/],
  ['causes --ignore recurring-event', 0, undefined, 'botscope: no causes found\n'],
  ['causes --columns met --no-headers --filter name:other', 0, 'recurring event sync fails\n'],
  ['causes --filter name:nosuchbot', 8, undefined, 'Nothing was checked'],
  'GET /v1/admin/bots 403',
  ['causes -o json', 5, ''],
]);
