import { setTimeout as sleep } from 'node:timers/promises';
import { encodedBytes } from './encoder.ts';
import { quantile } from './figures.ts';
import { keyOf, REVERSE, type Screen, styleOf } from './screen.ts';
import type { Session } from './session.ts';

export type Position = (screen: Screen) => number | undefined;

const CURSOR: Readonly<Record<string, string>> = { down: 'B', up: 'A' };
const KEYS: Readonly<Record<string, string>> = {
  pagedown: '\x1b[6~',
  end: '\x1b[F',
  backspace: '\x7f',
  enter: '\r',
  escape: '\x1b',
};

/** Returns the bytes of a key, given by name or as text. */
export function keyBytes(session: Session, key: string): string {
  const cursor = CURSOR[key];
  if (cursor !== undefined) return `\x1b${session.usesCursorKeys() ? 'O' : '['}${cursor}`;
  return KEYS[key] ?? key;
}

export type Press = {
  /** Milliseconds from the key to the first moment of the final screen; undefined if nothing changed. */
  readonly ms: number | undefined;
  readonly bytes: number;
  /** Bytes of the reference encoder for the same change. */
  readonly least: number;
};

export type Waits = { readonly quietMs: number; readonly answerMs: number };

/** Presses one key and waits until the screen is at rest. */
export async function press(session: Session, key: string, { quietMs, answerMs }: Waits): Promise<Press> {
  await session.shown();
  const before = session.screen();
  const bytesBefore = session.bytes();
  const states: { readonly at: number; readonly key: string }[] = [];
  let pressedAt = 0;
  await session.recorded(
    async () => {
      pressedAt = session.send(keyBytes(session, key));
      if (await session.more(answerMs)) await session.quiet(quietMs);
    },
    at => states.push({ at, key: keyOf(session.screen()) }),
  );
  const after = session.screen();
  const last = keyOf(after);
  const settled = states.find(state => state.key === last);
  const isChanged = keyOf(before) !== last;
  await sleep(Math.max(0, session.lastAt() - performance.now()));
  return {
    ms: isChanged && settled !== undefined ? settled.at - pressedAt : undefined,
    bytes: session.bytes() - bytesBefore,
    least: encodedBytes(before, after),
  };
}

export async function presses(
  session: Session,
  keys: readonly string[],
  waits: Waits,
): Promise<readonly Press[]> {
  const all: Press[] = [];
  for (const key of keys) all.push(await press(session, key, waits));
  return all;
}

export async function pressOnly(session: Session, keys: readonly string[], quietMs: number): Promise<void> {
  for (const key of keys) {
    session.send(keyBytes(session, key));
    await session.more(quietMs * 4);
    await session.quiet(quietMs);
  }
  await session.shown();
}

/** Returns times and bytes of the presses that changed something. */
export function pressFigures(name: string, all: readonly Press[]): Record<string, number> {
  const changed = all.filter(({ ms }) => ms !== undefined);
  const times = changed.map(({ ms }) => ms ?? Number.NaN);
  const sum = (of: (press: Press) => number): number => changed.reduce((total, each) => total + of(each), 0);
  return {
    [`${name} ms`]: quantile(times, 0.5),
    [`${name} x encoder`]: sum(({ bytes }) => bytes) / sum(({ least }) => least),
    [`${name} dead`]: all.length - changed.length,
  };
}

export type Hold = {
  readonly key: string;
  readonly hertz: number;
  readonly seconds: number;
  readonly quietMs: number;
  readonly position: Position;
};

/** Returns the lag of each key: the time until the screen first showed its effect. */
function lagsOf(
  pressed: readonly number[],
  marks: readonly { readonly at: number; readonly moved: number }[],
): readonly number[] {
  return pressed.flatMap((at, index) => {
    const mark = marks.find(({ moved }) => moved > index);
    return mark === undefined ? [] : [mark.at - at];
  });
}

/** Holds a key down and measures the lag of the screen, its growth, lost keys, and screens a key. */
export async function hold(
  session: Session,
  { key, hertz, seconds, quietMs, position }: Hold,
): Promise<Record<string, number>> {
  await session.shown();
  const first = position(session.screen()) ?? Number.NaN;
  const pressed: number[] = [];
  const states: { readonly at: number; readonly key: string; readonly moved: number }[] = [];
  const count = Math.round(hertz * seconds);
  let seen = keyOf(session.screen());
  await session.recorded(
    async () => {
      const from = performance.now();
      for (let at = 0; at < count; at++) {
        const ms = from + (at * 1000) / hertz - performance.now();
        if (ms > 0) await sleep(ms);
        pressed.push(session.send(keyBytes(session, key)));
      }
      await session.quiet(quietMs, 90_000);
    },
    at => {
      const screen = session.screen();
      const now = keyOf(screen);
      if (now === seen) return;
      seen = now;
      states.push({ at, key: now, moved: Math.abs((position(screen) ?? first) - first) });
    },
  );
  const lags = lagsOf(pressed, states);
  const fifth = Math.max(1, Math.floor(lags.length / 5));
  const settled = states.find(state => state.key === seen)?.at ?? Number.NaN;
  await sleep(Math.max(0, session.lastAt() - performance.now()));
  const name = `${hertz} Hz`;
  return {
    [`${name} lag p99 ms`]: quantile(lags, 0.99),
    [`${name} growth ms`]: quantile(lags.slice(-fifth), 0.5) - quantile(lags.slice(0, fifth), 0.5),
    [`${name} drain ms`]: settled - (pressed.at(-1) ?? 0),
    [`${name} lost`]: count - (states.at(-1)?.moved ?? 0),
    [`${name} states a key`]: states.length / count,
  };
}

const rowNumber = (text: string | undefined): number | undefined => {
  const [, digits] = /row-(\d{6})/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Finds the row with most cells that carry a style flag. */
const styled =
  (flag: number): Position =>
  screen => {
    const scored = screen.map(row => ({
      row,
      score: row.styles.filter(style => styleOf(style).flags & flag).length,
    }));
    const best = scored.reduce((most, each) => (each.score > most.score ? each : most), {
      row: screen[0],
      score: 0,
    });
    return best.score === 0 ? undefined : rowNumber(best.row?.text);
  };

export const positions = {
  reverse: styled(REVERSE),
  marked: (screen: Screen) => rowNumber(screen.find(({ text }) => /^> row-/.test(text))?.text),
};
