import type { Explorer } from '../../actions/explorer.ts';
import type { Key } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import { currentView, type State } from '../../state/state.ts';
import { failureBelow } from '../../view/content/content.ts';
import { layoutOf } from '../../view/layout.ts';
import type { Line } from '../../view/line.ts';
import { choiceId } from '../../view/start.ts';
import { readerStep } from '../shared/scroll-keys.ts';
import { helpSheet } from './lines.ts';

/** What covers the body with lines to be read. */
type Cover = Extract<Overlay, { readonly top: number }>;

/** All lines of what covers the body; undefined when nothing does. */
export function coverLines(state: State): readonly Line[] | undefined {
  if (state.overlay?.is === 'help') return helpSheet(state);
  return state.overlay?.is === 'failure' ? failureBelow(state) : undefined;
}

/** The first of these lines that is shown: the last ones stay at the bottom. */
export const coverTop = (lines: readonly Line[], top: number, height: number): number =>
  Math.max(0, Math.min(top, lines.length - height));

/** Scrolls what covers the body; every other key does nothing. */
export function scroll({ store }: Explorer, overlay: Cover, key: Key): void {
  const state = store.getState();
  const { body } = layoutOf(state);
  const by = readerStep(key.name, body) ?? 0;
  const top = coverTop(coverLines(state) ?? [], overlay.top + by, body);
  store.setState({ overlay: { ...overlay, top } });
}

/** An overlay without what it was opened for: what failed was read meanwhile. */
export const isOver = (state: State): boolean =>
  state.overlay?.is === 'failure' && failureBelow(state) === undefined;

/** A key over the rows that could not be read again: r asks again, Esc and others go back to the rows. */
export function failureKey(explorer: Explorer, overlay: Extract<Overlay, { is: 'failure' }>, key: Key): void {
  const { store, reload, follow } = explorer;
  const chosen = /^[1-9]$/.test(key.name) ? choiceId(Number(key.name)) : undefined;
  const line = (failureBelow(store.getState()) ?? []).find(each => each.is === 'text' && each.id === chosen);
  if (line?.is === 'text' && line.target !== undefined) {
    store.setState({ overlay: undefined });
    return follow(line.target);
  }
  const asksAgain = key.name === 'r' || key.name === 'ctrl+r';
  if (!asksAgain && !['!', 'q', 'enter', 'left'].includes(key.name)) return scroll(explorer, overlay, key);
  store.setState({ overlay: undefined });
  if (asksAgain) reload(currentView(store.getState()).place);
}
