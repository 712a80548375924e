import { expect, test } from 'vitest';
import { shownPost } from '../../../src/explorer/commands/copy.ts';
import { causesOf } from '../../../src/explorer/facts/causes.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { isListed, sandboxSession } from '../../helpers/on-sandbox.ts';
import { command } from '../../helpers/run-cli.ts';
import { pressKeys } from '../../helpers/scenes.ts';

const { checkEnds, keys, notice, start, state, until } = sandboxSession({ bots: 45, ext: true }, isListed);

const startChecked = async () => {
  const started = await start();
  keys('H');
  await checkEnds();
  return started;
};

const changes = () => state().data.lists['list\nchanges']?.last?.value.ids.length;

test('causes: the explorer lists the causes that botscope health and botscope causes print, row by row', async () => {
  const { sandbox } = await startChecked();
  const [health, causes] = await Promise.all(
    ['health', 'causes'].map(
      async name => JSON.parse((await command(sandbox, [name, '-o', 'json'])).out).causes,
    ),
  );
  const rowOf = ({ id, cause, level, bots, since }: Record<string, unknown>) => [
    ...[id, cause, level, Array.isArray(bots) ? bots.length : Number.parseInt(`${bots}`, 10)],
    since ?? null,
  ];

  expect(causesOf(state()).rows.length).toBeGreaterThan(10);
  expect(health.map(rowOf)).toEqual(causesOf(state()).rows.map(rowOf));
  expect(causes).toEqual(health);
});

test('P: on a cause the post is that of botscope health --post; in the list of its bots it stays that cause', async () => {
  const { sandbox, explorer } = await startChecked();
  const whole = (await command(sandbox, ['health', '--post'])).out;
  const known = /^- Not checked.*$/m;
  const [first] = causesOf(state()).groups;
  keys(':causes Enter');
  await until(({ data: { lists } }) => lists['list\ncause']?.phase === 'ready');
  const post = shownPost(state());
  expect((post.ok ? post.value.text : '').replace(known, '')).toBe(whole.replace(known, ''));
  pressKeys({ explorer }, 'P', false);
  expect(notice()).toBe('Ignored: this key arrived with other keys. Press it again.');
  const words = `post about ${first?.words}, secrets masked`;
  for (const line of ['P', 'Enter P', 'G P']) {
    keys(line);
    expect(notice()).toContain(words);
  }
});

test('P: on a finding its cause, on a bot the worst of its causes, and on a bot without problems none', async () => {
  await startChecked();
  keys('P');
  expect(notice()).toMatch(/^post about /);
  keys('Enter j j P');
  expect(notice()).toMatch(/^post about teams\S* disabled, /);
  keys(':bots Enter / health:ok Enter P');
  expect(notice()).toBe('No cause of a problem or warning here.');
});

test('changes: those of bots checked while the list is shown are counted, and r shows them', async () => {
  const { sandbox, explorer } = await start();
  keys(':changes Enter');
  await until(({ data: { lists } }) => lists['list\nchanges']?.phase === 'ready');
  explorer.reload({ screen: 'record', ref: { kind: 'bot', ids: { botId: sandbox.ids.botId } } });
  await until(({ data: { listChanges } }) => (listChanges['list\nchanges']?.added.size ?? 0) > 0);
  const words = viewTitle(state()).parts?.map(({ text }) => text);
  expect(words).toContainEqual(expect.stringMatching(/\d new, r shows them/));
  expect(changes()).toBe(0);
  keys('r');
  await until(() => changes() === 3);
});
