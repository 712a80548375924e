import { safe } from '../../../text/sanitise.ts';
import type { Rows } from '../../state/load.ts';
import { type ListPlace, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import { scannedPlace } from '../../view/content/rows-to-check.ts';
import type { LoadActions } from '../load/load.ts';
import { allRows, dueRows, nearRows, rowsToScan } from './rows.ts';
import type { Scanner } from './scanner.ts';

/** Scans lists: loads full records for fields that list items do not have. Sends only GET requests. */
export type ScanActions = {
  /** Scans the marked rows, or those on the screen; a scan in progress takes them first. */
  readonly scanNear: () => void;
  /** Scans all rows of a list; `pages`: after loading all pages. */
  readonly scanAll: (pages?: 'pages') => void;
};

/** Resolves with the rows of a list once it is loaded; with undefined if it failed. */
function whenLoaded({ store }: Ports, place: ListPlace): Promise<Rows | undefined> {
  const { promise, resolve } = Promise.withResolvers<Rows | undefined>();
  const check = (state: State): boolean => {
    const load = state.data.lists[placeKey(place)];
    if (load === undefined || load.phase === 'loading') return false;
    resolve(load.phase === 'ready' ? load.last.value : undefined);
    return true;
  };
  if (check(store.getState())) return promise;
  const unsubscribe = store.subscribe(state => {
    if (check(state)) unsubscribe();
  });
  return promise;
}

/** Creates the scans that a person asks for. */
export function createScanActions(
  ports: Ports,
  { scanner, loading }: { readonly scanner: Scanner; readonly loading: LoadActions },
): ScanActions {
  const { store } = ports;

  function scanNear(): void {
    const state = store.getState();
    const place = scannedPlace(state);
    if (place !== undefined) scanner.scan(place, dueRows(state, place, nearRows(state)));
  }

  async function scanAll(place: ListPlace, pages: 'pages' | undefined): Promise<void> {
    loading.load(place);
    let rows = await whenLoaded(ports, place);
    if (pages !== undefined && rows?.next !== undefined) {
      loading.loadAll(place);
      rows = await whenLoaded(ports, place);
      if (rows?.next !== undefined) {
        const text = safe`${rows.ids.length} loaded, none checked yet: :scan checks these, :scan all loads the rest.`;
        return store.setState({ notice: { tone: 'plain', text } });
      }
    }
    const state = store.getState();
    if (rows !== undefined) scanner.scan(place, rowsToScan(state, place, allRows(state, place)));
  }

  return {
    scanNear,
    scanAll: pages => {
      const place = scannedPlace(store.getState());
      if (place !== undefined) void scanAll(place, pages);
    },
  };
}
