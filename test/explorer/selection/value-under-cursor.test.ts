import { afterEach, describe, expect, test, vi } from 'vitest';
import { withSearch } from '../../../src/explorer/actions/cursor/document.ts';
import { available, commandFor } from '../../../src/explorer/commands/available.ts';
import { handleMouse, paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import { secretText } from '../../../src/explorer/selection/value-under-cursor.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { botPlace, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const BOT: JsonObject = {
  id: 'b0',
  name: 'one',
  signingSecret: 's3cret',
  configuration: { data: { apiKey: 'k3y', retries: 3 } },
  integrations: { 'a.b': { name: 'slack', webhookUrl: 'https://hook', list: [{ token: 't0ken' }] } },
  medias: [{ url: 'https://jo:pw@host/a' }],
};
const RAW: Place = { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } };

afterEach(() => {
  vi.useRealTimers();
});

/** Opens a bot with the cursor on the line that contains a text. */
async function on(place: Place, text: string, screen: Partial<State['screen']> = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const started = await startOnBots(bots(1), { screen });
  const { explorer, service, state } = started;
  explorer.open(botPlace('b0'));
  await service.open('bot.read').answer(BOT);
  if (place.screen !== 'record') explorer.open(place);
  writable(explorer.store).setState(before => withSearch(before, text));
  const key = (name: string): void =>
    press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
  return {
    ...started,
    key,
    secret: (): string | undefined => {
      const { dialog } = state();
      return dialog?.kind === 'secret' ? secretText(state(), dialog) : undefined;
    },
    /** Advances the clock and the timers. */
    wait: (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        started.pass(1000);
        vi.advanceTimersByTime(1000);
      }
    },
  };
}

test.each([
  ['signing secret', botPlace('b0'), 's3cret'],
  ['signingSecret', RAW, 's3cret'],
  ['apiKey', RAW, 'k3y'],
  ['retries', RAW, '3'],
  ['webhookUrl', RAW, 'https://hook'],
  ['token', RAW, 't0ken'],
  ['host/a', RAW, 'https://jo:pw@host/a'],
])('secret: x on the line with %j reveals that one value', async (text, place, value) => {
  const { key, secret } = await on(place, text);

  key('x');

  expect(secret()).toBe(value);
});

test('secret: the state holds only its path and the end of the reveal', async () => {
  const { key, state, now } = await on(RAW, 'apiKey');

  key('x');

  expect(state().dialog).toEqual({
    kind: 'secret',
    ref: RAW.screen === 'raw' ? RAW.ref : undefined,
    path: ['configuration', 'data', 'apiKey'],
    endsAt: now() + 10_000,
  });
});

test('secret: is masked after ten seconds, and then no timer runs', async () => {
  const { key, secret, wait } = await on(RAW, 'apiKey');
  expect(vi.getTimerCount()).toBe(0);

  key('x');
  wait(9);
  expect(secret()).toBe('k3y');
  wait(1);

  expect([secret(), vi.getTimerCount()]).toEqual([undefined, 0]);
});

test.each(['x', 'escape', 'enter', 'q'])('secret: %s masks it and does nothing else', async name => {
  const { key, secret, state } = await on(RAW, 'apiKey');
  key('x');
  const { views } = state().navigation;

  key(name);

  expect([secret(), state().navigation.views, vi.getTimerCount()]).toEqual([undefined, views, 0]);
});

test.each(['j', 'c', '/', ':', 'ctrl+c', 'ctrl+l', 'ctrl+s'])(
  'secret: %s masks it and has its usual effect',
  async name => {
    const { key, secret } = await on(RAW, 'apiKey');
    key('x');

    key(name);

    expect([secret(), vi.getTimerCount()]).toEqual([undefined, 0]);
  },
);

describe('other input', () => {
  test('secret: a paste masks it', async () => {
    const { explorer, key, secret } = await on(RAW, 'apiKey');
    key('x');

    paste(explorer, 'what');

    expect(secret()).toBeUndefined();
  });

  test('secret: the mouse masks it', async () => {
    const { explorer, key, secret } = await on(RAW, 'apiKey');
    key('x');

    handleMouse(explorer, { kind: 'wheel-down', x: 5, y: 5 });

    expect(secret()).toBeUndefined();
  });
});

test('secret: disappears when a reload returns the record without it', async () => {
  const { explorer, service, key, secret } = await on(RAW, 'apiKey');
  key('x');

  explorer.reload(RAW);
  await service.open('bot.read').answer({ id: 'b0' });

  expect(secret()).toBeUndefined();
});

const reason = (state: Parameters<typeof available>[0]) =>
  available(state).find(({ command }) => command.id === 'secret.reveal')?.blocked;

test('secret: a line without one has nothing to reveal', async () => {
  const { state } = await on(RAW, 'name: one');

  expect(reason(state())).toBe('No secret on this line.');
});

test('secret: on a line with several values the reason refers to their lines', async () => {
  const { state } = await on(botPlace('b0'), 'signing secret');
  expect(reason(state())).toBeUndefined();

  const raw = await on(RAW, 'data');
  expect(reason(raw.state())).toMatch(/^More than one value here/);
});

test('secret: with --no-reveal the key shows the reason and reveals nothing', async () => {
  const { key, state, secret } = await on(RAW, 'apiKey', { isRevealOff: true });

  key('x');

  expect(secret()).toBeUndefined();
  expect(state().notice?.text).toBe('Secrets stay masked (--no-reveal or --screen-reader).');
});

test('secret: x is its key in documents', async () => {
  const { state } = await on(RAW, 'apiKey');

  expect(commandFor(state(), 'x')?.id).toBe('secret.reveal');
});
