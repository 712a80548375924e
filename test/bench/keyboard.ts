import { setTimeout as sleep } from 'node:timers/promises';
import { keyBytes } from '../helpers/keys.ts';
import { encodedBytes } from './encoder.ts';
import { type Figures, median, quantile } from './group.ts';
import { keyOf, REVERSE, type Screen, styleOf } from './screen.ts';
import type { Session } from './session.ts';

export type Position = (screen: Screen) => number | undefined;

export function keyBytesIn(session: Session, key: string): string {
  const bytes = /^[A-Z][a-z]/.test(key) ? keyBytes(key) : key;
  return session.usesCursorKeys() ? bytes.replace(/^\x1b\[(?=[A-D]$)/, '\x1bO') : bytes;
}

/**
 * Returns the screens that a user sees while `act` presses keys, and the first moment of the last of them.
 */
async function screensDuring(session: Session, act: () => Promise<void>) {
  await session.shown();
  const first = session.screen();
  const screens: { readonly at: number; readonly key: string; readonly screen: Screen }[] = [];
  let seen = keyOf(first);
  await session.recorded(act, at => {
    const screen = session.screen();
    const key = keyOf(screen);
    if (key !== seen) screens.push({ at, key, screen });
    seen = key;
  });
  await sleep(Math.max(0, session.lastAt() - performance.now()));
  return { first, screens, settledAt: screens.find(({ key }) => key === seen)?.at };
}

export type Press = {
  /** Milliseconds from the key to the first moment of the final screen; undefined if nothing changed. */
  readonly ms: number | undefined;
  readonly bytes: number;
  /** Bytes of the reference encoder for the same change. */
  readonly least: number;
};

type Waits = { readonly quietMs: number; readonly answerMs: number };

export async function press(session: Session, key: string, { quietMs, answerMs }: Waits): Promise<Press> {
  const bytesBefore = session.bytes();
  let pressedAt = 0;
  const { first, settledAt } = await screensDuring(session, async () => {
    pressedAt = session.send(keyBytesIn(session, key));
    if (await session.more(answerMs)) await session.quiet(quietMs);
  });
  const last = session.screen();
  const isChanged = keyOf(first) !== keyOf(last) && settledAt !== undefined;
  return {
    ms: isChanged ? settledAt - pressedAt : undefined,
    bytes: session.bytes() - bytesBefore,
    least: encodedBytes(first, last),
  };
}

export async function presses(session: Session, keys: readonly string[], waits: Waits) {
  const all: Press[] = [];
  for (const key of keys) all.push(await press(session, key, waits));
  return all;
}

export async function pressOnly(session: Session, keys: readonly string[], quietMs: number): Promise<void> {
  for (const key of keys) {
    session.send(keyBytesIn(session, key));
    await session.more(quietMs * 4);
    await session.quiet(quietMs);
  }
  await session.shown();
}

/** Presses keys; returns times and bytes of the presses that changed something. */
export async function pressed(session: Session, name: string, keys: readonly string[], waits: Waits) {
  const changed = (await presses(session, keys, waits)).filter(({ ms }) => ms !== undefined);
  const sum = (of: (press: Press) => number): number => changed.reduce((total, each) => total + of(each), 0);
  return {
    [`${name} ms`]: median(changed.map(({ ms = Number.NaN }) => ms)),
    [`${name} x encoder`]: sum(({ bytes }) => bytes) / sum(({ least }) => least),
    [`${name} dead`]: keys.length - changed.length,
  };
}

type Hold = {
  readonly hertz: number;
  readonly seconds: number;
  readonly quietMs: number;
  readonly position: Position;
};

/** Holds the arrow key and measures the lag of the screen, its growth, lost keys, and screens a key. */
export async function hold(session: Session, { hertz, seconds, quietMs, position }: Hold): Promise<Figures> {
  const sentAt: number[] = [];
  const count = Math.round(hertz * seconds);
  const { first, screens, settledAt } = await screensDuring(session, async () => {
    const from = performance.now();
    for (let at = 0; at < count; at++) {
      const ms = from + (at * 1000) / hertz - performance.now();
      if (ms > 0) await sleep(ms);
      sentAt.push(session.send(keyBytesIn(session, 'Down')));
    }
    await session.quiet(quietMs, 90_000);
  });
  const start = position(first) ?? Number.NaN;
  const moves = screens.map(({ at, screen }) => ({
    at,
    moved: Math.abs((position(screen) ?? start) - start),
  }));
  // The lag of a key is the time until the screen first showed its effect.
  const lags = sentAt.flatMap((at, index) => {
    const move = moves.find(({ moved }) => moved > index);
    return move === undefined ? [] : [move.at - at];
  });
  const fifth = Math.max(1, Math.floor(lags.length / 5));
  const name = `${hertz} Hz`;
  return {
    [`${name} lag p99 ms`]: quantile(lags, 0.99),
    [`${name} growth ms`]: median(lags.slice(-fifth)) - median(lags.slice(0, fifth)),
    [`${name} drain ms`]: (settledAt ?? Number.NaN) - (sentAt.at(-1) ?? 0),
    [`${name} lost`]: count - (moves.at(-1)?.moved ?? 0),
    [`${name} states a key`]: screens.length / count,
  };
}

const rowNumber = (text: string | undefined): number | undefined => {
  const [, digits] = /row-(\d{6})/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export const positions = {
  reverse: (screen: Screen) => {
    const scored = screen.map(({ text, styles }) => ({
      text,
      score: styles.filter(style => styleOf(style).flags & REVERSE).length,
    }));
    const best = Math.max(...scored.map(({ score }) => score));
    return best === 0 ? undefined : rowNumber(scored.find(({ score }) => score === best)?.text);
  },
  marked: (screen: Screen) => rowNumber(screen.find(({ text }) => /^> row-/.test(text))?.text),
};
