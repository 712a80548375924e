import { Text } from 'ink';
import Spinner from 'ink-spinner';
import { useEffect, useState } from 'react';
import { VISIBLE_AFTER_MS } from '../frame/progress.ts';
import type { RetryWait } from '../state/load.ts';

/** Seconds of work from which its duration is shown. */
const COUNT_FROM_S = 2;
const TICK_MS = 500;

/** Returns the whole seconds since a time; undefined while the work is too short to be shown. */
export function useElapsed(since: number, now: () => number): number | undefined {
  const [shown, setShown] = useState(() => now() - since >= VISIBLE_AFTER_MS);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!shown) {
      const left = Math.max(0, Math.min(VISIBLE_AFTER_MS, since + VISIBLE_AFTER_MS - now()));
      const first = setTimeout(() => setShown(true), left);
      return () => clearTimeout(first);
    }
    const ticking = setInterval(() => setSeconds(Math.floor((now() - since) / 1000)), TICK_MS);
    return () => clearInterval(ticking);
  }, [shown, since, now]);
  return shown ? seconds : undefined;
}

export type BusyProps = {
  readonly label: string;
  readonly stops: boolean;
  /** A pause that the server requested; its seconds are shown in place of the spinner. */
  readonly wait?: RetryWait | undefined;
  /** Words for the request after the pause. Default: retrying. */
  readonly again?: string;
  /** Progress, unless the bar in the title shows it. */
  readonly count?: string | undefined;
  readonly seconds: number;
  /** True if the line to the terminal is slow: the spinner then turns four times less often. */
  readonly isSlowLine: boolean;
  readonly now: () => number;
};

/** Returns the words for work in progress, with its duration from two seconds on; or for a pause. */
function busyWords({ label, stops, wait, again = 'retrying', count, seconds, now }: BusyProps): {
  readonly words: string;
  readonly turns: boolean;
} {
  const stop = stops ? ' · Esc stops' : '';
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now()) / 1000);
  if (wait !== undefined && left > 0) {
    const status = wait.status === undefined ? '' : `${wait.status} · `;
    return {
      words: `${status}${count === undefined ? '' : `${count} · `}${again} in ${left} s${stop}`,
      turns: false,
    };
  }
  return {
    words: `${label}${count === undefined ? '' : ` ${count}`}${seconds >= COUNT_FROM_S ? ` ${seconds} s${stop}` : ''}`,
    turns: true,
  };
}

const spinnerOf = ({ isSlowLine }: BusyProps) =>
  isSlowLine ? ({ type: 'simpleDots', turn: '...' } as const) : ({ type: 'dots11', turn: '⠁' } as const);

/** Returns the words as plain text, with one turn of the spinner. */
export function busyText(work: BusyProps): string {
  const { words, turns } = busyWords(work);
  return turns ? `${spinnerOf(work).turn} ${words}` : words;
}

/** Indicator of work in progress. Each turn of the spinner is a frame that writes one braille cell. */
export function Busy(work: BusyProps) {
  const { words, turns } = busyWords(work);
  return turns ? (
    <Text>
      <Spinner type={spinnerOf(work).type} /> {words}
    </Text>
  ) : (
    <Text>{words}</Text>
  );
}
