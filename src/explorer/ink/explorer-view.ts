import { memo } from '../../text/memo.ts';
import type { Screen, View } from '../../tui/mount.ts';
import type { Explorer } from '../actions/explorer.ts';
import { screenRows } from '../paint/screen.ts';
import { screenStyleOf, type TerminalStyle, themeOf } from '../paint/theme.ts';
import { currentLoad } from '../screens/content.ts';
import { type ReadonlyStore, withChange } from '../state/store.ts';

function whenLoaded({ store }: Pick<Explorer, 'store'>): Promise<void> {
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

/**
 * Returns a store that notifies its listeners once per turn, because a key changes the state more than once.
 * Until then it returns the previous state, so that a frame never mixes two states.
 */
export function batchedStore<T>(store: ReadonlyStore<T>): ReadonlyStore<T> {
  const listeners = new Set<Parameters<ReadonlyStore<T>['subscribe']>[0]>();
  let shown = store.getState();
  let isDue = false;
  const notify = (): void => {
    const before = shown;
    shown = store.getState();
    isDue = false;
    for (const listener of listeners) listener(shown, before);
  };
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(notify);
  };
  let stop = (): void => undefined;
  const subscribe: ReadonlyStore<T>['subscribe'] = listener => {
    if (listeners.size === 0) {
      shown = store.getState();
      stop = store.subscribe(schedule);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  const getState = (): T => (listeners.size === 0 ? store.getState() : shown);
  return { getState, getInitialState: store.getInitialState, subscribe };
}

type ViewOptions = Pick<Screen, 'background' | 'setStyle'> & {
  readonly appearance: TerminalStyle & { readonly skin: string };
  /** Returns true if the last key was the only one of its read. */
  readonly alone: () => boolean;
};

/** Returns the screen of the explorer: painted rows until Ink is loaded, then the Ink tree. */
export function viewOf(explorer: Explorer, { appearance, background, setStyle, alone }: ViewOptions): View {
  const { store } = explorer;
  if (appearance.skin === 'auto')
    void background.then(skin =>
      explorer.change(state => withChange(state, { screen: { skin: skin ?? 'terminal' } })),
    );
  const themeFor = memo((skin: string) => themeOf(skin, appearance));
  const screenStyle = memo((skin: string) => screenStyleOf(skin, appearance));
  const rows = {
    rows: () => screenRows(store.getState(), themeFor(store.getState().screen.skin)),
    style: () => screenStyle(store.getState().screen.skin),
    subscribe: store.subscribe,
    firstData: whenLoaded(explorer),
  };
  return {
    rows,
    resize: explorer.resize,
    app: async () => {
      const [{ App }, { createElement }] = await Promise.all([import('./app.tsx'), import('react')]);
      return createElement(App, {
        explorer,
        store: batchedStore(store),
        themeFor,
        setStyle: skin => void setStyle(screenStyle(skin)),
        alone,
      });
    },
  };
}
