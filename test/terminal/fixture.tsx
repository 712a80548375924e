import { appendFileSync } from 'node:fs';
import { Box, Text, useInput, usePaste, useWindowSize } from 'ink';
import { useState } from 'react';
import { mount, type Screen, type View } from '../../src/tui/mount.ts';

const FAULTS: Readonly<Record<string, () => void>> = {
  x: () => {
    throw new Error('thrown \x1b]0;evil\x07\nby a key');
  },
  u: () => {
    void Promise.reject(new Error('rejected'));
  },
  p: () => {
    process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  },
  w: () => {
    process.emitWarning('a warning nobody should see');
  },
};

function Broken(): never {
  throw new Error('broken while rendering');
}

/** Printed on the primary screen. */
let farewell = '';

function App({ screen, onNext }: { readonly screen: Screen; readonly onNext: () => void }) {
  const { columns, rows } = useWindowSize();
  const [moves, setMoves] = useState(0);
  const [last, setLast] = useState('');
  const [isBroken, setBroken] = useState(false);

  const ways: Readonly<Record<string, () => void>> = {
    ...FAULTS,
    'ctrl+c': () => screen.leave(130),
    'ctrl+z': screen.terminalHost.suspend,
    n: () => {
      onNext();
      screen.release();
    },
    q: () => {
      farewell = 'goodbye\n';
      screen.leave(0);
    },
  };

  usePaste(() => undefined);
  useInput((input, key) => {
    const name = Object.entries(key).find(([, isOn]) => isOn === true)?.[0] ?? '';
    setLast(`${JSON.stringify(input)} ${name} ${screen.terminalHost.isKeyAlone() ? 'alone' : 'in company'}`);
    if (input === 'j') setMoves(moves + 1);
    if (input === 'r') setBroken(true);
    ways[key.ctrl ? `ctrl+${input}` : input]?.();
  });

  return (
    <Box flexDirection="column" height={rows}>
      {isBroken && <Broken />}
      <Text inverse>{`size ${columns} x ${rows}`.padEnd(columns + 20, '.')}</Text>
      <Text>j {moves} times</Text>
      <Text>last {last}</Text>
    </Box>
  );
}

/**
 * Event that the app waits for while rows are shown: a signal, never, or a failure. Without it there are no
 * rows.
 */
const WAIT = process.env['WAIT'];

/** Handled from the start: the signal would end a program that shows rows and does not listen yet. */
const signalled = WAIT === 'signal' ? new Promise(resolve => process.once('SIGUSR2', resolve)) : undefined;

async function waited(): Promise<void> {
  await signalled;
  if (WAIT === 'ever') await new Promise(() => undefined);
  if (WAIT === 'fail') throw new Error('broken while loading');
}

let title = '';
let tell = (): void => undefined;
const withRows: Omit<View, 'app'> = {
  rows: {
    style: () => ({ ground: {}, glyph: text => text }),
    rows: () => [title, 'a row below'],
    subscribe: changed => {
      tell = changed;
      return () => undefined;
    },
    firstData: Promise.resolve(),
  },
  resize: ({ columns, rows }) => {
    title = `rows for ${columns} x ${rows}`;
    tell();
  },
};

/** Runs one app after another until one ends the program instead of giving the terminal back. */
async function run(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  let isOver = false;
  while (!isOver) {
    isOver = true;
    const next = () => {
      isOver = false;
    };
    const view = (screen: Screen): View => ({
      ...(WAIT === undefined ? {} : withRows),
      app: async () => {
        await waited();
        return <App screen={screen} onNext={next} />;
      },
    });
    const code = await mount(view, { stdin, stdout, stderr });
    stdout.write(farewell);
    if (isOver && process.env['STUCK'] === undefined) process.exit(code);
    stdout.write('between\n');
  }
}

function noteRawMode(file: string): void {
  const { stdin } = process;
  const setRawMode = stdin.setRawMode.bind(stdin);
  stdin.setRawMode = isRaw => {
    appendFileSync(file, `${isRaw}\n`);
    return setRawMode(isRaw);
  };
}

const notes = process.env['RAW_NOTES'];
if (notes !== undefined) noteRawMode(notes);
process.stdout.write('before\n');
// Like a program that polls: does not end by itself when nothing is left to read.
setInterval(() => undefined, 1000);
void run();
