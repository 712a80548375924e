import { safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { Key, Press } from '../commands/command.ts';
import { openCursor } from '../commands/follow.ts';
import { commandFor, runCommand } from '../commands/registry.ts';
import { offerPasted } from '../dialogs/palette/dialog.ts';
import { descriptionOf } from '../dialogs/registry.ts';
import { keysOf } from '../dialogs/shared/dialog.ts';
import { isInPane, layoutOf, tableCells } from '../facts/layout.ts';
import { paneOf } from '../frame/pane.ts';
import { contentOf } from '../screens/content.ts';
import { settledView, withCursorAt, withCursorMoved } from '../selection/cursor.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import { causesPlace } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { withChange } from '../state/store.ts';
import { editorOf, editorText, firstLine, insert, typed } from '../state/text-field.ts';

const NOW_EVERY_MS = 30_000;

/** Also forgets a first press of the key that quits, unless this one quits, too. */
function withNoticeCleared(state: State, now: number, isQuitKey = false): State {
  const { now: shown, firstQuitPress } = state.session;
  const isAged = now - shown > NOW_EVERY_MS;
  const isQuitOver = firstQuitPress !== undefined && !isQuitKey;
  if (state.notice === undefined && !isAged && !isQuitOver) return state;
  return withChange(state, {
    notice: undefined,
    session: { now: isAged ? now : shown, firstQuitPress: isQuitOver ? undefined : firstQuitPress },
  });
}

/** Keys that do nothing else while a secret is shown: every key masks it. */
const HIDES_ONLY: readonly string[] = ['x', 'escape', 'enter', 'q'];

function notePerson({ noteActivity, noteOtherKey, hideSecret }: Explorer): boolean {
  noteActivity();
  noteOtherKey();
  return hideSecret();
}

function closeEmptyDialog({ store, closeDialog }: Explorer): void {
  const state = store.getState();
  if (state.dialog && descriptionOf(state.dialog).isEmpty?.(state)) closeDialog();
}

export function press(explorer: Explorer, key: Key, { alone }: Pick<Press, 'alone'>): void {
  if (notePerson(explorer) && HIDES_ONLY.includes(key.name)) return;
  closeEmptyDialog(explorer);
  const state = explorer.store.getState();
  if (key.name === 'ctrl+c') return interrupt(explorer);
  // `ctrl+l` repaints inside dialogs too.
  const command = commandFor(state, key.name);
  if (key.text === '' && command?.id === 'screen.redraw') return explorer.terminalHost.redraw();
  const isQuitKey = state.dialog === undefined && command?.id === 'app.quit';
  explorer.change(present => withNoticeCleared(present, explorer.now(), isQuitKey));
  // On a terminal that is too small Esc cancels a dialog, and the key that quits does.
  if (layoutOf(state).isTooSmall) {
    if (state.dialog !== undefined && key.name === 'escape') goBack(explorer, state.dialog);
    if (isQuitKey) explorer.quitOrConfirm('quit', keyIn(state, 'app.quit'));
    return;
  }
  if (state.dialog !== undefined) return dialogKey(explorer, state.dialog, { key, alone });
  if (command === undefined) return explorer.reportUnbound(key.name);
  runCommand(explorer, command, { key: key.name, alone });
}

/** Handles Ctrl-C: closes or cancels as Esc does, but never goes back; a second one within 2 s quits. */
function interrupt(explorer: Explorer): void {
  const state = explorer.store.getState();
  const stopped = explorer.stopLogin();
  if (state.dialog === undefined) explorer.stopLoading(currentView(state).place);
  else cancel(explorer, state.dialog);
  explorer.quitOrConfirm('interrupt', safe`Ctrl-C`, stopped);
}

function dialogKey(explorer: Explorer, dialog: AnyDialog, press: Press): void {
  if (press.key.name === 'escape') return goBack(explorer, dialog);
  const { commands = [], type, isTyping, key, recall } = descriptionOf(dialog);
  const state = explorer.store.getState();
  const types = isTyping?.(dialog) ?? type !== undefined;
  const isText = types && press.key.text !== '';
  const found = isText ? [] : commands.filter(each => keysOf(state, each).includes(press.key.name));
  const command = found.find(({ blocked }) => blocked?.(dialog, state) === undefined);
  if (command !== undefined) return command.run(explorer, dialog, press);
  const why = types ? undefined : found[0]?.blocked?.(dialog, state);
  if (why !== undefined) return explorer.notify('warn', why);
  const last =
    press.key.name === 'up' && 'editor' in dialog && editorText(dialog.editor) === ''
      ? recall?.text(state)
      : '';
  if (last) return type?.(explorer, dialog, () => editorOf(last));
  if (key?.(explorer, dialog, press) !== true) type?.(explorer, dialog, editor => typed(editor, press.key));
}

function goBack(explorer: Explorer, dialog: AnyDialog): void {
  const { back = cancel } = descriptionOf(dialog);
  back(explorer, dialog);
}

function cancel(explorer: Explorer, dialog: AnyDialog): void {
  const { cancel: stop = () => explorer.closeDialog() } = descriptionOf(dialog);
  stop(explorer, dialog);
}

/** Handles pasted text: it goes into a field and never acts as keys; a confirmation is typed by hand. */
export function paste(explorer: Explorer, text: string): void {
  notePerson(explorer);
  const state = explorer.store.getState();
  if (layoutOf(state).isTooSmall) return;
  const { dialog } = state;
  const { paste: take, type } = dialog === undefined ? {} : descriptionOf(dialog);
  if (dialog !== undefined && take !== undefined) take(explorer, dialog, text);
  else if (dialog !== undefined && type !== undefined)
    type(explorer, dialog, editor => insert(editor, firstLine(text)));
  else offerPasted(explorer, text);
}

const WHEEL_ROWS = 3;

const withWheelTurned = (state: State, kind: 'wheel-up' | 'wheel-down'): State =>
  Array.from({ length: WHEEL_ROWS }).reduce<State>(
    next => withCursorMoved(next, kind === 'wheel-up' ? 'up' : 'down'),
    state,
  );

export function handleMouse(
  explorer: Explorer,
  { kind, x, y }: { kind: 'press' | 'wheel-up' | 'wheel-down'; x: number; y: number },
): void {
  const { store, change } = explorer;
  notePerson(explorer);
  change(state => withNoticeCleared(state, explorer.now()));
  const state = store.getState();
  // Dialogs take keys only: a stray click must not confirm one.
  if (state.dialog !== undefined || layoutOf(state).isTooSmall) return;
  if (kind !== 'press') return change(state => withWheelTurned(state, kind));
  if (x > tableCells(state)) return pressInPane(explorer, y);
  // Beside the pane it takes the cursor back to the list.
  if (isInPane(state)) explorer.goBack();
  pressRow(explorer, rowAt(store.getState(), y));
}

function pressRow(explorer: Explorer, row: number | undefined): void {
  const state = explorer.store.getState();
  if (row === undefined) return;
  if (settledView(state).at === row && currentView(state).cursor !== undefined) openCursor(explorer);
  else explorer.change(before => withCursorAt(before, row));
}

function pressInPane(explorer: Explorer, y: number): void {
  const { store, open, change } = explorer;
  const state = store.getState();
  const line = paneOf(state)?.lines[y - Number(layoutOf(state).header) - 2];
  const [, id = ''] = /^cause:(\w+)/.exec(line?.kind === 'text' ? line.id : '') ?? [];
  if (id === '') return;
  const isInside = isInPane(state);
  if (!isInside) open(causesPlace);
  const row = contentOf(store.getState()).ids.indexOf(id);
  if (isInside) pressRow(explorer, row);
  else change(before => withCursorAt(before, row));
}

function rowAt(state: State, y: number): number | undefined {
  const { header, titles, body } = layoutOf(state);
  const content = contentOf(state);
  const above = Number(header) + 1 + Number(content.kind === 'table' && titles);
  const height = body - Number(content.kind === 'table' && titles);
  const at = y - above;
  if (at < 0 || at >= height) return undefined;
  const index = settledView(state).top + at;
  const id = content.ids[index];
  return id === undefined || id === '' ? undefined : index;
}
