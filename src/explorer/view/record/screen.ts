import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import type { Place } from '../../state/place.ts';
import { recordLoad } from '../../state/record-load.ts';
import { serverNow } from '../../state/server-clock.ts';
import { currentView, type Keymap, type State } from '../../state/state.ts';
import type { Line } from '../line.ts';
import { markedLines, recordBefore } from '../reload-changes.ts';
import { type Around, aroundOf } from './context.ts';
import type { Paper } from './fields.ts';
import { cursorLines, recordLines } from './record.ts';

export const NO_LINES: readonly Line[] = [];

const paperOf = memo(
  (...[width, now, exact, readOnly, keymap]: [number, number, boolean, boolean, Keymap]): Paper => ({
    width,
    clock: { now, exact },
    readOnly,
    keymap,
  }),
);

/** Returns everything that the lines of the present screen depend on besides its record. */
export const currentPaper = (state: State): Paper =>
  paperOf(
    state.screen.size.columns,
    serverNow(state),
    state.screen.exactTimes,
    state.session.server?.readOnly === true,
    state.user.keymap,
  );

type Recorded = [Ref, JsonObject, Paper, string | undefined, Around];
/** Cached for the record as it is, and as it was before a reload. */
const recorded = memo(
  (...[ref, record, paper, tab, around]: Recorded): readonly Line[] =>
    recordLines(resourceOf(ref.kind), record, { ref, paper, tab, around }),
  2,
);
const changed = memo(markedLines);

/** Returns the lines of a record on the present tab; those that the last reload changed are marked. */
export function linesOfRecord(state: State, ref: Ref, record: JsonObject): readonly Line[] {
  const { tab } = currentView(state);
  const about = [currentPaper(state), tab, aroundOf(state)] as const;
  const now = recorded(ref, record, ...about);
  const old = recordBefore(state);
  return old === undefined ? now : changed(now, recorded(ref, old, ...about));
}

type Chosen = [Ref, JsonObject, Paper, string | undefined, string | undefined];
const chosen = memo(
  (...[ref, record, paper, tab, cursor]: Chosen): readonly Line[] =>
    cursorLines(resourceOf(ref.kind), record, { ref, paper, tab, cursor }),
  2,
);
const chosenChanged = memo(markedLines);

/**
 * Returns the lines below those of a record: the details of the entry under the cursor. They are separate, so
 * that a
 * key does not make all lines of a large record again.
 */
export function belowRecord(state: State, place: Place): readonly Line[] {
  const record = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  if (place.screen !== 'record' || record === undefined) return NO_LINES;
  const { tab, cursor } = currentView(state);
  const about = [currentPaper(state), tab, cursor] as const;
  const now = chosen(place.ref, record, ...about);
  const old = recordBefore(state);
  return old === undefined ? now : chosenChanged(now, chosen(place.ref, old, ...about));
}
