import type { ExistingFile, ExportResult } from '../../../storage/named-file.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { agoWords, counted } from '../../../text/units.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { formatOf, formats } from '../../commands/formats.ts';
import { isNarrow } from '../../facts/layout.ts';
import { noKeys, type Span, span, textLine, titleLine } from '../../facts/line.ts';
import type { SaveDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import { type DialogCommand, keyLabelOf } from '../shared/dialog.ts';
import { type Form, formDialog, labelText, neighbourOf } from './form.ts';

const UNITS = [safe`kB`, safe`MB`, safe`GB`];

/** `12 kB`, `900 bytes`. */
function bytesText(bytes: number): SafeText {
  const power = UNITS.findLastIndex((_unit, at) => bytes >= 1000 ** (at + 1));
  const size = Number((bytes / 1000 ** (power + 1)).toPrecision(2));
  return power < 0 ? counted(bytes, safe`byte`) : safe`${size} ${UNITS[power] ?? safe``}`;
}

const FRESH: Partial<SaveDialog> = { hint: undefined, existing: undefined };

function formatEnding(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 && formatOf(name.slice(at)) !== undefined ? name.slice(at) : '';
}

function formatChange(dialog: SaveDialog, by: 1 | -1): Partial<SaveDialog> {
  const next = neighbourOf(formats, formatOf(dialog.format) ?? formats[0], by);
  const name = editorText(dialog.editor);
  const end = formatEnding(name);
  const editor = end === '' ? dialog.editor : editorOf(`${name.slice(0, -end.length)}.${next.extension}`);
  return { ...FRESH, format: next.name, editor };
}

function savedText(
  { selection, format }: SaveDialog,
  { path, bytes }: Extract<ExportResult, { kind: 'saved' }>,
): SafeText {
  const isSilent = selection.missing !== undefined && formatOf(format)?.marksIncomplete === false;
  const more = isSilent && safe` Not complete: ${selection.missing}.`;
  return safe`Saved ${selection.description} in ${path} (${bytesText(bytes)}).${more}`;
}

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

const turnBy = (by: 1 | -1): Pick<DialogCommand<SaveDialog>, 'isInField' | 'run'> => ({
  isInField: true,
  run: ({ changeDialog }, dialog) => changeDialog(dialog, formatChange(dialog, by)),
});

const OVERWRITE: DialogCommand<SaveDialog> = {
  id: 'save.overwrite',
  keys: ['o'],
  title: safe`overwrite the existing file`,
  hint: safe`overwrite`,
  blocked: ({ existing }) => (existing === undefined ? safe`No file with this name is known.` : undefined),
  // A key that was pasted or typed ahead was not meant for this question.
  run: (explorer, dialog, { alone }) => {
    if (alone) void save(explorer, dialog, dialog.existing);
  },
};

const saveCommands: readonly DialogCommand<SaveDialog>[] = [
  {
    id: 'save.accept',
    keys: ['enter'],
    title: safe`save`,
    hint: safe`save`,
    isInField: true,
    blocked: ({ existing }) => (existing === undefined ? undefined : safe`A file with this name exists.`),
    run: (explorer, dialog) => void save(explorer, dialog),
  },
  {
    id: 'save.format',
    keys: ['tab', 'down'],
    title: safe`next format`,
    hint: ({ existing }) => (existing === undefined ? safe`format` : undefined),
    ...turnBy(1),
  },
  {
    id: 'save.previous-format',
    keys: ['shift+tab', 'up'],
    title: safe`previous format`,
    ...turnBy(-1),
  },
  OVERWRITE,
];

function remark({ selection, format }: SaveDialog): Span {
  const { missing } = selection;
  if (missing === undefined) return span(safe`Secrets are masked. Only you can read the file.`, 'dim');
  const how = formatOf(format)?.marksIncomplete
    ? safe`Marked so in the file.`
    : safe`Marked so only in its name.`;
  return span(safe`Not complete: ${missing}. ${how} Secrets are masked.`, 'warn');
}

function saveForm({ screen: { size } }: State, dialog: SaveDialog): Form {
  // Brackets: a colour alone is not visible everywhere.
  const names = formats.map(({ name }) =>
    name === dialog.format ? span(safe`[${clean(name)}] `, 'strong') : span(safe`${clean(name)} `, 'dim'),
  );
  const label = isNarrow(size.columns) ? safe`` : labelText(safe`format`, size.columns);
  return {
    head: [
      titleLine('save', safe`Save to a file`, dialog.selection.description),
      textLine('format', span(safe`   ${label}`, 'label'), ...names),
    ],
    fields: [{ id: 'file', label: safe`file`, editor: dialog.editor }],
    focus: 'file',
    about: [remark(dialog)],
  };
}

function saveMessage(state: State, { existing, hint, phase }: SaveDialog): Span {
  if (existing !== undefined) {
    const key = keyLabelOf(state, OVERWRITE);
    const overwrite = key && safe` ${key} overwrites it.`;
    const ago = agoWords(new Date(existing.at).toISOString(), state.session.now);
    return span(safe` File exists (${bytesText(existing.bytes)}, ${ago}).${overwrite}`, 'warn');
  }
  if (hint !== undefined) return span(safe` ${hint}`, 'warn');
  if (phase === 'writing') return span(safe` Writing …`, 'dim');
  return span(safe` A name without a folder is saved in the current one; ~ is your home.`, 'dim');
}

export const saveDialog = formDialog<SaveDialog>({
  commands: saveCommands,
  busy: ({ phase }) => (phase === 'writing' ? safe`The file is being written.` : undefined),
  isTyping: ({ existing }) => existing === undefined,
  // From the question about overwriting, Esc goes back to the name.
  back: ({ closeDialog, changeDialog }, dialog) =>
    dialog.existing === undefined ? closeDialog() : changeDialog(dialog, FRESH),
  form: saveForm,
  // An extension that belongs to a format chooses it.
  type: ({ changeDialog }, dialog, change) => {
    const editor = change(dialog.editor);
    const format = formatOf(formatEnding(editorText(editor)))?.name ?? dialog.format;
    changeDialog(dialog, { ...FRESH, editor, format });
  },
  message: saveMessage,
  hints: ({ phase }) => (phase === 'writing' ? noKeys(safe`Wait for the file.`) : undefined),
  esc: ({ existing }) => (existing === undefined ? safe`cancel` : safe`another name`),
});
