import { explain, type Failure } from '../../../failure.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { type HealthCount, healthCount, troubledWords } from '../../facts/health-count.ts';
import { countOf } from '../../facts/row-count.ts';
import { keyName } from '../../state/key-names.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import type { Notice, State } from '../../state/state.ts';
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

type EndedScan = ScanResult & { readonly failure: Failure | undefined };

function troubleWords({ user }: State, count: HealthCount): SafeText {
  if (count.troubled === undefined || count.checked === 0) return safe``;
  if (count.troubled === 0) return safe` · no problems found`;
  return safe` · ${troubledWords(count.troubled)} (${keyName(user.keymap, 'list.troubled')})`;
}

/** Returns why the rows that are left cannot be checked. */
export const fullWords = (left: number): SafeText =>
  safe`${left} left: filter the list first, memory for checked records is full.`;

/** Returns how many rows are checked: of a stopped scan its own, else those of the whole list. */
function countWords({ done, left, isRepeat, failure }: EndedScan, ofList: SafeText): SafeText {
  if (failure?.kind === 'cancelled') return safe`Stopped at ${done} of ${done + left}`;
  if (failure !== undefined) return safe`${explain(failure).title}. Stopped at ${done} of ${done + left}`;
  if (left > 0) return safe`${fullWords(left)} ${ofList}`;
  return isRepeat ? safe`${done} checked again: ${ofList}` : ofList;
}

/** Returns the notice at the end of a scan, with the number of checked rows. */
export function scanNotice(state: State, place: ListPlace, scanned: EndedScan): Notice | undefined {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  if (rows === undefined) return undefined;
  const plural = clean(resourceOf(place.kind).plural.toLowerCase());
  const covered = healthCount(state, place, rows);
  const { failure, command } = scanned;
  const ofList = safe`${covered.checked} of ${countOf(rows)} ${plural} checked`;
  const failed = scanned.failed === 0 ? safe`` : safe`, ${scanned.failed} could not be read`;
  const isStopped = failure !== undefined && failure.kind !== 'cancelled';
  const tone = isStopped ? 'bad' : scanned.failed > 0 ? 'warn' : 'plain';
  const again = failure === undefined ? safe`` : safe` · ${keyName(state.user.keymap, command)} continues`;
  const text = safe`${countWords(scanned, ofList)}${failed}${troubleWords(state, covered)}${again}`;
  return { tone, text };
}
