import { filterResult } from '../../../filter/match.ts';
import { parseFilter } from '../../../filter/parse.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { memo } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { fullRecords } from '../../state/full-records.ts';
import type { Rows } from '../../state/load.ts';
import type { ListPlace } from '../../state/place.ts';
import { rowIndex } from '../../state/row-index.ts';
import type { State } from '../../state/state.ts';

/** Number of checked rows of a list, and of those that need attention; undefined without health. */
export type HealthCount = { readonly checked: number; readonly troubled: number | undefined };

const count = memo((...[kind, rows, full]: [string, Rows, ReadonlyMap<string, JsonObject>]): HealthCount => {
  const resource = resourceOf(kind);
  const items = [...full].flatMap(([id, record]) => (rowIndex(rows.ids, id) < 0 ? [] : [record]));
  if (resource.troubled === undefined) return { checked: items.length, troubled: undefined };
  // The health of a record does not depend on the present time.
  const { passed } = filterResult(
    { resource, items, whole: full, now: 0 },
    parseFilter(resource, resource.troubled),
  );
  return { checked: items.length, troubled: passed };
});

/** Counts the checked rows of a list. Cached until its rows or records change. */
export const healthCount = (state: State, place: ListPlace, rows: Rows): HealthCount =>
  count(place.kind, rows, fullRecords(state.data.records, place, state.session.clockSkewMs));

/** Returns `14 of 27 need attention`, or `no problems found`; undefined while nothing is checked. */
export function attentionWords({ checked, troubled }: HealthCount): SafeText | undefined {
  if (troubled === undefined || checked === 0) return undefined;
  if (troubled === 0) return safe`no problems found`;
  return safe`${troubled} of ${checked} ${troubled === 1 ? safe`needs` : safe`need`} attention`;
}
