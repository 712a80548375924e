import { type SafeText, safe } from '../../text/sanitise.ts';
import {
  attentionWords,
  failedCount,
  type HealthCount,
  healthCount,
  pauseWords,
} from '../facts/health-count.ts';
import type { Style } from '../facts/line.ts';
import { countOf, isAllLoaded } from '../facts/row-count.ts';
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

type RowCounts = { readonly health: HealthCount; readonly failed: number };

/** Returns how many rows are checked and how many need attention, with the key that checks the rest. */
function countParts(state: State, rows: Rows, { health, failed }: RowCounts): readonly TitlePart[] {
  const { checked, troubled } = health;
  const isAll = isAllLoaded(rows) && checked === rows.ids.length;
  const isQuiet = troubled === 0 && !isAll;
  const attention = isQuiet ? undefined : attentionWords(health);
  const found = attention === undefined ? [] : [{ text: attention, rank: 0 }];
  if (isAll || checked === 0) return found;
  const count = { text: safe`${checked} of ${countOf(rows)} checked`, rank: isQuiet ? 2 : 4 };
  // Once all pages are loaded and each row has a response, the key has nothing left to check.
  if (rows.next === undefined && checked + failed === rows.ids.length) return [...found, count];
  const key = keyName(state.user.keymap, 'list.scan-all');
  return [...found, count, { text: safe`${key} checks all`, rank: isQuiet ? 1 : 4 }];
}

/** Returns the counts of health; a filtered list has other counts. */
export function healthParts(state: State, { rows, listing, resource }: Table): readonly TitlePart[] {
  const { place } = currentView(state);
  if (place.screen !== 'list' || (listing.filter?.terms.length ?? 0) > 0) return [];
  if (resource.read === undefined || resource.troubled === undefined) return [];
  const health = healthCount(state, place, rows);
  const failed = failedCount(state.data.records, resource, rows);
  const counts = countParts(state, rows, { health, failed });
  if (failed === 0) return counts;
  const key = keyName(state.user.keymap, 'list.check');
  return [{ text: safe`${failed} not read, ${key} retries`, rank: 2, style: 'warn' }, ...counts];
}

/** Returns why no more rows are checked without a key, with the key. */
export function waitParts(state: State, { rows, resource }: Table): readonly TitlePart[] {
  const { user } = state;
  const { place } = currentView(state);
  if (place.screen !== 'list' || resource.read === undefined || resource.troubled === undefined) return [];
  const key = keyName(user.keymap, 'list.check');
  const pause = pauseWords(state);
  if (pause !== undefined) return [{ text: safe`${pause} · ${key} continues`, rank: 0 }];
  if (user.health === 'auto' || healthCount(state, place, rows).checked > 0) return [];
  return [{ text: safe`health not checked · ${key} checks`, rank: 6 }];
}
