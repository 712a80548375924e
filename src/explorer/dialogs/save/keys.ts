import { formatOf, formats } from '../../../formats/export.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { bytesText } from '../../../text/units.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { Existing, Saving } from '../../state/dialogs.ts';
import type { Saved } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import type { StateChange } from '../../state/store.ts';
import { update } from '../../state/store.ts';
import { type Editor, editorOf, editorText } from '../../state/text-field.ts';
import { editedBy } from '../shared/text-field.ts';

/** The dialog without what was said of the last try. */
function fresh({ hint: _hint, existing: _existing, ...dialog }: Saving): Saving {
  return dialog;
}

/** The end of a file's name with its dot, where it is that of a format. */
function endOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 && formatOf(name.slice(at)) !== undefined ? name.slice(at) : '';
}

/** The next format or the one before; the name's end follows, where it was that of a format. */
function turned(dialog: Saving, by: 1 | -1): Saving {
  const at = formats.findIndex(({ name }) => name === dialog.format);
  const next = formats[(at + by + formats.length) % formats.length] ?? formats[0];
  const name = editorText(dialog.editor);
  const end = endOf(name);
  const editor = end === '' ? dialog.editor : editorOf(`${name.slice(0, -end.length)}.${next.extension}`);
  return { ...fresh(dialog), format: next.name, editor };
}

const STEPS: Readonly<Record<string, 1 | -1>> = { tab: 1, down: 1, 'shift+tab': -1, up: -1 };

/** Other text in the field. The end of a name that is that of a format chooses it. */
export function typeFileName({ store }: Explorer, dialog: Saving, change: (editor: Editor) => Editor): void {
  if (dialog.phase === 'writing') return;
  const editor = change(dialog.editor);
  const format = formatOf(endOf(editorText(editor)))?.name ?? dialog.format;
  store.setState({ dialog: { ...fresh(dialog), editor, format } });
}

/** Back to the name of the file, from the question whether to write over one. */
export function renameFile({ store }: Explorer, dialog: Saving): void {
  store.setState({ dialog: fresh(dialog) });
}

/** A key in the panel that saves. Over a file that exists only `o` writes, pressed by itself. */
export function saveKey(explorer: Explorer, dialog: Saving, { key, alone }: Press): void {
  const { store } = explorer;
  const { existing, phase } = dialog;
  const step = Object.hasOwn(STEPS, key.name) ? STEPS[key.name] : undefined;
  if (phase === 'writing') return;
  if (existing !== undefined && key.name === 'o' && alone) return void save(explorer, dialog, existing);
  if (existing !== undefined && (key.name === 'enter' || key.name === 'o')) return;
  if (key.name === 'enter') return void save(explorer, dialog);
  if (step !== undefined) return store.setState({ dialog: turned(dialog, step) });
  typeFileName(explorer, dialog, editor => editedBy(editor, key));
}

/** What is said of a file that was written. */
function savedText({ chosen, format }: Saving, { path, bytes }: Extract<Saved, { kind: 'saved' }>): SafeText {
  const isSilent = chosen.missing !== undefined && formatOf(format)?.marksIncomplete === false;
  const more = isSilent ? safe` Not complete: ${chosen.missing}.` : safe``;
  return safe`Saved ${chosen.what} in ${path} (${bytesText(bytes)}).${more}`;
}

/** The state after a try. A panel that was closed meanwhile stays closed; what came of it is said all the same. */
function after(state: State, dialog: Saving, saved: Saved): StateChange {
  const isOpen = state.dialog?.kind === 'save' && state.dialog.phase === 'writing';
  if (saved.kind === 'saved') {
    const tone = dialog.chosen.missing === undefined ? 'good' : 'warn';
    const notice = { tone, text: savedText(dialog, saved) } as const;
    return { notice, dialog: isOpen ? undefined : state.dialog };
  }
  if (isOpen && saved.kind === 'exists') return { dialog: { ...fresh(dialog), existing: saved.existing } };
  const hint = safe`Not saved: ${saved.kind === 'problem' ? saved.words : safe`a file of that name exists`}.`;
  return isOpen ? { dialog: { ...fresh(dialog), hint } } : { notice: { tone: 'bad', text: hint } };
}

async function save({ store, saveFile }: Explorer, dialog: Saving, replaces?: Existing): Promise<void> {
  const path = editorText(dialog.editor).trim();
  const format = formatOf(dialog.format);
  if (path === '' || format === undefined)
    return store.setState({ dialog: { ...fresh(dialog), hint: safe`It needs a name.` } });
  store.setState({ dialog: { ...fresh(dialog), phase: 'writing' } });
  const saved = await saveFile({ path, chunks: format.print(dialog.chosen), replaces });
  const asking: Saving = { ...dialog, phase: 'asking' };
  update(store, state => after(state, asking, saved));
}
