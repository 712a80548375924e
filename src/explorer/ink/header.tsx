import { Box, Text } from 'ink';
import { clean, joinSafe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { placeRow, placeSpans, titleRow } from '../paint/header.ts';
import { paintSpans } from '../paint/paint.ts';
import { type Work, workOf } from '../view/frame/progress.ts';
import { barOf, barText, MODE_GAP } from '../view/frame/status-bar.ts';
import { layoutOf } from '../view/layout.ts';
import { Busy, busyText, useElapsed } from './busy.tsx';
import type { Shared } from './row.tsx';
import { Row } from './row.tsx';

/** Where one is, and what is under way, once that is slow enough to be shown. */
function WorkRow({ explorer, state, theme, work }: Shared & { readonly work: Work }) {
  const seconds = useElapsed(work.since, explorer.now);
  if (seconds === undefined) return <Row text={placeRow(state, theme)} />;
  const { columns } = layoutOf(state);
  const bar = barOf(state);
  const brush = { theme, width: columns };
  const modes = bar.modes.length === 0 ? [] : [...bar.modes, MODE_GAP];
  const about = { ...work, seconds, now: explorer.now };
  // The place gives way to the wider of the two, in its middle, and is whole again as soon as there is room.
  const busy = joinSafe([...modes.map(({ text }) => text), clean(busyText(about))], '');
  const rest = barText(bar);
  const right = cells(busy) > cells(rest) ? busy : rest;
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <Row text={paintSpans(placeSpans(state, right), brush)} />
      </Box>
      <Box flexShrink={0} height={1}>
        <Text>
          {paintSpans(modes, brush)}
          <Busy {...about} />{' '}
        </Text>
      </Box>
    </Box>
  );
}

function PlaceRow(shared: Shared) {
  const { state, theme } = shared;
  const work = workOf(state);
  return work === undefined ? (
    <Row text={placeRow(state, theme)} />
  ) : (
    <WorkRow key={work.since} {...shared} work={work} />
  );
}

/** The place, unless it is switched off, and the title of what is below. */
export function Header(shared: Shared) {
  const { state, theme } = shared;
  return (
    <>
      {layoutOf(state).header && <PlaceRow {...shared} />}
      <Row text={titleRow(state, theme)} />
    </>
  );
}
