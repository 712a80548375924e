import { type JsonObject, member } from '../api/json.ts';
import type { Failure } from '../failure.ts';
import { isTold } from '../resources/asked.ts';
import { type Cell, cellOf } from '../resources/cells.ts';
import type { Clock } from '../resources/field.ts';
import type { Column } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { MARKS } from './line.ts';
import { placeKey } from './place.ts';
import { currentView, type State } from './state.ts';
import type { Table } from './surface.ts';
import { rowLoad, withDerived } from './whole.ts';

/** A cell with the mark that stands before it in a column of marks. */
export type RowCell = Cell & { readonly mark: SafeText };

const marked = (mark: SafeText, text: SafeText): RowCell => ({ mark, text, tone: 'dim' });

const UNREAD = marked(safe`·`, safe`not checked`);
const CHECKING = marked(safe`…`, safe`checking`);

/** Why a row could not be read, in as few letters as there are. */
function failedCell(failure: Failure): RowCell {
  const statuses: { readonly [K in Failure['kind']]?: number } = {
    unauthorised: 401,
    forbidden: 403,
    'not-found': 404,
    throttled: 429,
  };
  const status = 'status' in failure ? failure.status : statuses[failure.kind];
  const text = status === undefined ? safe`not read` : safe`not read ${status}`;
  return { mark: safe`?`, text, tone: 'warn' };
}

/** Makes the cells of the list on the screen: of its items, and of the whole records where only those tell. */
export function rowCells(
  state: State,
  { resource }: Table,
  clock: Clock,
): (id: string, item: JsonObject, column: Column) => RowCell {
  const { place } = currentView(state);
  const current = state.scan?.list === placeKey(place) ? state.scan.current : undefined;

  const shown = (record: JsonObject, column: Column): RowCell => {
    const cell = cellOf(resource, record, { column, clock });
    return { ...cell, mark: MARKS[cell.tone] };
  };
  // What is not known of a row is said once, in its column of marks.
  const unknown = (cell: RowCell, { isMark }: Column): RowCell => (isMark ? cell : { ...cell, text: safe`` });
  const whole = (id: string, item: JsonObject, column: Column): RowCell => {
    const load = place.screen === 'list' ? rowLoad(state, place, id) : undefined;
    if (current?.has(id)) return unknown(CHECKING, column);
    if (load?.phase === 'failed') return unknown(failedCell(load.failure), column);
    if (load?.last !== undefined) return shown(withDerived(resource, load.last, state.skewMs), column);
    return member(item, column.field) === undefined ? unknown(UNREAD, column) : shown(item, column);
  };

  return (id, item, column) =>
    isTold(resource, column.field) ? shown(item, column) : whole(id, item, column);
}
