import { pathOfCommand } from '../helpers/program.ts';
import { type Figures, type Group, quantile } from './group.ts';
import {
  hold,
  keyBytesIn,
  type Position,
  type Press,
  positions,
  pressed,
  presses,
  pressOnly,
} from './keyboard.ts';
import { BOTSCOPE, explorerOf, type Kit, node, RAW } from './kit.ts';
import { peakMb, withoutProc } from './processes.ts';
import { type Launch, type Session, SIZE, WIDE, withSession } from './session.ts';

/** A program that shows a list of rows, and its keys. */
type Program = {
  readonly launch: (kit: Kit, rows: number) => Launch | Promise<Launch>;
  readonly isReady: (text: string, rows: number) => boolean;
  readonly loadAll?: (session: Session) => Promise<void>;
  /** Fills the rows on the screen, where the program does so by itself for a person. */
  readonly fillRows?: (session: Session, rows: number) => Promise<void>;
  readonly position: Position;
};

const hasTenth = (text: string): boolean => text.includes('row-000010');
const { reverse, marked } = positions;

const programs: Readonly<Record<string, Program>> = {
  [BOTSCOPE]: {
    // The largest pages allowed, so that loading is quick.
    launch: async (kit, rows) => explorerOf(await kit.server({ bots: rows, page: 500 })),
    isReady: hasTenth,
    loadAll: async session => {
      session.send('M');
      for (;;) {
        await session.until(text => /M again|─ \d+ loaded [─·]/.test(text), 60_000);
        if (/─ \d+ loaded [─·]/.test(session.text())) return;
        session.send('M');
        await session.more(200);
      }
    },
    fillRows: async (session, rows) => {
      session.send('H');
      // The rows on the screen come first; thousands of others would take memory. A thousand may be checked
      // before a slow line shows it: Esc would leave the list then.
      if (rows > 1000) {
        await session.until(text => Number(/(\d+) of \d+ checked/.exec(text)?.[1]) > WIDE.rows, 60_000);
        session.send('\u001b');
      }
      await session.until(text => text.includes('bots checked'), 60_000);
      // A key at the first row only takes the message away.
      session.send('k');
      await session.until(text => !text.includes('bots checked'));
    },
    position: reverse,
  },
  [RAW]: {
    launch: (kit, rows) => ({ argv: node(kit.peer('raw-list')), env: { N: String(rows) } }),
    isReady: hasTenth,
    position: reverse,
  },
  fzf: {
    launch: (kit, rows) => ({
      argv: ['sh', '-c', `exec fzf --layout=reverse --no-sort < '${kit.lines(rows)}'`],
    }),
    isReady: (text, rows) => text.includes(`${rows}/${rows}`),
    position: marked,
  },
  nnn: { launch: (kit, rows) => ({ argv: ['nnn', kit.files(rows)] }), isReady: hasTenth, position: reverse },
};

/** Returns why a program is left out, or undefined; ours are always here. */
const notInstalled = (program: string): string | undefined =>
  [BOTSCOPE, RAW].includes(program) || pathOfCommand(program) !== undefined ? undefined : 'not installed';

type ListOptions = Pick<Launch, 'link' | 'size'> & {
  readonly rows: number;
  /** Loads all rows. Default: true. */
  readonly isWhole?: boolean;
};
type Measure = (session: Session, position: Position) => Promise<Figures>;

export async function inList(
  name: string,
  kit: Kit,
  { rows, isWhole = true, ...launch }: ListOptions,
  measure: Measure,
): Promise<Figures> {
  const program = programs[name];
  if (program === undefined) throw new Error(`no such program: ${name}`);
  return withSession({ ...(await program.launch(kit, rows)), ...launch }, async session => {
    await session.until(text => program.isReady(text, rows), 60_000);
    if (isWhole) await program.loadAll?.(session);
    await program.fillRows?.(session, rows);
    await session.quiet(400);
    return measure(session, program.position);
  });
}

/**
 * Keys of one kind. Keys of the kind '' are pressed but not measured. Nor is Esc: the program waits 50 ms for
 * a sequence.
 */
type Keys = readonly [kind: string, ...keys: readonly string[]];

const WORD = 'sales';
const [FIRST = '', ...LATER] = WORD;
const erased = Array.from(WORD, () => 'Backspace');
/** Closes the field, clears the filter and opens the field for another. */
const anotherFilter: Keys = ['', 'Escape', '/'];

/** The first letter of a filter tests every row, the later ones only its matches. */
const FIRST_LETTER = 'filter: first letter';

/** Every kind of key of the list of bots, ending as it began: on the first row, nothing marked. */
const everyKey: readonly Keys[] = [
  ['G', 'G'],
  ['g', 'g'],
  ['j', 'j', 'j', 'j'],
  ['PgDn', 'PageDown', 'PageDown', 'PageDown'],
  ['space', ' ', ' '],
  ['', 'g'],
  ['* marks and unmarks all', '*', '*'],
  ['v begins a range', 'v'],
  ['G in a range', 'G'],
  ['v marks the range', 'v'],
  ['', 'Escape', 'g'],
  ...['N', 'H', 'U', 'C', 'D', 'I'].map((key): Keys => [`s ${key} sorts`, 's', key, 's', key]),
  ['', ':', ...'sort.none', 'Enter', 'g'],
  ['enter opens a bot', 'Enter'],
  ['', 'Escape'],
  ['/ opens', '/'],
  [FIRST_LETTER, FIRST],
  ['filter: later letters', ...LATER],
  ['filter: backspace', ...erased],
  ['', 'Escape', '/'],
  [FIRST_LETTER, 'z'],
  ['filter without a match', ...'q-zq'],
  anotherFilter,
  ['updated>90d', ...'updated>90d'],
  anotherFilter,
  ['!name:prod', ...'!name:prod'],
  ['enter applies the filter', 'Enter'],
  ['* marks what matches', '*', '*'],
  ['', 'Escape'],
  [': opens', ':'],
  [': letters', ...WORD],
  [': backspace', ...erased],
  [': bot', ...`bot ${WORD}`],
  ['', 'Escape'],
];

async function pressEvery(session: Session, quietMs: number): Promise<Figures> {
  const all: Press[] = [];
  const slowest: Record<string, number> = {};
  for (const [kind, ...keys] of everyKey)
    if (kind === '') await pressOnly(session, keys, quietMs);
    else {
      const each = await presses(session, keys, { quietMs, answerMs: 600 });
      if (kind !== FIRST_LETTER) all.push(...each);
      slowest[`${kind}: most ms`] = Math.max(...each.map(({ ms = 0 }) => ms));
    }
  const times = all.map(({ ms = 0 }) => ms);
  return { 'every key p99 ms': quantile(times, 0.99), ...slowest };
}

const WAITS = { quietMs: 50, answerMs: 600 };
const SLOW = { rttMs: 100, kbit: 64 };
const PEERS = [BOTSCOPE, RAW, 'fzf', 'nnn'];
const downs = (count: number): readonly string[] => Array.from({ length: count }, () => 'Down');
const toTheEnd = (session: Session): Promise<void> => pressOnly(session, downs(SIZE.rows), 20);

export const pressAll = (name: string, kit: Kit, rows: number): Promise<Figures> =>
  inList(name, kit, { rows }, async session => {
    await pressOnly(session, downs(1), WAITS.quietMs);
    const window = await pressed(session, 'window', downs(14), WAITS);
    await toTheEnd(session);
    const scroll = await pressed(session, 'scroll', downs(14), WAITS);
    const pages = Array.from({ length: 6 }, () => 'PageDown');
    return { ...window, ...scroll, ...(await pressed(session, 'page', pages, { ...WAITS, quietMs: 120 })) };
  });

/** Presses single keys within the window and, after a jump to its end, scrolling. */
async function pressTwice(session: Session, count: number, waits: typeof WAITS): Promise<Figures> {
  const window = await pressed(session, 'window', downs(count), waits);
  await pressOnly(session, [keyBytesIn(session, 'Down').repeat(WIDE.rows)], 500);
  return { ...window, ...(await pressed(session, 'scroll', downs(count), waits)) };
}

const keys: Group = {
  name: 'keys',
  about:
    'from a key to the screen as it stays, 10,000 rows; bytes a key, over those of the reference encoder',
  programs: PEERS,
  without: notInstalled,
  run: async (name, kit) => {
    const list = await pressAll(name, kit, 10_000);
    if (name !== BOTSCOPE) return list;
    return { ...list, ...(await inList(name, kit, { rows: 10_000 }, session => pressEvery(session, 100))) };
  },
};

export const held: Group = {
  name: 'held',
  about: 'an arrow key held for 2 s at 60 Hz, 10,000 rows, scrolling',
  programs: PEERS,
  without: notInstalled,
  run: (name, kit) =>
    inList(name, kit, { rows: 10_000 }, async (session, position) => {
      await toTheEnd(session);
      return hold(session, { hertz: 60, seconds: 2, quietMs: 1000, position });
    }),
};

const slow: Group = {
  name: 'slow',
  about: 'over 64 kbit/s with a round trip of 100 ms (simulated), as through SSH: keys, 2 s held at 30 Hz',
  programs: [BOTSCOPE, RAW, 'nnn'],
  without: notInstalled,
  run: (name, kit) =>
    inList(name, kit, { rows: 1000, link: SLOW, isWhole: false }, async (session, position) => ({
      ...(await pressTwice(session, 6, { quietMs: 150, answerMs: 4000 })),
      ...(await hold(session, { hertz: 30, seconds: 2, quietMs: 400, position })),
    })),
};

const preview: Group = {
  name: 'preview',
  about: `${WIDE.cols} by ${WIDE.rows} with the preview: bytes a key, over those of the reference encoder`,
  programs: [BOTSCOPE, 'nnn'],
  without: notInstalled,
  run: (name, kit) =>
    inList(name, kit, { rows: 1000, size: WIDE }, async session => {
      await pressOnly(session, downs(1), WAITS.quietMs);
      return pressTwice(session, 20, WAITS);
    }),
};

const many: Group = {
  name: 'many',
  about: '100,000 rows: the most memory after a held key, then from a key to the screen as it stays',
  programs: [BOTSCOPE, RAW],
  without: withoutProc,
  run: (name, kit) =>
    inList(name, kit, { rows: 100_000 }, async (session, position) => {
      await toTheEnd(session);
      await hold(session, { hertz: 60, seconds: 1, quietMs: 200, position });
      const memory = { 'peak MB': peakMb(session.pid) };
      return name === BOTSCOPE ? { ...memory, ...(await pressEvery(session, 350)) } : memory;
    }),
};

/** Keys in lists, beside other programs that show one. */
export const listGroups: readonly Group[] = [keys, held, slow, preview, many];
