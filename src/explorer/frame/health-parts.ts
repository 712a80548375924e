import { type SafeText, safe } from '../../text/sanitise.ts';
import {
  attentionWords,
  checkedWords,
  failedCount,
  type HealthCount,
  healthCount,
  isCheckedByItself,
  pauseWords,
} from '../facts/health-count.ts';
import type { Style } from '../facts/line.ts';
import { isAllLoaded } from '../facts/row-count.ts';
import type { Table } from '../screens/list/table.ts';
import { keyName } from '../state/key-names.ts';
import type { Rows } from '../state/load.ts';
import { currentView, type State } from '../state/state.ts';

/** A part of the title; parts of higher rank give way first, to their brief form if they have one. */
export type TitlePart = {
  readonly text: SafeText;
  readonly brief?: TitlePart;
  readonly rank: number;
  readonly style?: Style;
};

/** Returns how many rows are checked, and how many of these need attention; none while none is checked. */
function countParts(health: HealthCount, rows: Rows): readonly TitlePart[] {
  const attention = attentionWords(health);
  if (attention === undefined) return [];
  if (isAllLoaded(rows) && health.checked === rows.ids.length) return [{ text: attention, rank: 0 }];
  const count = checkedWords(health, rows);
  if (health.troubled === 0) return [{ text: count, rank: 2 }];
  const brief = { text: attentionWords(health, 'share') ?? attention, rank: 0 };
  return [{ text: safe`${attention} · ${count}`, rank: 4, brief }];
}

/**
 * Returns what is known of the health of a list, and the key that checks the rest. A filtered list has other
 * counts: beside them only a pause is shown.
 */
export function healthParts(state: State, { rows, listing, resource }: Table): readonly TitlePart[] {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resource.read === undefined || resource.troubled === undefined) return [];
  const key = keyName(state.user.keymap, 'list.scan-all');
  const pause = pauseWords(state);
  const paused = pause === undefined ? [] : [{ text: safe`${pause} · ${key} continues`, rank: 0 }];
  if ((listing.filter?.terms.length ?? 0) > 0) return paused;
  const health = healthCount(state, place, rows);
  const failed = failedCount(state.data.records, resource, rows);
  const unread: TitlePart = { text: safe`${failed} not read`, rank: 2, style: 'warn' };
  const known = [...(failed === 0 ? [] : [unread]), ...countParts(health, rows)];
  const isAll = isAllLoaded(rows) && health.checked === rows.ids.length;
  if (isAll || pause !== undefined) return [...known, ...paused];
  const rest = { text: safe`${key} checks all`, rank: health.troubled === 0 ? 1 : 4 };
  if (known.length > 0) return [...known, rest];
  const words = safe`health not checked · ${rest.text}`;
  return isCheckedByItself(state, resource) ? [] : [{ text: words, rank: 6 }];
}
