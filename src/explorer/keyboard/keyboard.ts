import { clean, safe } from '../../text/sanitise.ts';
import { found } from '../actions/cursor/search.ts';
import type { Explorer } from '../actions/explorer.ts';
import { commandFor } from '../commands/available.ts';
import { ALONE, run, say } from '../commands/command.ts';
import type { Arrival, Key, Press } from '../commands/key.ts';
import { leaveOrAsk, QUIT_ID } from '../commands/quit.ts';
import { hidSecret } from '../commands/secret.ts';
import { chooseKey, offerPasted, pastedId, pastedIds } from '../dialogs/choose/keys.ts';
import { consentKey } from '../dialogs/consent/keys.ts';
import { readOn, removePage } from '../dialogs/delete/lines.ts';
import { bulkKey } from '../dialogs/delete-many/keys.ts';
import { filterKey, typeFilter } from '../dialogs/filter/keys.ts';
import { seekKey, stopSeeking } from '../dialogs/find-owner/keys.ts';
import { failureKey, isOver, scroll } from '../dialogs/help/keys.ts';
import { promptKey } from '../dialogs/id-prompt/keys.ts';
import { logKey } from '../dialogs/log/keys.ts';
import { loginKey, pasteLogin } from '../dialogs/login/keys.ts';
import { lineKey, runLine } from '../dialogs/palette/keys.ts';
import { runKey } from '../dialogs/run/keys.ts';
import { renameFile, saveKey, typeFileName } from '../dialogs/save/keys.ts';
import { typeInto, withEditor } from '../dialogs/shared/text-field-keys.ts';
import { unlockKey } from '../dialogs/unlock/keys.ts';
import type { Overlay } from '../state/dialogs.ts';
import { currentView } from '../state/state.ts';
import { editorText, emptyEditor, insert } from '../state/text-field.ts';

/** Carries out one key. Everything that a key can do goes through here; it reads only the present state. */
export function press(explorer: Explorer, key: Key, { alone }: Arrival): void {
  explorer.stir();
  if (hidSecret(explorer, key.name)) return;
  const { store } = explorer;
  if (isOver(store.getState())) store.setState({ overlay: undefined });
  const state = store.getState();
  if (key.name === 'ctrl+c') return interrupt(explorer);
  // A spoilt screen is spoilt in a dialog too; drawing it anew changes nothing of it.
  const command = commandFor(state, key.name);
  if (key.text === '' && command?.id === 'screen.redraw') return explorer.desk.redraw();
  const isLeaving = state.overlay === undefined && command?.id === QUIT_ID;
  store.setState({
    notice: undefined,
    now: fresherNow(explorer),
    ...(isLeaving ? {} : { leaving: undefined }),
  });
  if (state.overlay !== undefined) return overlayKey(explorer, state.overlay, { key, alone });
  if (command === undefined) return;
  const blocked = command.blocked?.(state) ?? (command.destructive && !alone ? ALONE : undefined);
  if (blocked === undefined) run(explorer, command, key.name);
  else say(explorer, blocked);
}

// Times on the screen are "ago": they move on with the keys, not by themselves, so that a resting screen rests.
function fresherNow({ store, now }: Explorer): number {
  const shown = store.getState().now;
  return now() - shown > 30_000 ? now() : shown;
}

/** Ctrl-C: closes or stops as Esc does, but goes nowhere; a second one within two seconds leaves, always. */
function interrupt(explorer: Explorer): void {
  const state = explorer.store.getState();
  if (state.overlay === undefined) explorer.stop(currentView(state).place);
  else close(explorer, state.overlay);
  leaveOrAsk(explorer, 'interrupt', safe`ctrl+c`);
}

/** Esc in the help first leaves its search, at a file that exists it goes back to its name; else it closes. */
function leaveOverlay(explorer: Explorer, overlay: Overlay): void {
  if (overlay.is === 'save' && overlay.existing !== undefined) return renameFile(explorer, overlay);
  if (overlay.is !== 'help' || (!overlay.isSearching && overlay.editor.parts.length === 0))
    return close(explorer, overlay);
  explorer.store.setState({ overlay: { ...overlay, isSearching: false, editor: emptyEditor, top: 0 } });
}

/** Closes an overlay. A delete that was sent goes on: its dialog stays until the outcome is known. */
function close(explorer: Explorer, overlay: Overlay): void {
  const { store, leaveMany, leaveLogin } = explorer;
  if (overlay.is === 'remove-many') return leaveMany();
  if (overlay.is === 'login') return leaveLogin();
  if (overlay.is === 'remove' && (overlay.phase === 'sending' || overlay.phase === 'checking')) return;
  if (overlay.is === 'seek') return stopSeeking(explorer, overlay);
  store.setState({ overlay: undefined });
}

function overlayKey(explorer: Explorer, overlay: Overlay, { key, alone }: Press): void {
  if (key.name === 'escape') return leaveOverlay(explorer, overlay);
  switch (overlay.is) {
    case 'menu':
      // Arrows and Enter belong to the menu itself.
      return key.name === 'q' ? close(explorer, overlay) : undefined;
    case 'help':
      return helpKey(explorer, overlay, key);
    case 'failure':
      return failureKey(explorer, overlay, key);
    case 'remove':
      if (removePage(explorer.store.getState())?.isLast === false) return readOn(explorer, overlay, key);
      return key.name === 'enter' ? explorer.confirm(alone) : typeInto(explorer, key);
    case 'login':
      return loginKey(explorer, overlay, key);
    case 'log':
      return logKey(explorer, overlay, key);
    case 'remove-many':
      return bulkKey(explorer, overlay, { key, alone });
    case 'unlock':
      return unlockKey(explorer, overlay, { key, alone });
    case 'consent':
      return consentKey(explorer, overlay, key);
    case 'run':
      return runKey(explorer, overlay, { key, alone });
    case 'prompt':
      return promptKey(explorer, overlay, { key, alone });
    case 'seek':
      return seekKey(explorer, overlay, key);
    case 'choose':
      return chooseKey(explorer, overlay, { key, alone });
    case 'filter':
      return filterKey(explorer, key);
    case 'save':
      return saveKey(explorer, overlay, { key, alone });
    case 'find':
      return key.name === 'enter' ? search(explorer, overlay) : typeInto(explorer, key);
    case 'line':
      return lineKey(explorer, overlay, { key, alone });
  }
}

function helpKey(explorer: Explorer, overlay: Extract<Overlay, { is: 'help' }>, key: Key): void {
  const { store } = explorer;
  const search = (isSearching: boolean): void => store.setState({ overlay: { ...overlay, isSearching } });
  if (overlay.isSearching) return key.name === 'enter' ? search(false) : typeInto(explorer, key);
  if (key.name === '/') return search(true);
  if (key.name === '?' || key.name === 'q' || key.name === 'enter') return close(explorer, overlay);
  scroll(explorer, overlay, key);
}

/** Goes to the first match from the cursor on. Nothing typed ends the search. */
function search({ store }: Explorer, overlay: Extract<Overlay, { is: 'find' }>): void {
  const find = editorText(overlay.editor);
  store.setState(state => {
    const next = { ...state, find, overlay: undefined };
    return find === '' ? next : found(next, 1, 'here');
  });
}

/** Pasted text: into a field, never to the keys; a confirmation is typed by hand. */
export function paste(explorer: Explorer, text: string): void {
  explorer.stir();
  hidSecret(explorer, '');
  const { store, now } = explorer;
  const { overlay } = store.getState();
  const line =
    text
      .split(/[\r\n]/)
      .find(part => part.trim() !== '')
      ?.trim() ?? '';
  const many = overlay?.is === 'prompt' ? pastedIds(overlay.kind, overlay.ids, text) : [];
  if (many.length > 1) return explorer.askMany(many.map(ref => ({ ref, isHidden: false })));
  if (
    overlay?.is === 'prompt' ||
    overlay?.is === 'line' ||
    overlay?.is === 'find' ||
    (overlay?.is === 'help' && overlay.isSearching)
  ) {
    const words = overlay.is === 'prompt' ? pastedId(explorer, overlay.kind, line) : line;
    store.setState(state => withEditor(state, editor => insert(editor, words), now()));
  } else if (overlay?.is === 'filter') typeFilter(explorer, editor => insert(editor, line));
  else if (overlay?.is === 'save') typeFileName(explorer, overlay, editor => insert(editor, line));
  else if (overlay?.is === 'login') pasteLogin(explorer, overlay, line);
  else if (overlay?.is === 'remove' || overlay?.is === 'remove-many' || overlay?.is === 'unlock') {
    store.setState({ overlay: { ...overlay, hint: safe`Pasted text does not confirm a delete: type it.` } });
  } else if (!offerPasted(explorer, text)) {
    say(
      explorer,
      safe`Pasted "${clean(line, 20)}": no id, link, API path or place like bots?sort=name in it.`,
    );
  }
}

/** A row of the `a` menu was chosen. */
export function chooseAction(explorer: Explorer, id: string, { alone }: Arrival): void {
  explorer.store.setState({ overlay: undefined });
  runLine(explorer, id, alone);
}
