import { explain, type Failure } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { keyName } from '../../state/key-names.ts';
import { type Place, placeKey } from '../../state/place.ts';
import type { Notice, State } from '../../state/state.ts';
import { isAllLoaded } from '../../view/content/list-title.ts';
import { type HealthCount, healthCount } from '../../view/list/health-count.ts';

type ListPlace = Extract<Place, { readonly screen: 'list' }>;

/** Result of a scan: numbers of rows with a response, of failed ones, and of those left. */
export type ScanResult = { readonly done: number; readonly failed: number; readonly left: number };

function troubleWords(state: State, { troubled, checked }: HealthCount): SafeText {
  if (troubled === undefined || checked === 0) return safe``;
  if (troubled === 0) return safe` · no problems found`;
  const verb = troubled === 1 ? safe`needs` : safe`need`;
  return safe` · ${troubled} ${verb} attention (${keyName(state.user.keymap, 'list.troubled')})`;
}

/** Returns the reason why a scan ended before its last row. */
function endWords(
  state: State,
  { done, left, failure }: ScanResult & { readonly failure: Failure | undefined },
): SafeText {
  const again = safe`${keyName(state.user.keymap, 'list.check')} continues`;
  const total = done + left;
  if (failure?.kind === 'cancelled') return safe`Stopped after ${done} of ${total}; ${again}. `;
  if (failure !== undefined)
    return safe`${explain(failure).title}. Stopped after ${done} of ${total}; ${again}. `;
  return left > 0 ? safe`${left} left: filter the list first, memory for checked records is full. ` : safe``;
}

/** Returns the notice at the end of a scan, with the number of checked rows. */
export function scanNotice(
  state: State,
  place: ListPlace,
  scanned: ScanResult & { readonly failure: Failure | undefined },
): Notice | undefined {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  if (rows === undefined) return undefined;
  const plural = clean(resourceOf(place.kind).plural.toLowerCase());
  const covered = healthCount(state, place, rows);
  const { failure } = scanned;
  const count = safe`${covered.checked} of ${rows.ids.length}${isAllLoaded(rows) ? safe`` : safe`+`} ${plural} checked`;
  const failed = scanned.failed === 0 ? safe`` : safe`, ${scanned.failed} could not be read`;
  const isStopped = failure !== undefined && failure.kind !== 'cancelled';
  const tone = isStopped ? 'bad' : scanned.failed > 0 ? 'warn' : 'plain';
  const end = endWords(state, scanned);
  return { tone, text: safe`${end}${count}${failed}${troubleWords(state, covered)}` };
}
