import { hasPreview } from '../facts/layout.ts';
import { pausedWords, refToPreload } from '../frame/pane.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { positionOf, settledView } from '../selection/cursor.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type Preview, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';
import type { LoadActions } from './load/load.ts';

/** Rest of the cursor until its row is painted, and further rest until its record is requested. */
const PAINT_AFTER_MS = 150;
const REQUEST_AFTER_MS = 150;

/** A list on the screen with its cursor, and what the screen shows of it. */
type ListPosition = {
  readonly key: string;
  readonly table: Table;
  readonly cursor: string;
  readonly held: NonNullable<Preview['held']>;
};

/** Returns the list on the screen; undefined without a preview or a cursor, and on a slow line. */
function positionIn(state: State): ListPosition | undefined {
  const { place, cursor } = currentView(state);
  const isOpen = hasPreview(state) && state.screen.preview !== 'paused';
  if (place.screen !== 'list' || cursor === undefined || !isOpen) return undefined;
  const table = contentOf(state);
  if (table.kind !== 'table') return undefined;
  const { data, session } = state;
  return { key: placeKey(place), table, cursor, held: { top: settledView(state).top, data, session } };
}

type Inputs = Pick<Ports, 'store'> & {
  readonly loading: Pick<LoadActions, 'loadRecord'>;
  /** Returns true if the line to the terminal is known to be slow. */
  readonly isSlow: () => boolean;
};

/**
 * Returns a function that is called after each change of the state. The preview follows the cursor once that
 * rests: timers run only after it has moved.
 */
export function previewStep({ store, loading, isSlow }: Inputs): () => void {
  let last: ListPosition | undefined;
  let timer: NodeJS.Timeout | undefined;

  const put = (key: string, preview: Preview): void =>
    update(store, ({ navigation: { previews } }) => ({
      navigation: { previews: { ...previews, [key]: preview } },
    }));

  function requestRow(): void {
    const ref = refToPreload(store.getState());
    if (ref !== undefined) void loading.loadRecord(ref, { isAutomatic: true });
  }
  function showRow(): void {
    const position = positionIn(store.getState());
    if (position === undefined) return;
    put(position.key, { row: position.cursor });
    timer = setTimeout(requestRow, REQUEST_AFTER_MS);
  }
  function follow(): void {
    clearTimeout(timer);
    timer = setTimeout(showRow, PAINT_AFTER_MS);
  }

  /** Follows the cursor of a list that has just come on the screen, if its preview shows something else. */
  function begin({ table, cursor }: ListPosition, preview: Preview | undefined): void {
    // Without a diagnosis there are no rows that need attention to begin with.
    const isDue = preview === undefined ? table.resource.diagnose === undefined : preview.row !== cursor;
    if (isDue) follow();
    else clearTimeout(timer);
  }

  /** Follows a cursor that was moved on its list, and holds what the preview shows until then. */
  function move({ key, table }: ListPosition, before: ListPosition, preview: Preview | undefined): void {
    // The cursor of a row that has left the list was not moved by the person.
    if (preview === undefined && positionOf(table, before.cursor) < 0) return;
    follow();
    if (preview?.held === undefined) put(key, { row: preview?.row, held: before.held });
  }

  return () => {
    const state = store.getState();
    const before = last;
    const now = positionIn(state);
    last = now;
    if (now === undefined) return clearTimeout(timer);
    // With a notice: on a list that has scrolled the preview itself has no words.
    if (state.screen.preview === 'auto' && isSlow())
      return update(store, {
        screen: { preview: 'paused' },
        notice: state.notice ?? { tone: 'plain', text: pausedWords(state) },
      });
    const preview = state.navigation.previews[now.key];
    if (before?.key !== now.key) begin(now, preview);
    else if (before.cursor !== now.cursor) move(now, before, preview);
  };
}
