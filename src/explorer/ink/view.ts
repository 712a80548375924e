import { memo } from '../../text/memo.ts';
import type { Screen, View } from '../../tui/mount.ts';
import type { Explorer } from '../actions/explorer.ts';
import { screenRows } from '../paint/screen.ts';
import { dressOf, type Looks, themeOf } from '../paint/theme.ts';
import { currentLoad } from '../view/content/content.ts';
import { batchedStore } from './batched-store.ts';

/** Resolves when nothing on the screen is loading. */
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

type Given = Pick<Screen, 'background' | 'setStyle'> & {
  readonly look: Looks & { readonly skin: string };
  /** Returns true if the last key was the only one of its read. */
  readonly alone: () => boolean;
};

/** Returns the screen of the explorer: rows until Ink is loaded, then Ink with the keys. */
export function viewOf(explorer: Explorer, { look, background, setStyle, alone }: Given): View {
  const { store } = explorer;
  if (look.skin === 'auto') void background.then(skin => explorer.setSkin(skin ?? 'terminal'));
  const themed = memo((skin: string) => themeOf(skin, look));
  const dressed = memo((skin: string) => dressOf(skin, look));
  const rows = {
    rows: () => screenRows(store.getState(), themed(store.getState().screen.skin)),
    style: () => dressed(store.getState().screen.skin),
    subscribe: store.subscribe,
    firstData: isRead(explorer),
  };
  return {
    rows,
    resize: explorer.resize,
    app: async () => {
      const [{ App }, { createElement }] = await Promise.all([import('./app.tsx'), import('react')]);
      return createElement(App, {
        explorer,
        store: batchedStore(store),
        themed,
        dress: skin => void setStyle(dressed(skin)),
        alone,
      });
    },
  };
}
