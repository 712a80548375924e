import { Box, useWindowSize } from 'ink';
import { useEffect, useSyncExternalStore } from 'react';
import type { Explorer } from '../store/explorer.ts';
import { layoutOf } from '../store/layout.ts';
import { Body } from './body.tsx';
import type { Followed } from './following.ts';
import { footerRows } from './footer-rows.ts';
import { Header } from './header.tsx';
import { OneLine } from './one-line.tsx';
import { Rows } from './parts/row.tsx';
import type { Shared } from './shared.ts';
import type { Theme } from './theme.ts';
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
