import { expect, vi } from 'vitest';
import { withSearch } from '../../../src/explorer/actions/cursor/document.ts';
import { available, commandFor } from '../../../src/explorer/commands/registry.ts';
import { handleMouse } from '../../../src/explorer/keyboard/keyboard.ts';
import { secretText } from '../../../src/explorer/selection/value-under-cursor.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { botPlace, type FakeExplorer, writable } from '../../helpers/fake-explorer.ts';
import { answer, onBots, open, play, scenes, wait } from '../../helpers/scenes.ts';

const BOT: JsonObject = {
  id: 'b0',
  name: 'one',
  signingSecret: 's3cret',
  configuration: { data: { apiKey: 'k3y', retries: 3 } },
  integrations: { 'a.b': { name: 'slack', webhookUrl: 'https://hook', list: [{ token: 't0ken' }] } },
  medias: [{ url: 'https://jo:pw@host/a' }],
};
const OVERVIEW = botPlace('b0');
const ref = { kind: 'bot', ids: { botId: 'b0' } };
const RAW = { screen: 'raw', ref } as const;

const on =
  (place: Place, text: string, screen: Partial<State['screen']> = {}) =>
  async (): Promise<FakeExplorer> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const started = await onBots(1, { screen })();
    await play(started, open(OVERVIEW), answer('bot.read', BOT));
    if (place.screen !== 'record') started.explorer.open(place);
    writable(started.explorer.store).setState(before => withSearch(before, text));
    return started;
  };

const shows =
  (wanted: string | undefined) =>
  ({ state }: FakeExplorer): void => {
    const { dialog } = state();
    expect(dialog?.kind === 'secret' ? secretText(state(), dialog) : undefined).toBe(wanted);
  };
const isMasked = shows(undefined);
const AT_REST = { timers: 0 };

for (const [text, place, value] of [
  ['signing secret', OVERVIEW, 's3cret'],
  ['signingSecret', RAW, 's3cret'],
  ['apiKey', RAW, 'k3y'],
  ['retries', RAW, '3'],
  ['webhookUrl', RAW, 'https://hook'],
  ['token', RAW, 't0ken'],
  ['host/a', RAW, 'https://jo:pw@host/a'],
] as const)
  scenes('secret', on(place, text), {
    [`x on the line with "${text}" (${place.screen}) reveals that one value`]: ['x', shows(value)],
  });

scenes('secret', on(RAW, 'apiKey'), {
  'the state holds only its path and the end of the reveal': [
    'x',
    ({ state, now }) =>
      expect(state().dialog).toEqual({
        kind: 'secret',
        ref,
        path: ['configuration', 'data', 'apiKey'],
        endsAt: now() + 10_000,
      }),
  ],
  'is masked after ten seconds, and then no timer runs': [
    [AT_REST, 'x', wait(9000), shows('k3y')],
    wait(1000),
    isMasked,
    AT_REST,
  ],
  'a paste masks it': ['x "what"', isMasked],
  'the mouse masks it': [
    'x',
    ({ explorer }) => handleMouse(explorer, { kind: 'wheel-down', x: 5, y: 5 }),
    isMasked,
  ],
  'disappears when a reload returns the record without it': [
    'x',
    ({ explorer }) => explorer.reload(RAW),
    answer('bot.read', { id: 'b0' }),
    isMasked,
  ],
  'x is its key in documents': [({ state }) => expect(commandFor(state(), 'x')?.id).toBe('secret.reveal')],
});

for (const key of ['x', 'Esc', 'Enter', 'q'])
  scenes('secret', on(RAW, 'apiKey'), {
    [`${key} masks it and does nothing else`]: [
      'x',
      async (started: FakeExplorer) => {
        const { views } = started.state().navigation;
        await play(started, key);
        expect(started.state().navigation.views).toBe(views);
      },
      isMasked,
      AT_REST,
    ],
  });

for (const key of ['j', 'c', '/', ':', 'Ctrl-C', 'Ctrl-L', 'Ctrl-S'])
  scenes('secret', on(RAW, 'apiKey'), {
    [`${key} masks it and has its usual effect`]: ['x', key, isMasked, AT_REST],
  });

const reason =
  (wanted: string | RegExp | undefined) =>
  ({ state }: FakeExplorer): void => {
    const blocked = available(state()).find(({ command }) => command.id === 'secret.reveal')?.blocked;
    if (wanted instanceof RegExp) expect(blocked).toMatch(wanted);
    else expect(blocked).toBe(wanted);
  };

scenes('secret', on(RAW, 'name: one'), {
  'a line without one has nothing to reveal': [reason('No secret on this line.')],
  'on a line with several values the reason refers to their lines': [
    { start: on(RAW, 'data') },
    reason(/^More than one value here/),
  ],
  'with --no-reveal the key shows the reason and reveals nothing': [
    { start: on(RAW, 'apiKey', { isRevealOff: true }) },
    ['x', isMasked, { notice: 'Secrets stay masked (--no-reveal or --screen-reader).' }],
  ],
});
