import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { layoutOf } from '../facts/layout.ts';
import { VISIBLE_AFTER_MS, type Work, workOf } from '../frame/progress.ts';
import { placeBeside, placeRows, titleRows } from '../paint/header.ts';
import { screenFact } from '../paint/screen-fact.ts';
import type { RetryWait } from '../state/load.ts';
import { type PartProps, Row, Rows } from './rows.tsx';

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

/** The place, unless the person has hidden it, and the title of the body. */
export function Header(part: PartProps) {
  const hasPlace = useStore(part.store, state => layoutOf(state).header);
  return (
    <>
      {hasPlace && <PlaceOrWork {...part} />}
      <Rows {...part} paint={titleRows} />
    </>
  );
}

function PlaceOrWork(part: PartProps) {
  const work = useStore(part.store, useShallow(workOf));
  const place = <Rows {...part} paint={placeRows} />;
  return work === undefined ? (
    place
  ) : (
    <SlowWork key={work.since} {...part} work={work}>
      {place}
    </SlowWork>
  );
}

type SlowWorkProps = PartProps & {
  readonly work: Work;
  /** Shown until the work is slow. */
  readonly children: ReactNode;
};

/** Indicator of work in progress beside the place, once the work is slow enough. */
function SlowWork({ work, children, ...part }: SlowWorkProps) {
  const { now, terminalHost } = part.explorer;
  const seconds = useElapsed(work.since, now);
  const hasBar = useStore(part.store, state => screenFact(state).title.work !== undefined);
  if (seconds === undefined) return children;
  const count = hasBar ? undefined : work.count;
  return (
    <PlaceBesideWork {...part} busy={{ ...work, count, seconds, isSlowLine: terminalHost.isSlow(), now }} />
  );
}

function PlaceBesideWork({ store, theme, busy }: PartProps & { readonly busy: BusyProps }) {
  const { columns, place, modes } = useStore(
    store,
    useShallow(state => placeBeside(state, theme, busyText(busy))),
  );
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <Row text={place} />
      </Box>
      <Box flexShrink={0} height={1}>
        <Text>
          {modes}
          <Busy {...busy} />{' '}
        </Text>
      </Box>
    </Box>
  );
}
