import { formatOf, formats } from '../../../formats/export.ts';
import type { ExistingFile, ExportResult } from '../../../storage/export-file.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { bytesText } from '../../../text/units.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { SaveDialog } from '../../state/dialogs.ts';
import { type Editor, editorOf, editorText } from '../../state/text-field.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { applyKey } from '../shared/text-field.ts';

/** Clears the result of the last try. */
const FRESH: Partial<SaveDialog> = { hint: undefined, existing: undefined };

/** Returns the extension of a name with its dot, if it belongs to a format. */
function formatEnding(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 && formatOf(name.slice(at)) !== undefined ? name.slice(at) : '';
}

/**
 * Returns the change to the next or previous format. The extension of the name follows if it belonged to a
 * format.
 */
function formatChange(dialog: SaveDialog, by: 1 | -1): Partial<SaveDialog> {
  const at = formats.findIndex(({ name }) => name === dialog.format);
  const next = formats[(at + by + formats.length) % formats.length] ?? formats[0];
  const name = editorText(dialog.editor);
  const end = formatEnding(name);
  const editor = end === '' ? dialog.editor : editorOf(`${name.slice(0, -end.length)}.${next.extension}`);
  return { ...FRESH, format: next.name, editor };
}

/** Changes the text in the field. An extension that belongs to a format chooses it. */
export function typeFileName(
  { changeDialog }: Explorer,
  dialog: SaveDialog,
  change: (editor: Editor) => Editor,
): void {
  if (dialog.phase === 'writing') return;
  const editor = change(dialog.editor);
  const format = formatOf(formatEnding(editorText(editor)))?.name ?? dialog.format;
  changeDialog(dialog, { ...FRESH, editor, format });
}

/** Returns from the question about overwriting to the name. */
export function renameFile({ changeDialog }: Explorer, dialog: SaveDialog): void {
  changeDialog(dialog, FRESH);
}

/** Returns the notice about a saved file. */
function savedText(
  { selection, format }: SaveDialog,
  { path, bytes }: Extract<ExportResult, { kind: 'saved' }>,
): SafeText {
  const isSilent = selection.missing !== undefined && formatOf(format)?.marksIncomplete === false;
  const more = isSilent ? safe` Not complete: ${selection.missing}.` : safe``;
  return safe`Saved ${selection.description} in ${path} (${bytesText(bytes)}).${more}`;
}

/** Shows the result in the dialog; as a notice if the dialog was closed meanwhile. */
function showResult(
  { store, changeDialog, closeDialog, notify }: Explorer,
  request: SaveDialog,
  saved: ExportResult,
): void {
  const { dialog } = store.getState();
  const open = dialog?.kind === 'save' && dialog.phase === 'writing' ? dialog : undefined;
  if (saved.kind === 'saved') {
    if (open !== undefined) closeDialog();
    return notify(request.selection.missing === undefined ? 'good' : 'warn', savedText(request, saved));
  }
  if (open !== undefined && saved.kind === 'exists')
    return changeDialog(open, { phase: 'editing', existing: saved.existing });
  const hint = safe`Not saved: ${saved.kind === 'problem' ? saved.words : safe`a file with this name exists`}.`;
  if (open === undefined) notify('bad', hint);
  else changeDialog(open, { phase: 'editing', hint });
}

async function save(explorer: Explorer, dialog: SaveDialog, replaces?: ExistingFile): Promise<void> {
  const path = editorText(dialog.editor).trim();
  const format = formatOf(dialog.format);
  if (path === '' || format === undefined)
    return explorer.changeDialog(dialog, { ...FRESH, hint: safe`Type a name.` });
  explorer.changeDialog(dialog, { ...FRESH, phase: 'writing' });
  showResult(
    explorer,
    dialog,
    await explorer.saveFile({ path, chunks: format.print(dialog.selection), replaces }),
  );
}

const whyWriting = ({ phase }: SaveDialog): SafeText | undefined =>
  phase === 'writing' ? safe`The file is being written.` : undefined;

const turnBy = (by: 1 | -1): Pick<DialogCommand<SaveDialog>, 'blocked' | 'run'> => ({
  blocked: whyWriting,
  run: ({ changeDialog }, dialog) => changeDialog(dialog, formatChange(dialog, by)),
});

/** The keys that overwrite an existing file. */
export const OVERWRITE = { id: 'save.overwrite', keys: ['o'] };

export const saveCommands: readonly DialogCommand<SaveDialog>[] = [
  {
    id: 'save.accept',
    keys: ['enter'],
    title: safe`save`,
    hint: safe`save`,
    isInField: true,
    blocked: dialog =>
      whyWriting(dialog) ?? (dialog.existing === undefined ? undefined : safe`A file with this name exists.`),
    run: (explorer, dialog) => void save(explorer, dialog),
  },
  {
    id: 'save.format',
    keys: ['tab', 'down'],
    title: safe`next format`,
    hint: ({ existing }) => (existing === undefined ? safe`format` : undefined),
    isInField: true,
    ...turnBy(1),
  },
  {
    id: 'save.previous-format',
    keys: ['shift+tab', 'up'],
    title: safe`previous format`,
    isInField: true,
    ...turnBy(-1),
  },
  {
    ...OVERWRITE,
    title: safe`overwrite the existing file`,
    hint: safe`overwrite`,
    blocked: ({ existing }) => (existing === undefined ? safe`No file with this name is known.` : undefined),
    // A key that was pasted or typed ahead was not meant for this question.
    run: (explorer, dialog, { alone }) => {
      if (alone) void save(explorer, dialog, dialog.existing);
    },
  },
];

/** Types the name of the file. */
export const saveKey = (explorer: Explorer, dialog: SaveDialog, { key }: Press): void =>
  typeFileName(explorer, dialog, editor => applyKey(editor, key));
