import { memo } from '../../text/memo.ts';
import type { Screen, View } from '../../tui/mount.ts';
import type { Explorer } from '../actions/explorer.ts';
import { screenRows } from '../paint/screen.ts';
import { screenStyleOf, type TerminalStyle, themeOf } from '../paint/theme.ts';
import { currentLoad } from '../screens/content.ts';
import { withChange } from '../state/store.ts';

function whenLoaded({ store }: Pick<Explorer, 'store'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.subscribe(check);
  function check(): void {
    if (currentLoad(store.getState())?.phase === 'loading') return;
    stop();
    resolve();
  }
  check();
  return promise;
}

type ViewOptions = Pick<Screen, 'background' | 'setStyle'> & {
  readonly appearance: TerminalStyle & { readonly skin: string };
};

export function viewOf(explorer: Explorer, { appearance, background, setStyle }: ViewOptions): View {
  const { store } = explorer;
  if (appearance.skin === 'auto')
    void background.then(skin =>
      explorer.change(state => withChange(state, { screen: { skin: skin ?? 'terminal' } })),
    );
  const themeFor = memo((skin: string) => themeOf(skin, appearance));
  const screenStyle = memo((skin: string) => screenStyleOf(skin, appearance));
  return {
    rows: {
      rows: () => screenRows(store.getState(), themeFor(store.getState().screen.skin)),
      style: () => screenStyle(store.getState().screen.skin),
      subscribe: store.subscribe,
      firstData: whenLoaded(explorer),
    },
    resize: explorer.resize,
    app: async () => {
      const [{ App }, { createElement }] = await Promise.all([import('./app.tsx'), import('react')]);
      return createElement(App, {
        explorer,
        themeFor,
        setStyle: skin => void setStyle(screenStyle(skin)),
      });
    },
  };
}
