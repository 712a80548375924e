import type { Explorer } from '../store/explorer.ts';
import { currentLoad } from '../store/surface.ts';
import type { Screen, View } from './mount.ts';
import type { First } from './preview.ts';
import { screenRows } from './screen-rows.ts';
import { dressOf, type Looks, themeOf } from './theme.ts';

/** Settles once nothing that the screen is about is being read. */
function isRead({ store }: Pick<Explorer, 'store'>): Promise<void> {
  return new Promise(resolve => {
    const check = (): boolean => currentLoad(store.getState())?.phase !== 'loading';
    if (check()) return resolve();
    const stop = store.subscribe(() => {
      if (!check()) return;
      stop();
      resolve();
    });
  });
}

/** The explorer's screen as long as Ink is not there to show it: the same rows. */
function firstOf(explorer: Pick<Explorer, 'store'>, look: Looks): First {
  const { store } = explorer;
  const skin = (): string => store.getState().skin;
  return {
    dress: () => dressOf(skin(), look),
    rows: size => screenRows({ ...store.getState(), size }, themeOf(skin(), look)),
    subscribe: store.subscribe,
    isThere: isRead(explorer),
  };
}

type Given = Pick<Screen, 'dress' | 'shade'> & {
  readonly look: Looks & { readonly skin: string };
  /** Whether the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The screen of the explorer: its rows, and Ink with the keys. */
export function viewOf(explorer: Explorer, { look, dress, shade, alone }: Given): View {
  if (look.skin === 'auto') void shade.then(found => explorer.store.setState({ skin: found ?? 'terminal' }));
  return {
    first: firstOf(explorer, look),
    app: async () => {
      const [{ App }, { createElement }] = await Promise.all([import('./app.tsx'), import('react')]);
      return createElement(App, { explorer, look, dress, alone });
    },
  };
}
