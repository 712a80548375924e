import { Box, Text } from 'ink';
import { removeTitle } from '../commands/remove-lines.ts';
import { barOf, barText } from '../store/bar.ts';
import { layoutOf } from '../store/layout.ts';
import { type Span, span } from '../store/line.ts';
import { logCounts } from '../store/log-lines.ts';
import { placeKey } from '../store/place.ts';
import type { RemovingMany } from '../store/removing-many.ts';
import { currentView, type State } from '../store/state.ts';
import { currentLoad } from '../store/surface.ts';
import { placeParts, SEPARATOR, viewTitle } from '../store/titles.ts';
import type { Wait } from '../store/waiting.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { Busy } from './busy.tsx';
import { bulkTitle } from './overlays/bulk-lines.ts';
import { paintRule, paintSpans } from './paint.ts';
import { Row } from './parts/row.tsx';
import type { Shared } from './shared.ts';

function placeSpans(state: State, right: SafeText): readonly Span[] {
  const { name, crumbs } = placeParts(state, right);
  return [span(name, state.server?.demo ? 'warn' : 'strong'), span(SEPARATOR, 'dim'), span(crumbs, 'strong')];
}

type Work = {
  readonly since: number;
  readonly what: string;
  readonly stops: boolean;
  readonly wait?: Wait | undefined;
  /** What is done when the wait is over. */
  readonly again?: string;
};

/** What several deletes are about. Esc does something in each of these phases. */
function bulkWork({ phase, since }: RemovingMany): Work | undefined {
  if (phase === 'asking' || phase === 'done') return undefined;
  const what = phase === 'reading' ? 'reading again' : phase === 'grace' ? 'waiting 5 s' : 'deleting';
  return { since, what, stops: phase !== 'stopping' };
}

/** The request that is under way for what is on the screen. In the dialog of a delete Esc stops none. */
function workOf(state: State): Work | undefined {
  const { overlay } = state;
  if (overlay?.is === 'remove' && overlay.phase !== 'asking') {
    const what = overlay.phase === 'sending' ? 'deleting' : 'checking';
    return { since: overlay.since, what, stops: false };
  }
  if (overlay?.is === 'remove-many') return bulkWork(overlay);
  const load = currentLoad(state);
  if (load?.phase !== 'loading') return scanWork(state);
  const { since, wait } = load;
  return { since, what: 'reading', stops: overlay === undefined, wait };
}

/** The rows that are being checked; Esc stops that only where they are. */
function scanWork(state: State): Work | undefined {
  const { scan, overlay } = state;
  if (scan === undefined) return undefined;
  const count = `${scan.done} of ${scan.total}`;
  const isHere = scan.list === placeKey(currentView(state).place);
  const { since, wait } = scan;
  const what = `checking ${count}`;
  return { since, what, stops: isHere && overlay === undefined, wait, again: `${count} checked, going on` };
}

/** Where one is, and how fresh it is or what is under way. */
function PlaceRow({ explorer, state, theme }: Shared) {
  const { columns } = layoutOf(state);
  const work = workOf(state);
  const bar = barOf(state);
  const brush = { theme, width: columns };
  const fresh = paintSpans([bar.fresh], brush);
  return (
    <Box width={columns} height={1} justifyContent="space-between" overflow="hidden">
      <Box flexShrink={1} height={1} overflow="hidden">
        <Row text={paintSpans(placeSpans(state, barText(bar)), brush)} />
      </Box>
      <Box flexShrink={0} height={1}>
        <Text>
          {paintSpans([...bar.modes, bar.gap], brush)}
          {work === undefined ? (
            fresh
          ) : (
            <Busy key={work.since} {...work} now={explorer.now} meanwhile={fresh} />
          )}{' '}
        </Text>
      </Box>
    </Box>
  );
}

function titleOf(state: State): ReturnType<typeof viewTitle> {
  const { overlay } = state;
  if (overlay?.is === 'remove') return { title: removeTitle(overlay), right: undefined };
  if (overlay?.is === 'failure') return { ...viewTitle(state), right: safe`Esc goes back` };
  if (overlay?.is === 'remove-many') return bulkTitle(overlay);
  if (overlay?.is === 'login')
    return { title: safe`Log in: ${overlay.door.label}`, right: safe`Esc goes back` };
  if (overlay?.is === 'log') return { title: safe`Requests`, right: logCounts(overlay, state.size.columns) };
  return overlay?.is === 'help' ? { title: safe`Help`, right: safe`Esc closes` } : viewTitle(state);
}

/** The place, unless it is switched off, and the title of what is below. */
export function Header(shared: Shared) {
  const { state, theme } = shared;
  const { columns, header } = layoutOf(state);
  const { title, right } = titleOf(state);
  return (
    <>
      {header && <PlaceRow {...shared} />}
      <Row text={paintRule(title, right, { theme, width: columns })} />
    </>
  );
}
