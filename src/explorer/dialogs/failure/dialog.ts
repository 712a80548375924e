import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { currentView, type State } from '../../state/state.ts';
import { failureBelow } from '../../view/content/content.ts';
import { viewTitle } from '../../view/frame/titles.ts';
import { hint, type Line } from '../../view/line.ts';
import { choiceId } from '../../view/start.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { coverMessage, moveHint } from '../shared/message.ts';
import { scrolledPage, scrolledTop } from '../shared/scroll.ts';

type FailureDialog = DialogOf<'failure'>;

const failureLines = (state: State): readonly Line[] => failureBelow(state) ?? [];

/** `r` reloads, a digit follows its choice; other keys scroll or close. */
function failureKey(explorer: Explorer, dialog: FailureDialog, { key }: Press): void {
  const { store, reload, follow } = explorer;
  const state = store.getState();
  const lines = failureLines(state);
  const chosen = /^[1-9]$/.test(key.name) ? choiceId(Number(key.name)) : undefined;
  const line = lines.find(each => each.is === 'text' && each.id === chosen);
  if (line?.is === 'text' && line.target !== undefined) {
    store.setState({ overlay: undefined });
    return follow(line.target);
  }
  const reloads = key.name === 'r' || key.name === 'ctrl+r';
  if (!reloads && !['!', 'q', 'enter', 'left'].includes(key.name)) {
    const top = scrolledTop(state, lines, { top: dialog.top, key: key.name });
    return store.setState({ overlay: { ...dialog, top } });
  }
  store.setState({ overlay: undefined });
  if (reloads) reload(currentView(store.getState()).place);
}

/** Why the rows below could not be reloaded, in full. */
export const failureDialog: Dialog<FailureDialog> = {
  key: failureKey,
  isOver: state => failureBelow(state) === undefined,
  title: state => ({ title: viewTitle(state).title, right: safe`Esc goes back` }),
  lines: (state, { top }, room) => scrolledPage(failureLines(state), top, room),
  hints: () => [hint(safe`r`, safe`try again`), hint(safe`Esc`, safe`back to what was read`), moveHint],
  message: state => coverMessage(state, safe`what failed`),
};
