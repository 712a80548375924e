import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { viewOf } from '../../../src/explorer/ink/explorer-view.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { mount } from '../../../src/tui/mount.ts';
import { keyBytes } from '../../helpers/keys.ts';
import { startOnSandbox } from '../../helpers/on-sandbox.ts';
import { pace } from '../../helpers/pace.ts';

type Lines = readonly string[];

/** Computed states, frames and bytes, in their order. */
const seen = vi.hoisted(() => ({
  /** States that each part of the screen was painted from, by the name of its function. */
  states: new Map<string, unknown[]>(),
  /** Number of painting functions that are running: `screenRows`, which needs no Ink, calls others. */
  running: 0,
  made: [] as Lines[],
  /** Frames that were turned into bytes, by Ink or before it. */
  painted: [] as { readonly lines: Lines; readonly bytes: string }[],
  keys: 0,
}));

/** Wraps the painting functions of a module, so that each notes the state it is given. */
const noting = vi.hoisted(() => <M extends object>(module: M, ...names: (keyof M & string)[]): M => {
  const wrapped = names.map(name => {
    const real = module[name] as (...given: unknown[]) => unknown;
    const paint = (...given: unknown[]) => {
      if (seen.running === 0) seen.states.set(name, [...(seen.states.get(name) ?? []), given[0]]);
      seen.running++;
      try {
        return real(...given);
      } finally {
        seen.running--;
      }
    };
    return [name, paint];
  });
  return { ...module, ...Object.fromEntries(wrapped) };
});

vi.mock(import('../../../src/explorer/paint/screen.ts'), async original =>
  noting(await original(), 'screenRows', 'placeRows', 'titleRows', 'bodyRows', 'panelRows', 'footerRows'),
);
vi.mock(import('../../../src/explorer/keyboard/keyboard.ts'), async original => {
  const module = await original();
  const press: typeof module.press = (...given) => {
    module.press(...given);
    seen.keys++;
  };
  return { ...module, press };
});
vi.mock(import('../../../src/terminal/output/frames.ts'), async original => {
  const { createFrames, frameCollector, ...others } = await original();
  return {
    ...others,
    frameCollector: () => {
      const collect = frameCollector();
      return text => {
        const write = collect(text);
        if (typeof write === 'object') seen.made.push(write);
        return write;
      };
    },
    createFrames: (...given) => {
      const frames = createFrames(...given);
      const paint: typeof frames.paint = (lines, size) => {
        const bytes = frames.paint(lines, size);
        seen.painted.push({ lines, bytes });
        return bytes;
      };
      return { ...frames, paint };
    },
  };
});

const QUERY = '\x1b[5n';
const REPLY = '\x1b[0n';
const SIZE = { columns: 80, rows: 24 };

/** Mounts the explorer on a terminal that replies to queries after some time; 0: at once. */
async function openExplorer(replyMs: number) {
  Object.assign(seen, { states: new Map(), made: [], painted: [], keys: 0 });
  let release = (): void => undefined;
  const { explorer, until } = await startOnSandbox({ bots: 30, end: () => release() });
  const stdin = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, ref: vi.fn(), unref: vi.fn() });
  const setRawMode = (isRaw: boolean) => Object.assign(stdin, { isRaw });
  const stdout = Object.assign(new PassThrough(), { ...SIZE, isTTY: true });
  const written: string[] = [];
  const reply = () => stdin.write(REPLY);
  stdout.on('data', (chunk: Buffer) => {
    written.push(String(chunk));
    if (!String(chunk).includes(QUERY)) return;
    if (replyMs === 0) setImmediate(reply);
    else setTimeout(reply, replyMs);
  });
  const appearance = { depth: 'all', ascii: false, links: true, skin: 'terminal' } as const;
  const ended = mount(
    screen => {
      release = screen.release;
      const { background, setStyle, terminalHost } = screen;
      return viewOf({ ...explorer, terminalHost }, { appearance, background, setStyle });
    },
    {
      stdin: Object.assign(stdin, { setRawMode }) as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      stderr: stdout as unknown as NodeJS.WriteStream,
    },
  );
  onTestFinished(async () => {
    release();
    await ended;
  });
  await vi.waitFor(() => expect(seen.made.length).toBeGreaterThan(0), 10_000 * pace);
  await until(({ data: { lists } }) => Object.values(lists).some(({ phase }) => phase === 'ready'));
  /** Presses a key in a read of its own, and waits until it has been handled. */
  const press = async (key: string) => {
    const before = seen.keys;
    stdin.write(keyBytes(key));
    await vi.waitFor(() => expect(seen.keys).toBe(before + 1), { interval: 1, timeout: 5000 * pace });
  };
  return { press, until, written, ended };
}

type Condition = (state: State) => boolean;

const viewIn = ({ navigation: { views } }: State) => views.at(-1);
const isAt =
  (screen: string): Condition =>
  state =>
    state.dialog === undefined && viewIn(state)?.place.screen === screen;
const isIn =
  (dialog: string): Condition =>
  state =>
    state.dialog?.kind === dialog;
const isLoaded: Condition = state =>
  isAt('record')(state) && Object.values(state.data.records).some(({ phase }) => phase === 'ready');
const isFiltered: Condition = state => isAt('list')(state) && viewIn(state)?.filter === 'supp';

/** The sixty keys but the last, from start to end, and what holds after the last key of each line. */
const RUN: readonly (readonly [keys: string, isThere: Condition])[] = [
  ['j j j j j k k PageDown PageUp G g Space Space', isAt('list')],
  ['/', isIn('filter')],
  ['s u p p Enter', isFiltered],
  ['Enter', isLoaded],
  ['2 j j 3 4 5 Tab 1', isAt('record')],
  ['y', isAt('raw')],
  ['j j j j j PageDown', isAt('raw')],
  ['/', isIn('find')],
  ['b o t Enter n N', isAt('raw')],
  ['g', isAt('raw')],
  ['Escape', isAt('record')],
  ['ctrl+d', state => isIn('delete')(state)],
  ['s u p', isIn('delete')],
  ['Escape', isAt('record')],
  ['?', isIn('palette')],
  ['j j', isIn('palette')],
  ['Escape', isAt('record')],
  ['Escape', isFiltered],
  ['Escape', state => isAt('list')(state) && viewIn(state)?.filter === undefined],
  ['j G q q', state => state.session.firstQuitPress !== undefined],
];

/** Presses the sixty keys. Before the last one, which ends the program, the newest frame is on the screen. */
async function pressAll({ press, until, ended }: Awaited<ReturnType<typeof openExplorer>>): Promise<void> {
  for (const [keys, isThere] of RUN) {
    for (const key of keys.split(' ')) await press(key);
    await until(isThere);
  }
  await vi.waitFor(() => expect(seen.painted.at(-1)?.lines).toBe(seen.made.at(-1)), 10_000 * pace);
  await press('q');
  await ended;
}

const isRepeated = (state: unknown, index: number, all: readonly unknown[]): boolean =>
  all.indexOf(state) !== index;

test('sixty keys: a terminal that takes everything at once gets every frame, and nothing is computed twice', async () => {
  // Time stands still, so that no pause of the machine looks like a slow line.
  vi.useFakeTimers({ toFake: ['performance'] });
  const explorer = await openExplorer(0);

  await pressAll(explorer);

  expect(seen.keys).toBe(60);
  for (const [part, states] of seen.states)
    expect([part, states.filter(isRepeated).length]).toEqual([part, 0]);
  const ofInk = seen.painted.filter(({ lines }) => seen.made.includes(lines));
  expect(ofInk.map(({ lines }) => lines)).toEqual(seen.made);
  const text = explorer.written.join('');
  for (const { bytes } of seen.painted) expect(text).toContain(bytes);
});

test('sixty keys: on a slow line superseded frames are dropped before they are painted, the newest never', async () => {
  const explorer = await openExplorer(200);

  await pressAll(explorer);

  expect(seen.keys).toBe(60);
  const painted = seen.painted.map(({ lines }) => lines);
  const dropped = seen.made.filter(lines => !painted.includes(lines));
  expect(dropped.length).toBeGreaterThan(0);
});
