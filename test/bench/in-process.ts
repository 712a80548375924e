import { parseBaseUrl } from '../../src/api/url.ts';
import type { ConnectionSettings } from '../../src/config/connection.ts';
import { createExplorer, type Explorer } from '../../src/explorer/actions/explorer.ts';
import { paletteLines } from '../../src/explorer/dialogs/palette/lines.ts';
import { press } from '../../src/explorer/keyboard/keyboard.ts';
import { paintAll, surfaceRows } from '../../src/explorer/paint/content.ts';
import { themeOf } from '../../src/explorer/paint/theme.ts';
import type { Rows } from '../../src/explorer/state/state.ts';
import { surfaceOf } from '../../src/explorer/view/content/content.ts';
import { tableRight } from '../../src/explorer/view/content/list-title.ts';
import { layoutOf } from '../../src/explorer/view/layout.ts';
import { clientFor, serverOf } from '../../src/login/connection.ts';
import type { startSandbox } from '../../src/sandbox/server.ts';
import { safe } from '../../src/text/sanitise.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const SIZE = { columns: 120, rows: 45 };
const theme = themeOf('terminal', { depth: 'all', ascii: false, links: false });

function settingsFor({ baseUrl, token, workspaceId }: Sandbox): ConnectionSettings {
  const base = parseBaseUrl(baseUrl, false);
  if (!base.ok) throw new Error('the sandbox has an address');
  const here = safe`the benchmark`;
  const origins = { baseUrl: here, token: here, workspaceId: here };
  return { base: base.value, token, workspaceId, defaultIds: {}, readOnly: false, protect: false, origins };
}

/** Everything of a frame that grows with the list: the rows, what is said of them, the panel of the line. */
function paint(state: ReturnType<Explorer['store']['getState']>): number {
  const brush = { theme, width: SIZE.columns };
  const surface = surfaceOf(state);
  const title = surface.is === 'table' ? tableRight(state, surface) : '';
  const { panel } = layoutOf(state);
  const below =
    state.overlay?.is === 'line' ? paintAll(paletteLines(state, state.overlay, panel).lines, brush, 1) : [];
  return surfaceRows(state, brush).length + title.length + below.length;
}

const later = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Keys by the names of the tests' terminal. */
const NAMES: Readonly<Record<string, string>> = {
  Enter: 'enter',
  Escape: 'escape',
  Space: 'space',
  Backspace: 'backspace',
  PageDown: 'pagedown',
};

/** The explorer's store, driven by keys without a terminal; `press` says how many milliseconds key and painting took. */
export async function driveStore(sandbox: Sandbox) {
  const settings = settingsFor(sandbox);
  const explorer = createExplorer({
    client: clientFor(settings, '0'),
    server: serverOf({ settings }),
    size: SIZE,
    knownIds: () => [],
    now: Date.now,
    leave: () => undefined,
  });
  const state = explorer.store.getState;
  const rows = (): Rows | undefined => Object.values(state().lists)[0]?.last?.value;
  const isReading = (): boolean => Object.values(state().lists).some(({ phase }) => phase === 'loading');
  while (rows() === undefined) await later(5);

  return {
    rows,
    press: (key: string): number => {
      const name = NAMES[key] ?? key;
      const text = key === 'Space' ? ' ' : key.length === 1 ? key : '';
      const before = performance.now();
      press(explorer, { name: name === ' ' ? 'space' : name, text }, { alone: true });
      paint(state());
      return performance.now() - before;
    },
    /** Loads every page; milliseconds. */
    load: async (): Promise<number> => {
      const before = performance.now();
      while (rows()?.next !== undefined) {
        if (!isReading()) press(explorer, { name: 'M', text: 'M' }, { alone: true });
        await later(1);
      }
      return performance.now() - before;
    },
    /** Waits until what is shown was read. */
    settled: async (): Promise<void> => {
      while (Object.values({ ...state().records, ...state().lists }).some(({ phase }) => phase === 'loading'))
        await later(1);
    },
  };
}
