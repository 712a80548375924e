import { expect, test } from 'vitest';
import { announcementsOf, news } from '../../../src/explorer/speech/speaker.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { type FakeExplorer, LIST, startOnBots, writable } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { answer, play } from '../../helpers/scenes.ts';

async function heard(started: FakeExplorer, ...steps: Parameters<typeof play>[1][]) {
  const before = announcementsOf(started.state());
  await play(started, ...steps);
  return news(announcementsOf(started.state(), before), before);
}

const reload = ({ explorer }: FakeExplorer): void => explorer.reload(LIST);
const same = answer('bot.list', page(bots(3)));

test('speech: a reload without news is announced, unless the list is refreshed by itself', async () => {
  const started = await startOnBots(bots(3));
  const { store } = started.explorer;

  expect(await heard(started, '+1000', reload, same)).toEqual(['Reloaded.']);
  update(writable(store), { session: { autoRefresh: { key: '', seconds: 5, isIdle: false } } });
  expect(await heard(started, '+1000', reload, same)).toEqual([]);
});

test('speech: the health of the row under the cursor is a sentence when it arrives later', async () => {
  const started = await startOnBots(bots(3));
  const load = ({ explorer }: FakeExplorer): unknown =>
    void explorer.loadRecord({ kind: 'bot', ids: { botId: 'b0' } });

  const words = await heard(started, load, answer('bot.read', { id: 'b0', status: 'active' }));

  expect(words).toEqual(['1 of 3 checked.', 'health partly checked.']);
});

test('speech: the palette that s opens reads each column with its letter, a typed line only its row', async () => {
  const started = await startOnBots(bots(3));

  const words = await heard(started, 's');
  expect(words.slice(0, 4)).toEqual([
    'Places and commands',
    'server order',
    'capital N: sort by name',
    'capital H: sort by health',
  ]);
  expect(words.at(-1)).toBe('sort by id');
  expect(await heard(started, 'h')).toEqual(['capital H: sort by health']);
});
