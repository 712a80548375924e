import { Box, Text } from 'ink';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { placeBeside, placeRow, titleRow } from '../paint/header.ts';
import { type Work, workOf } from '../view/frame/progress.ts';
import { layoutOf } from '../view/layout.ts';
import { Busy, type BusyAbout, busyText, useElapsed } from './busy.tsx';
import { Row } from './row.tsx';
import { type Shared, usePainted } from './use-painted.ts';

/** The place, unless it is switched off, and the title of the body. */
export function Header(shared: Shared) {
  const hasPlace = useStore(shared.store, state => layoutOf(state).header);
  return (
    <>
      {hasPlace && <PlaceOrWork {...shared} />}
      <Row text={usePainted(shared, titleRow)} />
    </>
  );
}

function PlaceOrWork(shared: Shared) {
  const work = useStore(shared.store, useShallow(workOf));
  return work === undefined ? <Place {...shared} /> : <SlowWork key={work.since} {...shared} work={work} />;
}

function Place(shared: Shared) {
  return <Row text={usePainted(shared, placeRow)} />;
}

/** The work in progress, once it is slow enough to be shown. */
function SlowWork({ work, ...shared }: Shared & { readonly work: Work }) {
  const { now } = shared.explorer;
  const seconds = useElapsed(work.since, now);
  if (seconds === undefined) return <Place {...shared} />;
  return <PlaceBesideWork {...shared} about={{ ...work, seconds, now }} />;
}

function PlaceBesideWork({ store, theme, about }: Shared & { readonly about: BusyAbout }) {
  const { columns, place, modes } = useStore(
    store,
    useShallow(state => placeBeside(state, theme, busyText(about))),
  );
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <Row text={place} />
      </Box>
      <Box flexShrink={0} height={1}>
        <Text>
          {modes}
          <Busy {...about} />{' '}
        </Text>
      </Box>
    </Box>
  );
}
