import { layoutOf } from '../store/layout.ts';
import { safe } from '../text/sanitise.ts';
import { mainRows, panelRows } from './body-rows.ts';
import { Menu } from './overlays/menu.tsx';
import { paintRule } from './paint.ts';
import { Row, Rows } from './parts/row.tsx';
import type { Shared } from './shared.ts';

/** What is below the header and above the message: the view, or what covers it, and a panel. */
export function Body({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { body, panel, columns } = layoutOf(state);
  const { overlay } = state;
  return (
    <>
      <Rows texts={mainRows(state, theme)} height={body} />
      {panel > 0 && overlay?.is !== 'menu' && <Rows texts={panelRows(state, theme)} height={panel} />}
      {panel > 0 && overlay?.is === 'menu' && (
        <>
          <Row
            text={paintRule(overlay.of === 'copy' ? safe`Copy` : safe`What to do`, undefined, {
              theme,
              width: columns,
            })}
          />
          <Menu explorer={explorer} of={overlay.of ?? true} alone={alone} rows={panel - 1} />
        </>
      )}
    </>
  );
}
