import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { layoutOf } from '../facts/layout.ts';
import { VISIBLE_AFTER_MS, type Work, workOf } from '../frame/progress.ts';
import { placeBeside, placeRows, titleRows } from '../paint/screen.ts';
import { screenFact } from '../paint/screen-fact.ts';
import { type PartProps, Row, Rows } from './forms.tsx';

/** Seconds of work from which its duration is shown. */
const COUNT_FROM_S = 2;
const TICK_MS = 500;

/** Returns the whole seconds since a time; undefined while the work is too short to be shown. */
function useElapsed(since: number, now: () => number): number | undefined {
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

/** Words for work in progress, and the spinner before them with one of its turns; none in a pause. */
type Busy = { readonly words: string; readonly spinner?: { type: 'simpleDots' | 'dots11'; turn: string } };

/** Returns the words for work, from two seconds on with its duration; or for a pause of the server. */
function busyOf(
  { label, stops, wait, again = 'retrying', count }: Work,
  { seconds, now, isSlowLine }: { seconds: number; now: number; isSlowLine: boolean },
): Busy {
  const stop = stops ? ' · Esc stops' : '';
  const left = wait === undefined ? 0 : Math.ceil((wait.until - now) / 1000);
  const counted = count === undefined ? [] : [count];
  if (wait !== undefined && left > 0) {
    const status = wait.status === undefined ? [] : [wait.status];
    return { words: [...status, ...counted, `${again} in ${left} s${stop}`].join(' · ') };
  }
  const duration = seconds >= COUNT_FROM_S ? [`${seconds} s${stop}`] : [];
  return {
    words: [label, ...counted, ...duration].join(' '),
    // On a slow line to the terminal the spinner turns four times less often.
    spinner: isSlowLine ? { type: 'simpleDots', turn: '...' } : { type: 'dots11', turn: '⠁' },
  };
}

/** The place, unless the person has hidden it, and the title of the body. */
export function Header(part: PartProps) {
  const hasPlace = useStore(part.store, state => layoutOf(state).header);
  const work = useStore(part.store, useShallow(workOf));
  const isIdle = work === undefined;
  return (
    <>
      {hasPlace && (isIdle ? <Place {...part} /> : <PlaceAtWork key={work.since} {...part} work={work} />)}
      <Rows {...part} paint={titleRows} />
    </>
  );
}

const Place = (part: PartProps) => <Rows {...part} paint={placeRows} />;

/**
 * The place, and beside it the indicator of work once that is slow. Each turn of the spinner is a frame that
 * writes one braille cell.
 */
function PlaceAtWork({ work, ...part }: PartProps & { readonly work: Work }) {
  const { now, terminalHost } = part.explorer;
  const seconds = useElapsed(work.since, now);
  // The bar in the title shows the progress.
  const hasBar = useStore(part.store, state => screenFact(state).title.work !== undefined);
  const { words, spinner } = busyOf(hasBar ? { ...work, count: undefined } : work, {
    seconds: seconds ?? 0,
    now: now(),
    isSlowLine: terminalHost.isSlow(),
  });
  const text = spinner === undefined ? words : `${spinner.turn} ${words}`;
  const { columns, place, modes } = useStore(
    part.store,
    useShallow(state => placeBeside(state, part.theme, text)),
  );
  if (seconds === undefined) return <Place {...part} />;
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <Row text={place} />
      </Box>
      <Box flexShrink={0} height={1}>
        <Text>
          {modes}
          {spinner && <Spinner type={spinner.type} />}
          {spinner && ' '}
          {words}{' '}
        </Text>
      </Box>
    </Box>
  );
}
