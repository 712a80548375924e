import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { render } from 'ink';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Explorer } from '../../../src/explorer/actions/explorer.ts';
import { commands } from '../../../src/explorer/commands/registry.ts';
import { App } from '../../../src/explorer/ink/app.tsx';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { createKeyInput } from '../../../src/terminal/input/input.ts';
import { startOnBots, writable } from '../../helpers/fake-explorer.ts';
import { keyBytes } from '../../helpers/keys.ts';
import { pace } from '../../helpers/pace.ts';
import { numRuns, seed } from '../../helpers/properties.ts';
import { keyNamed } from '../../helpers/some-keys.ts';

const BOTS = [
  { id: 'c200b264-7699', name: 'refund-desk' },
  { id: 'c2ff0000-0001', name: 'support-prod' },
  { id: 'aec53e3e-02bc', name: 'end' },
  { id: 'aec5ffff-02bc', name: 'home' },
];
const SIZE = { columns: 120, rows: 24 };
const THEME = themeOf('terminal', { depth: 'all', ascii: false, links: false });

/** An Enter in the palette: the last frame before it, and what it ran first. */
type Enter = { readonly frame: string; readonly done: string[] };

const seen = vi.hoisted(() => ({ enters: [] as Enter[], frame: '', presses: 0 }));

vi.mock(import('../../../src/explorer/keyboard/keyboard.ts'), async original => {
  const module = await original();
  const noting: typeof module.press = (explorer, key, arrival) => {
    seen.presses++;
    const isEnter = key.name === 'enter' && explorer.store.getState().dialog?.kind === 'palette';
    if (isEnter) seen.enters.push({ frame: seen.frame, done: [] });
    module.press(explorer, key, arrival);
    if (isEnter) Object.freeze(seen.enters.at(-1)?.done);
  };
  return { ...module, press: noting };
});

/** Notes what the last Enter ran; what comes after it is not its own. */
function note(done: string): void {
  const last = seen.enters.at(-1)?.done;
  if (last !== undefined && !Object.isFrozen(last)) last.push(done);
}

/** Draws the explorer with Ink on an input that cuts bytes into keys as a terminal's does. */
async function drawn() {
  const { explorer } = await startOnBots(BOTS, { size: SIZE });
  press(explorer, keyNamed('b'), { alone: true });
  const source = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const input = createKeyInput(source);
  const spied: Explorer = {
    ...explorer,
    terminalHost: { ...explorer.terminalHost, isKeyAlone: input.alone },
    end: reason => note(String(reason)),
    openDelete: ([target]) => note(`delete/${Object.values(target?.ref.ids ?? {}).at(-1)}`),
    saveView: ({ name = '' }) => note(name),
    jump: ({ place, filter, sort }) => note(placeText(place, { filter, sort }) ?? ''),
    noteCommand: id => note(commands.find(command => command.id === id)?.title ?? id),
  };
  const stdout = Object.assign(new PassThrough(), { ...SIZE, isTTY: true });
  stdout.on('data', (chunk: Buffer) => {
    if (String(chunk).includes('Acme')) seen.frame = String(chunk);
  });
  const { unmount } = render(<App explorer={spied} themeFor={() => THEME} setStyle={() => undefined} />, {
    ...{ debug: true, interactive: true, concurrent: true, patchConsole: false, exitOnCtrlC: false },
    stdin: input as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
  });
  onTestFinished(() => {
    unmount();
    input.destroy();
  });
  const first = explorer.store.getState();
  /** Waits until the keys of a read are handled. */
  const rest = async (): Promise<void> => {
    for (let before = -1, quiet = 0; quiet < 4; quiet = before === seen.presses ? quiet + 1 : 0) {
      before = seen.presses;
      await turn();
      await turn();
    }
  };
  return {
    restart: async () => {
      writable(explorer.store).setState(first, true);
      await rest();
    },
    /** Sends a read; the next follows at once if `isWaiting` is false. */
    send: async (bytes: string, isWaiting: boolean) => {
      source.write(bytes);
      await (isWaiting ? rest() : turn());
    },
    rest,
  };
}

/** Returns the marked row of the panel, which stands below the list, without its digit. */
function markedIn(frame: string): string {
  const rows = stripVTControlCharacters(frame).split('\n');
  return (
    rows
      .findLast(row => row.startsWith(' ▸'))
      ?.slice(2)
      .trim()
      .replace(/^\d /, '') ?? ''
  );
}

function isMarked(text: string, done: string): boolean {
  const id = decodeURIComponent(done.split('/').at(-1) ?? '');
  if (done === 'ws/wkspace_1') return text.startsWith('home');
  return text.startsWith(done) || text.includes(id) || text.includes('as typed');
}

const OPENERS = [':', '?', 'a', 'C', "'", 's'];
/** Words that some rows hold, or none; digits and capitals run a row at once. */
const WORDS = [
  ...[
    '',
    '',
    'e',
    'o',
    'bot',
    'sup',
    'delete',
    'copy',
    'conv_1',
    'xyzzy',
    'N',
    '3',
    'q',
    'end',
    'home',
    'quit',
  ],
  ...['bot c2', 'bot end', 'bot/aec53e3e-02bc', 'bots?sort=name', 'sort name', 'open x', 'view x ='],
];
const MOVES = ['Down', 'Down', 'Down', 'Up', 'PageDown', 'PageUp', 'Backspace', 'Tab'];
const steps = fc.tuple(
  fc.constantFrom(...WORDS).map(word => [...word]),
  fc.array(fc.constantFrom(...MOVES), { maxLength: 5 }),
);

/** Keys, and the reads in which their bytes arrive: Enter runs a row in the middle and at the end. */
const arrival = fc.record({
  keys: fc
    .tuple(fc.constantFrom(...OPENERS), steps, fc.constantFrom(...OPENERS), steps)
    .map(([first, before, second, after]) => [
      first,
      ...before.flat(),
      'Enter',
      second,
      ...after.flat(),
      'Enter',
    ]),
  lengths: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
  waits: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
});

test(`palette: in whatever reads keys arrive, Enter runs what the last frame of Ink marked (seed ${seed})`, {
  timeout: 60_000 * pace,
}, async () => {
  const { restart, send, rest } = await drawn();
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(arrival, async ({ keys, lengths, waits }) => {
      await restart();
      seen.enters = [];
      const bytes = keys.map(keyBytes).join('');
      for (let at = 0, read = 0; at < bytes.length; read++) {
        const length = lengths[read % lengths.length] ?? 1;
        await send(bytes.slice(at, at + length), waits[read % waits.length] === true);
        at += length;
      }
      await rest();

      const unlike = seen.enters.flatMap(({ frame, done: [done] }) =>
        done === undefined || isMarked(markedIn(frame), done) ? [] : [{ marked: markedIn(frame), done }],
      );
      expect(unlike).toEqual([]);
      ran += seen.enters.filter(({ done }) => done.length > 0).length;
    }),
    { numRuns: numRuns(60), seed },
  );
  expect(ran).toBeGreaterThan(0);
});
