import { expect } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { available } from '../../../src/explorer/commands/registry.ts';
import { dialogPage } from '../../../src/explorer/dialogs/registry.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import type { FakeExplorer } from '../../helpers/fake-explorer.ts';
import { after, answer, onBots, open, play, pressKeys, scenes } from '../../helpers/scenes.ts';

const BOT = { kind: 'bot', ids: { botId: 'b0' } };
const SLACK = { kind: 'integration', ids: { integrationId: 'intver_slack' } };
const SUPPORT = {
  id: 'b0',
  name: 'support-prod',
  createdBy: 'u1',
  integrations: {
    intver_slack: { name: 'slack', version: '3.1.0', status: 'registration_failed', statusReason: 'no' },
    intver_mail: { name: 'mail', version: '1.0.0', status: 'registered' },
  },
};

const tab =
  (title: string) =>
  ({ explorer }: FakeExplorer): void =>
    explorer.change(state => withTab(state, title));

const OVERVIEW = { screen: 'record', ref: BOT } as const;
const onBot = after(onBots(2), open(OVERVIEW), answer('bot.read', SUPPORT), '+1000');

const means =
  (wanted: string) =>
  ({ state }: FakeExplorer): void => {
    const found = available(state()).find(({ command }) => command.id === 'record.delete');
    const hint = found?.command.hint;
    expect(found?.blocked ?? (typeof hint === 'function' ? hint(state()) : hint)?.text).toBe(wanted);
  };

const deletes = (ref: object) => ({ dialog: 'delete', targets: [{ ref }] });
const downTo =
  (line: string) =>
  (started: FakeExplorer): void => {
    for (let step = 0; step < 40; step++) {
      if (started.underCursor()?.includes(line) === true) return;
      pressKeys(started, 'j');
    }
    throw new Error(`there is no line ${line}`);
  };

scenes('delete key', onBot, {
  'on the overview, its findings and the configuration of a bot it deletes the bot': [
    [{ cursor: expect.stringMatching(/^finding:/) }, means('delete bot')],
    [tab('Config'), means('delete bot')],
    'Ctrl-D',
    deletes(BOT),
  ],
  'on an installed integration it deletes the version, and the dialog says for whom': [
    [tab('Integrations'), { cursor: 'child:integration:intver_slack' }, means('delete integration')],
    'Ctrl-D',
    answer('integration.read', { id: 'intver_slack', name: 'slack', version: '3.1.0' }),
    deletes(SLACK),
    ({ state, dialog }) => {
      const { lines } = dialogPage(state(), dialog(), { rows: 40, columns: 80 });
      const words = lines.map(joinLine).join(' ').replaceAll(/\s+/g, ' ').trim();
      expect(words).toMatch(
        /^Delete integration version slack@3\.1\.0 for ALL bots: this does not uninstall it from support-prod /,
      );
      expect(words).toMatch(/Used by at least 1 bot: support-prod \(1 of 2 bots checked/);
    },
  ],
  'a line that is no record of its own deletes nothing and names what can be deleted': [
    tab('Issues'),
    'Ctrl-D',
    { dialog: undefined, notice: "This line can't be deleted. Ctrl-D deletes this bot on tab Overview." },
  ],
  'on the overview of an integration it deletes that version, not a bot that uses it': [
    open({ screen: 'record', ref: SLACK }),
    answer('integration.read', { id: 'intver_slack', name: 'slack' }),
    [downTo('b0'), means('delete integration')],
    ['Ctrl-D', deletes(SLACK), ({ dialog }) => expect(dialog().from).toBeUndefined()],
  ],
  'an issue cannot be deleted, its bot can': [
    open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'i1' } } }),
    answer('issue.read', { id: 'i1', title: 'x' }),
    'Ctrl-D',
    { dialog: undefined, notice: "Issues can't be deleted. Ctrl-D deletes its bot on tab Overview." },
  ],
  'on the home screen it deletes the bot of a row, and no workspace': [
    [
      'Esc Esc',
      downTo('jump:bot/b0'),
      { hints: expect.not.arrayContaining([expect.stringMatching('delete')]) },
    ],
    ['G', means("Workspaces can't be deleted. Ctrl-D deletes a bot on its row.")],
    'g',
    downTo('jump:bot/b0'),
    'Ctrl-D',
    deletes(BOT),
  ],
});

const TEXT = 'Text has no row to delete. Ctrl-D deletes this bot on tab Overview.';
for (const [where, there, notice] of [
  ['Schema', tab('Schema'), TEXT],
  ['Raw', tab('Raw'), TEXT],
  ['raw text', open({ screen: 'raw', ref: BOT }), TEXT],
  ['a comparison', open({ screen: 'compare', ref: BOT }), 'A comparison has no row to delete.'],
] as const)
  scenes('delete key', onBot, {
    [`in ${where} it deletes nothing and says why`]: [
      there,
      async started => {
        const before = started.view();
        await play(started, 'Ctrl-D');
        expect(started.view()).toEqual(before);
      },
      { dialog: undefined, notice },
    ],
  });
