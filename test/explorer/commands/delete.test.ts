import { describe, expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { available } from '../../../src/explorer/commands/available.ts';
import { dialogPage } from '../../../src/explorer/dialogs/table.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { type FakeExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

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

const key = ({ explorer }: FakeExplorer, name: string): void =>
  press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });

/** Opens a loaded bot on one of its tabs. */
async function onBot(tab?: string): Promise<FakeExplorer> {
  const started = await startOnBots(bots(2));
  started.explorer.open({ screen: 'record', ref: BOT });
  await started.service.open('bot.read').answer(SUPPORT);
  if (tab !== undefined) started.explorer.change(state => withTab(state, tab));
  started.pass(1000);
  return started;
}

/** The hint of Ctrl-D, or why it does nothing. */
function meaning({ state }: FakeExplorer): string | undefined {
  const found = available(state()).find(({ command }) => command.id === 'record.delete');
  const hint = found?.command.hint;
  return found?.blocked ?? (typeof hint === 'function' ? hint(state()) : hint)?.text;
}

const dialogOf = ({ state }: FakeExplorer) => {
  const { dialog } = state();
  return dialog?.kind === 'delete' ? dialog : undefined;
};

describe('Ctrl-D', () => {
  test('delete key: on the overview, its findings and the configuration of a bot it deletes the bot', async () => {
    const started = await onBot();
    expect(started.underCursor()).toMatch(/^finding:/);
    expect(meaning(started)).toBe('delete bot');
    started.explorer.change(state => withTab(state, 'Config'));
    expect(meaning(started)).toBe('delete bot');

    key(started, 'ctrl+d');

    expect(dialogOf(started)?.targets.map(({ ref }) => ref)).toEqual([BOT]);
  });

  test('delete key: on an installed integration it deletes the version, and the dialog says for whom', async () => {
    const started = await onBot('Integrations');
    expect(started.underCursor()).toBe('child:integration:intver_slack');
    expect(meaning(started)).toBe('delete integration');

    key(started, 'ctrl+d');
    await started.service
      .open('integration.read')
      .answer({ id: 'intver_slack', name: 'slack', version: '3.1.0' });

    const dialog = dialogOf(started);
    expect(dialog?.targets.map(({ ref }) => ref)).toEqual([SLACK]);
    const lines = dialog && dialogPage(started.state(), dialog, { rows: 40, columns: 80 }).lines;
    const words = lines?.map(joinLine).join(' ').replaceAll(/\s+/g, ' ').trim();
    expect(words).toMatch(
      /^Delete integration version slack@3\.1\.0 for ALL bots: this does not uninstall it from support-prod /,
    );
    expect(words).toMatch(/Used by at least 1 bot: support-prod \(1 of 2 bots checked/);
  });

  test('delete key: a line that is no record of its own deletes nothing and names what can be deleted', async () => {
    const started = await onBot('Issues');

    key(started, 'ctrl+d');

    expect(dialogOf(started)).toBeUndefined();
    expect(started.state().notice?.text).toBe(
      "This line can't be deleted. Ctrl-D deletes this bot on tab Overview.",
    );
  });

  test('delete key: on the overview of an integration it deletes that version, not a bot that uses it', async () => {
    const started = await onBot();
    started.explorer.open({ screen: 'record', ref: SLACK });
    await started.service.open('integration.read').answer({ id: 'intver_slack', name: 'slack' });
    const isOnBot = () => started.underCursor()?.includes('b0') === true;
    for (let step = 0; step < 40 && !isOnBot(); step++) key(started, 'j');
    expect(isOnBot()).toBe(true);
    expect(meaning(started)).toBe('delete integration');

    key(started, 'ctrl+d');

    expect(dialogOf(started)?.targets[0]?.ref).toEqual(SLACK);
    expect(dialogOf(started)?.from).toBeUndefined();
  });

  test('delete key: an issue cannot be deleted, its bot can', async () => {
    const started = await onBot();
    started.explorer.open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'i1' } } });
    await started.service.open('issue.read').answer({ id: 'i1', title: 'x' });

    key(started, 'ctrl+d');

    expect(dialogOf(started)).toBeUndefined();
    expect(started.state().notice?.text).toBe(
      "Issues can't be deleted. Ctrl-D deletes its bot on tab Overview.",
    );
  });

  test('delete key: on the home screen it deletes the bot of a row, and no workspace', async () => {
    const started = await onBot();
    started.explorer.goBack();
    started.explorer.goBack();
    expect(started.underCursor()).toBe('attention:b0');
    expect(meaning(started)).toBe('delete bot');
    key(started, 'G');
    expect(meaning(started)).toBe("Workspaces can't be deleted. Ctrl-D deletes a bot on its row.");
    key(started, 'g');
    for (let step = 0; step < 40 && started.underCursor() !== 'attention:b0'; step++) key(started, 'j');

    key(started, 'ctrl+d');

    expect(dialogOf(started)?.targets.map(({ ref }) => ref)).toEqual([BOT]);
  });

  test.each(['Schema', 'Raw', 'raw', 'compare'] as const)(
    'delete key: in %s it deletes nothing and says why',
    async where => {
      const started = await onBot();
      if (where === 'raw') started.explorer.open({ screen: 'raw', ref: BOT });
      else if (where === 'compare') started.explorer.open({ screen: 'compare', ref: BOT });
      else started.explorer.change(state => withTab(state, where));
      const before = started.view();

      key(started, 'ctrl+d');

      expect(started.state().dialog).toBeUndefined();
      expect(started.view()).toEqual(before);
      expect(started.state().notice?.text).toBe(
        where === 'compare'
          ? 'A comparison has no row to delete.'
          : 'Text has no row to delete. Ctrl-D deletes this bot on tab Overview.',
      );
    },
  );
});
