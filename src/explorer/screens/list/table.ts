import type { Resource } from '../../../resources/resource.ts';
import type { SafeText } from '../../../text/sanitise.ts';
import type { Listing } from '../../facts/visible-rows.ts';
import type { Rows } from '../../state/load.ts';

/** The table of a list. `ids` identify the positions of the cursor. */
export type Table = {
  readonly kind: 'table';
  readonly resource: Resource;
  /** Title of the list: its records in the plural. */
  readonly plural: SafeText;
  /** The loaded rows; `listing` has the visible ones in their order. */
  readonly rows: Rows;
  readonly listing: Listing;
  readonly ids: readonly string[];
};
