import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { markedLines, recordBefore } from '../../facts/change-marks.ts';
import type { Line } from '../../facts/line.ts';
import { type RecordContext, recordContext } from '../../facts/record-context.ts';
import type { Place } from '../../state/place.ts';
import { recordLoad } from '../../state/record-load.ts';
import { serverNow } from '../../state/server-clock.ts';
import { currentView, type Keymap, type State } from '../../state/state.ts';
import type { RenderOptions } from './fields.ts';
import { cursorLines, recordLines } from './record-lines.ts';

export const NO_LINES: readonly Line[] = [];

const optionsOf = memo(
  (...[width, now, exact, readOnly, keymap]: [number, number, boolean, boolean, Keymap]): RenderOptions => ({
    width,
    clock: { now, exact },
    readOnly,
    keymap,
  }),
  2,
);

/** Returns the options for the lines of the present screen, or of a part of it. */
export const currentOptions = (state: State, width = state.screen.size.columns): RenderOptions =>
  optionsOf(
    width,
    serverNow(state),
    state.screen.exactTimes,
    state.session.server?.readOnly === true,
    state.user.keymap,
  );

type RecordInputs = [Ref, JsonObject, RenderOptions, string | undefined, RecordContext];
/** Cached for two records: the present one, and the one before a reload. */
const cachedRecordLines = memo(
  (...[ref, record, options, tab, context]: RecordInputs): readonly Line[] =>
    recordLines(resourceOf(ref.kind), record, { ref, options, tab, context }),
  2,
);
const cachedMarkedLines = memo(markedLines);

/** Returns the lines of a record on the present tab; marks those that the last reload changed. */
export function linesOfRecord(state: State, ref: Ref, record: JsonObject): readonly Line[] {
  const { tab } = currentView(state);
  const inputs = [currentOptions(state), tab, recordContext(state)] as const;
  const now = cachedRecordLines(ref, record, ...inputs);
  const old = recordBefore(state);
  return old === undefined ? now : cachedMarkedLines(now, cachedRecordLines(ref, old, ...inputs));
}

const cachedOverview = memo(
  (...[ref, record, options, context]: [Ref, JsonObject, RenderOptions, RecordContext]): readonly Line[] =>
    recordLines(resourceOf(ref.kind), record, { ref, options, context }),
);

/** Returns the first tab of a record as lines, for the preview of a list. */
export const overviewLines = (
  state: State,
  {
    ref,
    record,
    options,
  }: { readonly ref: Ref; readonly record: JsonObject; readonly options: RenderOptions },
): readonly Line[] => cachedOverview(ref, record, options, recordContext(state));

type EntryInputs = [Ref, JsonObject, RenderOptions, string | undefined, string | undefined];
const cachedEntryLines = memo(
  (...[ref, record, options, tab, cursor]: EntryInputs): readonly Line[] =>
    cursorLines(resourceOf(ref.kind), record, { ref, options, tab, cursor }),
  2,
);
const cachedMarkedEntry = memo(markedLines);

/**
 * Returns the lines below those of a record: the details of the entry under the cursor. Separate, so that a
 * key does not build all lines of a large record again.
 */
export function belowRecord(state: State, place: Place): readonly Line[] {
  const record = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  if (place.screen !== 'record' || record === undefined) return NO_LINES;
  const { tab, cursor } = currentView(state);
  const inputs = [currentOptions(state), tab, cursor] as const;
  const now = cachedEntryLines(place.ref, record, ...inputs);
  const old = recordBefore(state);
  return old === undefined ? now : cachedMarkedEntry(now, cachedEntryLines(place.ref, old, ...inputs));
}
