import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { render } from 'ink';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { Screen } from '../../../src/explorer/ink/app.tsx';
import { batchedStore } from '../../../src/explorer/ink/explorer-view.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { startOnSandbox } from '../../helpers/on-sandbox.ts';
import { keyNamed } from '../../helpers/some-keys.ts';
import { writable } from '../../helpers/writable.ts';

const painted = vi.hoisted(() => ({ body: 0, footer: 0 }));
vi.mock(import('../../../src/explorer/paint/screen.ts'), async original => {
  const real = await original();
  const bodyRows: typeof real.bodyRows = (...given) => {
    painted.body++;
    return real.bodyRows(...given);
  };
  return { ...real, bodyRows };
});
vi.mock(import('../../../src/explorer/paint/footer.ts'), async original => {
  const real = await original();
  const footerRows: typeof real.footerRows = (...given) => {
    painted.footer++;
    return real.footerRows(...given);
  };
  return { ...real, footerRows };
});

let close = async (): Promise<void> => undefined;
afterEach(() => close());

const SIZE = { columns: 80, rows: 24 };
const THEME = themeOf('terminal', { depth: 'all', ascii: false, links: true });

/** Renders the explorer with Ink and counts its frames. */
async function drawn() {
  const started = await startOnSandbox({ bots: 12 });
  const { explorer, until } = started;
  await until(({ data: { lists } }) => Object.values(lists).some(({ phase }) => phase === 'ready'));
  const { store } = explorer;
  update(writable(store), { screen: { size: SIZE } });
  const frames = vi.fn();
  const stdout = Object.assign(new PassThrough(), { ...SIZE, isTTY: true }) as unknown as NodeJS.WriteStream;
  stdout.resume();
  const { unmount } = render(<Screen {...{ explorer, store: batchedStore(store) }} theme={THEME} />, {
    ...{ stdout, interactive: true, concurrent: true, maxFps: 1000, patchConsole: false },
    onRender: frames,
  });
  close = async () => {
    unmount();
    await started.close();
  };
  await turn();
  await vi.waitFor(() => expect(frames).toHaveBeenCalled());
  return { explorer, frames };
}

test('screen: each of sixty keys renders one frame and paints its rows once', async () => {
  const { explorer, frames } = await drawn();
  const keys = Array.from({ length: 60 }, (_, at) => (at % 20 < 10 ? 'down' : 'up'));

  for (const name of keys) {
    frames.mockClear();
    Object.assign(painted, { body: 0, footer: 0 });
    press(explorer, keyNamed(name), { alone: true });
    await vi.waitFor(() => expect(frames).toHaveBeenCalled());
    await turn();

    expect({ frames: frames.mock.calls.length, ...painted }).toEqual({ frames: 1, body: 1, footer: 1 });
  }
});

test('screen: a change that affects no row renders no frame', async () => {
  const { explorer, frames } = await drawn();
  await turn();
  frames.mockClear();

  update(writable(explorer.store), state => ({ session: { forbidden: [...state.session.forbidden] } }));
  await turn();
  await turn();

  expect(frames).not.toHaveBeenCalled();
});

test('batched store: several changes in one turn notify once, with the state before the first', async () => {
  const store = createStore(() => 0);
  const tell = vi.fn();
  const stop = batchedStore(store).subscribe(tell);

  for (const state of [1, 2, 3]) store.setState(state);
  await Promise.resolve();
  expect(tell.mock.calls).toEqual([[3, 0]]);
  stop();
  store.setState(4);
  await Promise.resolve();

  expect(tell).toHaveBeenCalledTimes(1);
});

test('batched store: returns the previous state until it has notified of the next one', async () => {
  const store = createStore(() => 0);
  const shown = batchedStore(store);
  const stop = shown.subscribe(() => undefined);

  store.setState(1);
  expect(shown.getState()).toBe(0);
  await Promise.resolve();
  expect(shown.getState()).toBe(1);

  stop();
  store.setState(2);
  expect(shown.getState()).toBe(2);
});
