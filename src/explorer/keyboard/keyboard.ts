import { safe } from '../../text/sanitise.ts';
import { withCursorAt, withWheelTurned } from '../actions/cursor/move-cursor.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withKeyBegun } from '../actions/time-limits.ts';
import { commandFor } from '../commands/available.ts';
import { runCommand } from '../commands/command.ts';
import { openCursor } from '../commands/follow.ts';
import type { Arrival, Key, Press } from '../commands/key.ts';
import { offerPasted } from '../dialogs/palette/dialog.ts';
import { keysOf } from '../dialogs/shared/dialog.ts';
import { descriptionOf } from '../dialogs/table.ts';
import { layoutOf, tableCells } from '../facts/layout.ts';
import { contentOf } from '../screens/content.ts';
import { settledView } from '../selection/cursor.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { editorOf, editorText, firstLine, insert, typed } from '../state/text-field.ts';

/** Keys that do nothing else while a secret is shown: every key masks it. */
const HIDES_ONLY: readonly string[] = ['x', 'escape', 'enter', 'q'];

/** Handles one key: in the dialog that is open, else as the command it has on the present screen. */
export function press(explorer: Explorer, key: Key, { alone }: Arrival): void {
  explorer.noteActivity();
  explorer.noteOtherKey();
  if (explorer.hideSecret() && HIDES_ONLY.includes(key.name)) return;
  const { store } = explorer;
  const before = store.getState();
  if (before.dialog && descriptionOf(before.dialog).isEmpty?.(before)) explorer.closeDialog();
  const state = store.getState();
  if (key.name === 'ctrl+c') return interrupt(explorer);
  // `ctrl+l` repaints inside dialogs too.
  const command = commandFor(state, key.name);
  if (key.text === '' && command?.id === 'screen.redraw') return explorer.terminalHost.redraw();
  const isQuitKey = state.dialog === undefined && command?.id === 'app.quit';
  explorer.change(present => withKeyBegun(present, { now: explorer.now(), isQuitKey }));
  if (layoutOf(state).isTooSmall) return smallScreenKey(explorer, state, { key, isQuitKey });
  if (state.dialog !== undefined) return dialogKey(explorer, state.dialog, { key, alone });
  if (command === undefined) return explorer.reportUnbound(key.name);
  runCommand(explorer, command, { key: key.name, alone });
}

/** Handles a key on a terminal that is too small: Esc cancels a dialog, the key that quits does. */
function smallScreenKey(
  explorer: Explorer,
  state: State,
  { key, isQuitKey }: { readonly key: Key; readonly isQuitKey: boolean },
): void {
  if (state.dialog !== undefined && key.name === 'escape') goBack(explorer, state.dialog);
  if (isQuitKey) explorer.quitOrConfirm('quit', keyName(state.user.keymap, 'app.quit'));
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

/** Handles Esc: one step back inside a dialog that has steps, else it cancels. */
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
  explorer.noteActivity();
  explorer.noteOtherKey();
  explorer.hideSecret();
  const state = explorer.store.getState();
  if (layoutOf(state).isTooSmall) return;
  const { dialog } = state;
  const { paste: take, type } = dialog === undefined ? {} : descriptionOf(dialog);
  if (dialog !== undefined && take !== undefined) take(explorer, dialog, text);
  else if (dialog !== undefined && type !== undefined)
    type(explorer, dialog, editor => insert(editor, firstLine(text)));
  else offerPasted(explorer, text);
}

type PointerEvent = {
  readonly kind: 'press' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
};

/** Handles a mouse event: the wheel moves, a click goes to a row, a second one opens it. */
export function handleMouse(explorer: Explorer, { kind, x, y }: PointerEvent): void {
  const { store, noteActivity, noteOtherKey, hideSecret, change } = explorer;
  noteActivity();
  hideSecret();
  noteOtherKey();
  change(state => withKeyBegun(state, { now: explorer.now(), isQuitKey: false }));
  const state = store.getState();
  // Dialogs take keys only: a stray click must not confirm one.
  if (state.dialog !== undefined || layoutOf(state).isTooSmall) return;
  if (kind !== 'press') return change(state => withWheelTurned(state, kind));
  const row = rowAt(state, y);
  if (row === undefined || x >= tableCells(state)) return;
  if (isUnderCursor(state, row)) openCursor(explorer);
  else change(before => withCursorAt(before, row));
}

/** Returns the index of the row shown at a row of the screen, or `undefined`. */
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

const isUnderCursor = (state: State, index: number): boolean =>
  settledView(state).at === index && currentView(state).cursor !== undefined;
