import { Box } from 'ink';
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { shownSkin } from '../dialogs/palette/suggestions.ts';
import { layoutOf } from '../facts/layout.ts';
import { footerRows, tooSmallRows } from '../paint/footer.ts';
import { screenFact } from '../paint/screen-fact.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import { FORMS, type PartProps, Rows } from './forms.tsx';
import { Header } from './header.tsx';
import { useKeys } from './use-keys.ts';

type AppProps = Omit<PartProps, 'theme'> & {
  /** Returns the theme of a skin: the same object as before Ink was loaded, so that caches fit. */
  readonly themeFor: (skin: string) => Theme;
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

const frameOf = (state: State) => ({
  ...state.screen.size,
  isSmall: layoutOf(state).isTooSmall,
  body: screenFact(state).body.form,
  panel: screenFact(state).panel?.form,
});

/** The whole screen: place and title, the forms in body and panel, keys. */
export function Screen(part: PartProps) {
  const { columns, rows, isSmall, body, panel } = useStore(part.store, useShallow(frameOf));
  const Body = FORMS[body];
  const Panel = panel && FORMS[panel];
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {isSmall ? (
        <Rows {...part} paint={tooSmallRows} />
      ) : (
        <>
          <Header {...part} />
          <Body {...part} area="body" />
          {Panel && <Panel {...part} area="panel" />}
          <Rows {...part} paint={footerRows} />
        </>
      )}
    </Box>
  );
}
