import type { Dress } from '../../terminal/output/frames.ts';
import { memo } from '../../text/memo.ts';
import type { Screen, View } from '../../tui/mount.ts';
import type { RowsView } from '../../tui/rows-first.ts';
import type { Explorer } from '../actions/explorer.ts';
import { mainRows, panelRows } from '../paint/body.ts';
import { footerRows } from '../paint/footer.ts';
import { placeRow, titleRow } from '../paint/header.ts';
import { lineRows } from '../paint/one-line.ts';
import { dressOf, type Looks, type Theme, themeOf } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import { currentLoad } from '../view/content/content.ts';
import { isRowsOnly } from '../view/frame/progress.ts';
import { layoutOf } from '../view/layout.ts';
import { type Followed, following } from './following.ts';

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

/** What an answer changes in a state, besides what it is. */
const READ: ReadonlySet<string> = new Set<keyof State>(['lists', 'now', 'skewMs']);

/** Whether two states differ in nothing but how much was read of what is being read. */
const isMore = (before: State, after: State): boolean =>
  currentLoad(after)?.phase === 'loading' &&
  Object.entries(after).every(
    ([name, value]) => READ.has(name) || Object.is(Reflect.get(before, name), value),
  );

type Look = {
  readonly followed: Followed;
  readonly themed: (skin: string) => Theme;
  readonly dressed: (skin: string) => Dress;
};

/** The explorer's screen, but for what Ink adds to it: the same rows. */
function rowsOf({ store, now }: Explorer, { followed, themed, dressed }: Look): Omit<RowsView, 'isThere'> {
  let shown: State | undefined;
  return {
    rows: size => {
      const state = store.getState();
      shown = state;
      const isSized = state.size.columns === size.columns && state.size.rows === size.rows;
      return screenRows(isSized ? state : { ...state, size }, themed(state.skin));
    },
    dress: () => dressed(store.getState().skin),
    isWhole: () => followed.state() === undefined || isRowsOnly(store.getState(), now()),
    isMore: () => shown !== undefined && isMore(shown, store.getState()),
    subscribe: store.subscribe,
  };
}

type Given = Pick<Screen, 'shade'> & {
  readonly look: Looks & { readonly skin: string };
  /** Whether the key just handled was the only one of its read. */
  readonly alone: () => boolean;
};

/** The screen of the explorer: its rows, and Ink with the keys. */
export function viewOf(explorer: Explorer, { look, shade, alone }: Given): View {
  if (look.skin === 'auto') void shade.then(found => explorer.store.setState({ skin: found ?? 'terminal' }));
  const followed = following(explorer);
  const themed = memo((skin: string) => themeOf(skin, look));
  const dressed = memo((skin: string) => dressOf(skin, look));
  return {
    rows: { ...rowsOf(explorer, { followed, themed, dressed }), isThere: isRead(explorer) },
    app: async () => {
      const [{ App }, { createElement }] = await Promise.all([import('./app.tsx'), import('react')]);
      return createElement(App, { explorer, followed, themed, alone });
    },
  };
}

const filled = (rows: readonly string[], height: number): readonly string[] =>
  Array.from({ length: height }, (_, at) => rows[at] ?? '');

/** The whole screen as rows, without what moves by itself: the mark of work under way, the menu. */
export function screenRows(state: State, theme: Theme): readonly string[] {
  const { form, header, body, panel } = layoutOf(state);
  if (form === 'line') return lineRows(state, theme);
  return [
    ...(header ? [placeRow(state, theme)] : []),
    titleRow(state, theme),
    ...filled(mainRows(state, theme), body),
    ...filled(panelRows(state, theme), panel),
    ...footerRows(state, theme),
  ];
}
