import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { layoutOf } from '../facts/layout.ts';
import { type Work, workOf } from '../frame/progress.ts';
import { placeBeside, placeRows, titleRows } from '../paint/header.ts';
import { screenFact } from '../paint/screen-fact.ts';
import { Busy, type BusyProps, busyText, useElapsed } from './busy.tsx';
import { type PartProps, Row, Rows } from './rows.tsx';

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
