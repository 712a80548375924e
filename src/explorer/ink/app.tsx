import { Box, useWindowSize } from 'ink';
import { useEffect, useSyncExternalStore } from 'react';

import type { Explorer } from '../actions/explorer.ts';
import { menuTitle } from '../dialogs/menu/dialog.ts';
import { mainRows, panelRows } from '../paint/body.ts';
import { footerRows } from '../paint/footer.ts';
import { lineRows } from '../paint/one-line.ts';
import { paintRule } from '../paint/paint.ts';
import type { Theme } from '../paint/theme.ts';
import { layoutOf } from '../view/layout.ts';
import type { Followed } from './following.ts';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { Row, Rows, type Shared } from './row.tsx';
import { useKeys } from './use-keys.ts';

export type AppProps = {
  readonly explorer: Explorer;
  readonly followed: Followed;
  /** The theme of a skin, the one that the rows are painted in: what was painted for either serves both. */
  readonly themed: (skin: string) => Theme;
  /** Whether the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The whole screen: place, body, keys. */
export function App({ explorer, followed, themed, alone }: AppProps) {
  const { columns, rows } = useWindowSize();
  useEffect(() => explorer.store.setState({ size: { columns, rows } }), [explorer, columns, rows]);
  useKeys(explorer, alone);
  const stored = useSyncExternalStore(followed.subscribe, followed.state);
  if (stored === undefined) return null;
  // Painted at the size the terminal has now; the store hears of it after this frame.
  const isSized = stored.size.columns === columns && stored.size.rows === rows;
  const state = isSized ? stored : { ...stored, size: { columns, rows } };
  return <Screen {...{ explorer, state, alone }} theme={themed(state.skin)} />;
}

/** The screen of a state at the state's own size. */
export function Screen({ explorer, state, theme, alone }: Shared & Pick<AppProps, 'alone'>) {
  const { columns, rows } = state.size;
  const shared = { explorer, state, theme };
  const isLine = layoutOf(state).form === 'line';
  const footer = isLine ? [] : footerRows(state, theme);
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {isLine ? (
        <OneLine {...shared} alone={alone} />
      ) : (
        <>
          <Header {...shared} />
          <Body {...shared} alone={alone} />
          <Rows texts={footer} height={footer.length} />
        </>
      )}
    </Box>
  );
}

/** What is below the header and above the message: the view, or what covers it, and a panel. */
function Body({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { body, panel, columns } = layoutOf(state);
  const { overlay } = state;
  return (
    <>
      <Rows texts={mainRows(state, theme)} height={body} />
      {panel > 0 && overlay?.is !== 'menu' && <Rows texts={panelRows(state, theme)} height={panel} />}
      {panel > 0 && overlay?.is === 'menu' && (
        <>
          <Row
            text={paintRule(menuTitle(overlay), undefined, {
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

/** The screen of a terminal that has no room for more than a line. */
function OneLine({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { overlay } = state;
  if (overlay?.is === 'menu')
    return <Menu explorer={explorer} of={overlay.of ?? true} alone={alone} rows={1} />;
  const rows = lineRows(state, theme);
  return <Rows texts={rows} height={rows.length} />;
}
