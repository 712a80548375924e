import { Box, useInput, usePaste, useWindowSize } from 'ink';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Arrival, paste, press } from '../commands/dispatch.ts';
import { keyOfEvent } from '../commands/keys.ts';
import type { Explorer } from '../store/explorer.ts';
import { Body } from './body.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { Theme } from './theme.ts';

export type AppProps = {
  readonly explorer: Explorer;
  readonly theme: Theme;
  /** Whether the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The whole screen: place, body, keys. The one place where keys come in. */
export function App({ explorer, theme, alone }: AppProps) {
  const { columns, rows } = useWindowSize();
  useEffect(() => explorer.store.setState({ size: { columns, rows } }), [explorer, columns, rows]);
  useInput((input, key) => {
    const arrival: Arrival = { alone: alone() };
    if (!(key.ctrl && input === 'z')) press(explorer, keyOfEvent(input, key), arrival);
  });
  usePaste(text => paste(explorer, text));
  const stored = useStore(explorer.store);
  // Painted at the size the terminal has now; the store hears of it after this frame.
  const state = { ...stored, size: { columns, rows } };
  const shared = { explorer, state, theme };
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Header {...shared} />
      <Body {...shared} alone={alone} />
      <Footer {...shared} />
    </Box>
  );
}
