import { renderToString } from 'ink';
import { createStore } from 'zustand/vanilla';
import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { Screen } from '../../src/explorer/ink/app.tsx';
import type { Theme } from '../../src/explorer/paint/theme.ts';
import type { State } from '../../src/explorer/state/state.ts';

/** Returns the screen that Ink renders for a state, at the size in the state. */
export function renderScreen(explorer: Explorer, state: State, theme: Theme): string {
  const store = createStore(() => state);
  return renderToString(<Screen explorer={{ ...explorer, store }} theme={theme} />, {
    columns: state.screen.size.columns,
  });
}
