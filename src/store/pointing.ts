import { cells } from '../text/width.ts';
import { layoutOf } from './layout.ts';
import { moved, settledView, withView } from './moving.ts';
import { currentView, type State } from './state.ts';
import { surfaceOf } from './surface.ts';

/** Rows that one step of the wheel moves. */
const WHEEL_ROWS = 3;

export function wheeled(state: State, motion: 'up' | 'down'): State {
  let next = state;
  for (let step = 0; step < WHEEL_ROWS; step++) next = moved(next, motion);
  return next;
}

/** The row of the present view at a row of the screen, as an index; undefined where there is none. */
export function rowAt(state: State, y: number): number | undefined {
  const { form, header, titles, body } = layoutOf(state);
  const surface = surfaceOf(state);
  const above = form === 'line' ? 0 : Number(header) + 1 + Number(surface.is === 'table' && titles);
  const height = body - Number(surface.is === 'table' && titles);
  const at = y - above;
  if (at < 0 || at >= height) return undefined;
  const index = settledView(state).top + at;
  const id = surface.ids[index];
  return id === undefined || id === '' ? undefined : index;
}

/** The state with the cursor on a row. */
export function pointed(state: State, index: number): State {
  const view = settledView(state);
  return withView(state, { ...view, at: index, cursor: surfaceOf(state).ids[index] });
}

/** Which view of the way here a cell of the breadcrumb belongs to; `start` is where the breadcrumb begins. */
export function crumbAt(
  text: string,
  x: number,
  { start, views }: { start: number; views: number },
): number | undefined {
  const names = text.split(' › ');
  let from = start;
  for (const [at, name] of names.entries()) {
    const to = from + cells(name);
    if (x >= from && x < to) {
      // The breadcrumb shows the end of the way; its first name may stand for several.
      const index = views - names.length + at;
      return name === '…' || index < 0 ? undefined : index;
    }
    from = to + 3;
  }
  return undefined;
}

/** Whether a row is the one under the cursor already: then a click opens it. */
export const isUnderCursor = (state: State, index: number): boolean =>
  settledView(state).at === index && currentView(state).cursor !== undefined;
