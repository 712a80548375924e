import { resourceOf } from '../resources/index.ts';
import { isShown, refOf } from '../resources/resource.ts';
import { type Editor, edit, editorOf, editorText, emptyEditor, insert } from '../store/editor.ts';
import type { Explorer } from '../store/explorer.ts';
import { found } from '../store/find.ts';
import { currentView, type Overlay, type State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { commandFor } from './available.ts';
import { bulkKey } from './bulk-keys.ts';
import { ALONE } from './command.ts';
import { consentKey } from './extension-commands.ts';
import { filterKey, typeFilter } from './filter-keys.ts';
import type { Key } from './keys.ts';
import { leaveOrAsk, QUIT_ID } from './leaving.ts';
import { meaningOf } from './line.ts';
import { logKey } from './log-commands.ts';
import { completed, suggestions } from './palette.ts';
import { chooseKey, offerPasted, pastedId } from './palette-choose.ts';
import { failureKey, isOver, scroll } from './reading-keys.ts';
import { readOn, removePage } from './remove-lines.ts';
import { renameFile, saveKey, typeFileName } from './save-keys.ts';
import { hidSecret } from './secret-commands.ts';

/** How a key came: `alone` when it was the only one of its read, so neither pasted nor held. */
export type Arrival = { readonly alone: boolean };

/** Carries out one key. Everything that a key can do goes through here; it reads only the present state. */
export function press(explorer: Explorer, key: Key, { alone }: Arrival): void {
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
  if (blocked === undefined) command.run(explorer, key.name);
  else say(explorer, blocked);
}

// Times on the screen are "ago": they move on with the keys, not by themselves, so that a resting screen rests.
function fresherNow({ store, now }: Explorer): number {
  const shown = store.getState().now;
  return now() - shown > 30_000 ? now() : shown;
}

function say({ store }: Explorer, text: SafeText): void {
  store.setState({ notice: { tone: 'warn', text } });
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
function close({ store, leaveMany }: Explorer, overlay: Overlay): void {
  if (overlay.is === 'remove-many') return leaveMany();
  if (overlay.is === 'remove' && (overlay.phase === 'sending' || overlay.phase === 'checking')) return;
  store.setState({ overlay: undefined });
}

type Press = Arrival & { readonly key: Key };

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
    case 'log':
      return logKey(explorer, overlay, key);
    case 'remove-many':
      return bulkKey(explorer, overlay, { key, alone });
    case 'consent':
      return consentKey(explorer, overlay, key);
    case 'prompt':
      return promptKey(explorer, overlay, { key, alone });
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

type OwnKeys = Extract<Overlay, { is: 'filter' | 'save' | 'remove-many' }>;

/** Overlays whose keys, those of their field too, are carried out in a file of their own. */
const hasOwnKeys = (overlay: Overlay): overlay is OwnKeys =>
  overlay.is === 'filter' || overlay.is === 'save' || overlay.is === 'remove-many';

/** The field of an overlay with other text in it. */
function withEditor(state: State, change: (editor: Editor) => Editor, now: number): Partial<State> {
  const { overlay } = state;
  if (overlay === undefined || hasOwnKeys(overlay) || !('editor' in overlay)) return {};
  const editor = change(overlay.editor);
  if (overlay.is === 'remove') {
    // Letters that come while it is read again are not lost; what is under way is not typed into.
    if (overlay.phase !== 'asking' && overlay.phase !== 'reading') return {};
    const { hint: _hint, ...dialog } = overlay;
    return { overlay: { ...dialog, editor, typedAt: now } };
  }
  if (overlay.is === 'line') return { overlay: { ...overlay, editor, choice: 0 } };
  if (overlay.is === 'help') return { overlay: { ...overlay, editor, top: 0 } };
  if (overlay.is === 'find') return { overlay: { ...overlay, editor } };
  const { hint: _hint, ...prompt } = overlay;
  return { overlay: { ...prompt, editor, choice: -1 } };
}

function typeInto({ store, now }: Explorer, key: Key): void {
  store.setState(state =>
    withEditor(state, editor => edit(editor, key.name) ?? insert(editor, key.text), now()),
  );
}

/** Goes to the first match from the cursor on. Nothing typed ends the search. */
function search({ store }: Explorer, overlay: Extract<Overlay, { is: 'find' }>): void {
  const find = editorText(overlay.editor);
  store.setState(state => {
    const next = { ...state, find, overlay: undefined };
    return find === '' ? next : found(next, 1, 'here');
  });
}

function promptKey(
  explorer: Explorer,
  overlay: Extract<Overlay, { is: 'prompt' }>,
  { key, alone }: Press,
): void {
  const { known, choice } = overlay;
  if (key.name === 'enter') return answerPrompt(explorer, overlay, alone);
  if (known.length === 0 || (key.name !== 'down' && key.name !== 'up')) return typeInto(explorer, key);
  const next = Math.max(0, Math.min(known.length - 1, choice + (key.name === 'down' ? 1 : -1)));
  explorer.store.setState({ overlay: { ...overlay, choice: next, editor: editorOf(known[next] ?? '') } });
}

/** The id of a prompt: open its record, or ask to delete it when the API reads none. */
function answerPrompt(explorer: Explorer, overlay: Extract<Overlay, { is: 'prompt' }>, alone: boolean): void {
  const resource = resourceOf(overlay.kind);
  const ref = refOf(resource, overlay.ids, editorText(overlay.editor).trim());
  const deletes = !isShown(resource);
  const problem = typeof ref === 'string' ? safe`That cannot be an id: ${ref}.` : undefined;
  const hint = problem ?? (deletes && !alone ? ALONE : undefined);
  if (typeof ref === 'string' || hint !== undefined) {
    return explorer.store.setState({ overlay: { ...overlay, hint: hint ?? ALONE } });
  }
  if (deletes) explorer.ask(ref);
  else explorer.open({ screen: 'record', ref });
}

function lineKey(explorer: Explorer, overlay: Extract<Overlay, { is: 'line' }>, { key, alone }: Press): void {
  const { store } = explorer;
  const typed = editorText(overlay.editor);
  const rows = suggestions(store.getState(), typed);
  const chosen = rows[overlay.choice];
  if (key.name === 'down' || key.name === 'up') {
    const by = key.name === 'down' ? 1 : -1;
    const choice = Math.max(0, Math.min(rows.length - 1, overlay.choice + by));
    store.setState({ overlay: { ...overlay, choice } });
  } else if (key.name === 'tab' && chosen !== undefined) {
    store.setState({ overlay: { ...overlay, editor: editorOf(`${chosen.words} `), choice: 0 } });
  } else if (key.name === 'enter') {
    const { choice } = overlay;
    runLine(explorer, completed(store.getState(), { typed, choice, chosen }), alone);
  } else if (key.name === 'backspace' && typed === '') close(explorer, overlay);
  else typeInto(explorer, key);
}

function runLine(explorer: Explorer, typed: string, alone: boolean): void {
  const { store } = explorer;
  const meaning = meaningOf(store.getState(), typed);
  if ('problem' in meaning) return say(explorer, meaning.problem);
  if (meaning.destructive && !alone) return say(explorer, ALONE);
  store.setState({ overlay: undefined });
  meaning.run(explorer);
}

/** Pasted text: into a field, never to the keys; a confirmation is typed by hand. */
export function paste(explorer: Explorer, text: string): void {
  hidSecret(explorer, '');
  const { store, now } = explorer;
  const { overlay } = store.getState();
  const line =
    text
      .split(/[\r\n]/)
      .find(part => part.trim() !== '')
      ?.trim() ?? '';
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
  else if (overlay?.is === 'remove' || overlay?.is === 'remove-many') {
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
