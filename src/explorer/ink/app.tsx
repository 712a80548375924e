import { Box } from 'ink';
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { shownSkin } from '../dialogs/palette/suggestions.ts';
import { isTooSmall } from '../facts/layout.ts';
import { footerRows } from '../paint/footer.ts';
import type { Theme } from '../paint/theme.ts';
import { tooSmallRows } from '../paint/too-small.ts';
import type { State } from '../state/state.ts';
import { Body } from './body.tsx';
import { Header } from './header.tsx';
import { Rows } from './row.tsx';
import { useKeys } from './use-keys.ts';
import { type PartProps, usePainted } from './use-painted.ts';

type AppProps = Omit<PartProps, 'theme'> & {
  /** Returns the theme of a skin: the same object as before Ink was loaded, so that caches fit. */
  readonly themeFor: (skin: string) => Theme;
  /** Sets colours and characters of the terminal to those of a skin. */
  readonly setStyle: (skin: string) => void;
  /** Returns true if the last key was the only one of its read. */
  readonly alone: () => boolean;
};

export function App({ explorer, store, themeFor, setStyle, alone }: AppProps) {
  useKeys(explorer, alone);
  const skin = useStore(store, shownSkin);
  useLayoutEffect(() => setStyle(skin), [setStyle, skin]);
  return <Screen explorer={explorer} store={store} theme={themeFor(skin)} />;
}

const frameOf = (state: State) => ({ ...state.screen.size, isSmall: isTooSmall(state) });

/** The whole screen: place, body, keys. */
export function Screen(part: PartProps) {
  const { columns, rows, isSmall } = useStore(part.store, useShallow(frameOf));
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {isSmall ? (
        <TooSmall {...part} />
      ) : (
        <>
          <Header {...part} />
          <Body {...part} />
          <Footer {...part} />
        </>
      )}
    </Box>
  );
}

/** The message and the hints of the present keys. */
function Footer(part: PartProps) {
  return <Rows texts={usePainted(part, footerRows)} />;
}

function TooSmall(part: PartProps) {
  return <Rows texts={usePainted(part, tooSmallRows)} />;
}
