import { expect, test } from 'vitest';
import { press } from '../../src/commands/dispatch.ts';
import { type Desk, noDesk } from '../../src/store/desk.ts';
import { found } from '../../src/store/find.ts';
import { safe } from '../../src/text/sanitise.ts';
import { botPlace, startOnBots } from '../store/fake-explorer.ts';
import { bots, settle } from '../store/fake-service.ts';

/** A bot's raw text with one note, the cursor on it; o pressed. */
async function pressed(note: string, hasBrowser = true) {
  const opened: string[] = [];
  const copied: string[] = [];
  const desk: Desk = {
    ...noDesk,
    browse: address => Promise.resolve(hasBrowser && opened.push(address) > 0),
    copy: text => {
      copied.push(text);
      return { ok: true, words: safe`copied` };
    },
  };
  const { explorer, service, state } = await startOnBots(bots(1), { desk });
  explorer.open(botPlace('b0'));
  await service.open('bot.read').answer({ id: 'b0', note });
  explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
  explorer.store.setState(before => found({ ...before, find: 'note' }, 1, 'here'));
  press(explorer, { name: 'o', text: 'o' }, { alone: true });
  await settle();
  return { opened, copied, notice: state().notice?.text };
}

test.each([
  ['https://host.example/a?b=c', 'https://host.example/a?b=c'],
  ['http://host.example', 'http://host.example/'],
  ['see https://host.example/a (soon).', 'https://host.example/a'],
])('o on %j opens %j', async (note, address) => {
  expect((await pressed(note)).opened).toEqual([address]);
});

test.each([
  ['javascript://host.example/%0aalert(1)', 'This is not a web address that can be opened.'],
  ['file:///etc/passwd', 'This is not a web address that can be opened.'],
  ['https://jo:pw@host.example/', 'This address holds a secret: it is not opened.'],
  ['https://host.example/?token=abc', 'This address holds a secret: it is not opened.'],
  ['--help', 'There is no address on this line.'],
])('o on %j opens and copies nothing', async (note, notice) => {
  expect(await pressed(note)).toEqual({ opened: [], copied: [], notice });
});

test('where there is no browser the address is copied, its host is said', async () => {
  const { opened, copied, notice } = await pressed('https://host.example/a', false);

  expect([opened, copied]).toEqual([[], ['https://host.example/a']]);
  expect(notice).toBe('No browser on this screen. host.example: https://host.example/a   copied');
});
