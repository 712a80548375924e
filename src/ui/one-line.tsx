import { lineRows } from './line-rows.ts';
import { Menu } from './overlays/menu.tsx';
import { Rows } from './parts/row.tsx';
import type { Shared } from './shared.ts';

/** The screen of a terminal that has no room for more than a line. */
export function OneLine({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { overlay } = state;
  if (overlay?.is === 'menu')
    return <Menu explorer={explorer} of={overlay.of ?? true} alone={alone} rows={1} />;
  const rows = lineRows(state, theme);
  return <Rows texts={rows} height={rows.length} />;
}
