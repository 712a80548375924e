import { safe } from '../text/sanitise.ts';
import type { Column } from './resource.ts';

/** The column of a record's own id. */
export const idColumn = (rank: Column['rank']) =>
  ({ title: safe`ID`, field: 'id', width: 13, wide: 36, rank }) as const satisfies Column;
