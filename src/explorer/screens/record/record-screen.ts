import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { memo, memoFields } from '../../../text/memo.ts';
import { markedLines, recordBefore } from '../../facts/change-marks.ts';
import type { Line } from '../../facts/line.ts';
import type { Place } from '../../state/place.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView, type State, serverNow } from '../../state/state.ts';
import { cursorLines, type ShownRecord } from './children.ts';
import type { RenderOptions } from './fields.ts';
import type { RecordContext } from './inline-list.ts';
import { recordLines } from './record-lines.ts';

export const NO_LINES: readonly Line[] = [];

const clockOf = memo((now: number, exact: boolean) => ({ now, exact }));
const optionsOf = memoFields((options: RenderOptions) => options, 2);

export const currentOptions = (state: State, width = state.screen.size.columns): RenderOptions =>
  optionsOf({
    width,
    clock: clockOf(serverNow(state), state.screen.exactTimes),
    readOnly: state.session.server?.readOnly === true,
    keymap: state.user.keymap,
  });

const cachedContext = memoFields((context: RecordContext) => context);

function recordContext({ data, user, session }: State): RecordContext {
  const { records, lists } = data;
  const { undocumented, forbidden } = session;
  return cachedContext({ records, lists, memory: user.memory, undocumented, forbidden });
}

type RecordInputs = ShownRecord & { readonly record: JsonObject };
/** Cached for three records: the present one, the one before a reload, and that of the preview. */
const cachedRecordLines = memoFields(
  ({ record, ...shown }: RecordInputs) => recordLines(resourceOf(shown.ref.kind), record, shown),
  3,
);
const cachedMarkedLines = memo(markedLines);

/** Returns the lines of a record on the present tab; marks those that the last reload changed. */
export function linesOfRecord(state: State, ref: Ref, record: JsonObject): readonly Line[] {
  const { tab } = currentView(state);
  const shown = { ref, options: currentOptions(state), tab, context: recordContext(state) };
  const now = cachedRecordLines({ ...shown, record });
  const old = recordBefore(state);
  return old === undefined ? now : cachedMarkedLines(now, cachedRecordLines({ ...shown, record: old }));
}

/** Returns the first tab of a record as lines, for the preview of a list. */
export const overviewLines = (
  state: State,
  shown: Pick<RecordInputs, 'ref' | 'record' | 'options'>,
): readonly Line[] => cachedRecordLines({ ...shown, context: recordContext(state) });

const cachedEntryLines = memoFields(
  ({ record, ...shown }: RecordInputs & { readonly cursor: string | undefined }) =>
    cursorLines(resourceOf(shown.ref.kind), record, shown),
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
  const shown = { ref: place.ref, options: currentOptions(state), tab, cursor };
  const now = cachedEntryLines({ ...shown, record });
  const old = recordBefore(state);
  return old === undefined ? now : cachedMarkedEntry(now, cachedEntryLines({ ...shown, record: old }));
}
