import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { render } from 'ink';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Screen } from '../../../src/explorer/ink/app.tsx';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { writable } from '../../helpers/fake-explorer.ts';
import { startOnSandbox } from '../../helpers/on-sandbox.ts';

const SIZE = { columns: 80, rows: 24 };
const THEME = themeOf('terminal', { depth: 'all', ascii: false, links: true });

async function drawn() {
  const { explorer, until } = await startOnSandbox({ bots: 12 });
  await until(({ data: { lists } }) => Object.values(lists).some(({ phase }) => phase === 'ready'));
  const { store } = explorer;
  update(writable(store), { screen: { size: SIZE } });
  const frames = vi.fn();
  const stdout = Object.assign(new PassThrough(), { ...SIZE, isTTY: true }) as unknown as NodeJS.WriteStream;
  stdout.resume();
  const { unmount } = render(<Screen explorer={explorer} theme={THEME} />, {
    ...{ stdout, interactive: true, concurrent: true, maxFps: 1000, patchConsole: false },
    onRender: frames,
  });
  onTestFinished(() => unmount());
  await turn();
  await vi.waitFor(() => expect(frames).toHaveBeenCalled());
  return { explorer, frames };
}

test('screen: a change that affects no row renders no frame', async () => {
  const { explorer, frames } = await drawn();
  await turn();
  frames.mockClear();

  update(writable(explorer.store), state => ({ session: { forbidden: [...state.session.forbidden] } }));
  await turn();
  await turn();

  expect(frames).not.toHaveBeenCalled();
});

test('screen: several changes in one turn render one frame, of the last state', async () => {
  const { explorer, frames } = await drawn();
  await turn();
  frames.mockClear();

  for (const columns of [79, 78, 77])
    update(writable(explorer.store), { screen: { size: { ...SIZE, columns } } });
  await vi.waitFor(() => expect(frames).toHaveBeenCalled());
  await turn();

  expect(frames).toHaveBeenCalledTimes(1);
});
