import { explain, type Failure } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { keyName } from '../../state/key-names.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import type { Notice, State } from '../../state/state.ts';
import { type HealthCount, healthCount, troubledWords } from '../../view/list/health-count.ts';
import { countOf } from '../../view/list/row-count.ts';
import type { ScanGoal } from './rows.ts';

/**
 * Result of a scan: numbers of rows done, of failed ones, and of those left; the command that continues, and
 * whether all rows had recent health.
 */
export type ScanResult = Pick<ScanGoal, 'command'> & {
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  readonly isRepeat: boolean;
};

function troubleWords({ user }: State, count: HealthCount): SafeText {
  if (count.troubled === undefined || count.checked === 0) return safe``;
  if (count.troubled === 0) return safe` · no problems found`;
  return safe` · ${troubledWords(count.troubled)} (${keyName(user.keymap, 'list.troubled')})`;
}

/** Returns why the rows that are left cannot be checked. */
export const fullWords = (left: number): SafeText =>
  safe`${left} left: filter the list first, memory for checked records is full.`;

/** Returns the reason why a scan ended before its last row, or that it had nothing new to check. */
function endWords(
  state: State,
  { done, left, command, isRepeat, failure }: ScanResult & { readonly failure: Failure | undefined },
): SafeText {
  const again = safe`${keyName(state.user.keymap, command)} continues`;
  const total = done + left;
  if (failure?.kind === 'cancelled') return safe`Stopped after ${done} of ${total}; ${again}. `;
  if (failure !== undefined)
    return safe`${explain(failure).title}. Stopped after ${done} of ${total}; ${again}. `;
  if (left > 0) return safe`${fullWords(left)} `;
  return isRepeat ? safe`${done} checked again: ` : safe``;
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
  const count = safe`${covered.checked} of ${countOf(rows)} ${plural} checked`;
  const failed = scanned.failed === 0 ? safe`` : safe`, ${scanned.failed} could not be read`;
  const isStopped = failure !== undefined && failure.kind !== 'cancelled';
  const tone = isStopped ? 'bad' : scanned.failed > 0 ? 'warn' : 'plain';
  const end = endWords(state, scanned);
  return { tone, text: safe`${end}${count}${failed}${troubleWords(state, covered)}` };
}
