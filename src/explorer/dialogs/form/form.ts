import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  asQuiet,
  blank,
  fieldSpans,
  type Line,
  type Span,
  type Style,
  span,
  spansText,
  textLine,
  wrappedLines,
} from '../../facts/line.ts';
import type { SaveDialog } from '../../state/dialogs.ts';
import type { LoginDialog } from '../../state/login.ts';
import type { State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';
import type { Dialog, DialogArea, DialogCommand, DialogField } from '../shared/dialog.ts';

/** A field of a form: a text to type, one of several options, or what the spans say. */
export type FormField = {
  readonly id: string;
  readonly label: SafeText;
  readonly editor?: Editor;
  /** Words behind the text, or in place of it. */
  readonly spans?: readonly Span[];
  readonly options?: readonly { readonly text: SafeText; readonly isChosen: boolean }[];
  readonly problem?: SafeText | undefined;
};

/** A form: its fields from top to bottom between its head and remarks. `focus`: the field with the cursor. */
export type Form = {
  readonly head: readonly Line[];
  readonly fields: readonly FormField[];
  readonly focus: string;
  readonly about: readonly Span[];
};

/** A row of a form; `field`: the field whose value it shows. */
type FormRow = { readonly line: Line; readonly field?: string };

/** Returns a label in its column; a narrow screen has room for its first word. */
export const labelText = (label: SafeText, columns: number): SafeText =>
  isNarrow(columns) ? sized(clean(label.split(' ')[0] ?? ''), 10) : sized(label, 14);

const spacing = (id: string, columns: number): readonly FormRow[] =>
  isNarrow(columns) ? [] : [{ line: blank(id) }];

function optionRows(
  id: string,
  options: NonNullable<FormField['options']>,
  chosenStyle: Style,
  columns: number,
): readonly FormRow[] {
  return options.flatMap(({ text, isChosen }, at) =>
    wrap(text, columns - 12).map((row, part) => {
      const mark = part > 0 ? safe`   ` : isChosen ? safe`(•)` : safe`( )`;
      const shown = span(safe`     ${mark} ${row}`, isChosen ? chosenStyle : 'dim');
      const line = asQuiet(textLine(`${id}:${at}:${part}`, shown));
      return isChosen ? { field: id, line } : { line };
    }),
  );
}

/** Returns the rows of a field: its label with the value beside it or below, then its problem. */
function fieldRows(field: FormField, isFocused: boolean, columns: number): readonly FormRow[] {
  const { id, label, editor, spans = [], options, problem } = field;
  const sign = span(
    safe` ${isFocused ? safe`▸` : safe` `} ${options === undefined ? labelText(label, columns) : label}`,
    isFocused ? 'key' : 'label',
  );
  if (options !== undefined)
    return [
      ...spacing(`${id}:above`, columns),
      { line: asQuiet(textLine(id, sign)) },
      ...optionRows(id, options, isFocused ? 'key' : 'strong', columns),
      ...spacing(`${id}:below`, columns),
    ];
  const room = columns - sign.text.length - 5 - spans.reduce((sum, { text }) => sum + cells(text), 0);
  const text = editor === undefined ? [] : [span(clean(editorText(editor), Math.max(8, room)), 'strong')];
  const value = editor !== undefined && isFocused ? fieldSpans(editor, room) : text;
  const fault = span(problem ?? safe``, 'bad');
  const indent = isNarrow(columns) ? 3 : sign.text.length;
  const below = problem === undefined ? [] : wrappedLines(`problem:${id}`, fault, columns, indent);
  return [
    { field: id, line: asQuiet(textLine(id, sign, ...value, ...spans)) },
    ...below.map(line => ({ field: id, line })),
  ];
}

function formLines(form: Form, { rows: height, columns }: DialogArea): readonly Line[] {
  const { head, fields, focus, about } = form;
  const rows: readonly FormRow[] = [
    ...head.map(line => ({ line })),
    ...fields.flatMap(field => fieldRows(field, field.id === focus, columns)),
    ...spacing('about', columns),
    ...about.flatMap((each, at) => wrappedLines(`about:${at}`, each, columns)).map(line => ({ line })),
  ];
  const at = rows.findLastIndex(({ field }) => field === focus);
  const top = Math.max(0, Math.min(at - height + 3, rows.length - height));
  return rows.slice(top, top + height).map(({ line }) => line);
}

/** Returns the field with the cursor; what stands for its text while that is empty belongs to its name. */
function dialogField({ label, editor, spans = [], options }: FormField): DialogField {
  const beside = spansText(spans);
  if (editor !== undefined)
    return { name: safe`${label}${editorText(editor) === '' ? beside : safe``}: `, editor };
  const value = options?.find(({ isChosen }) => isChosen)?.text ?? beside;
  return { name: label, value: clean(value.replace('[x]', 'yes:').replace('[ ]', 'no:')) };
}

type FormDialog = LoginDialog | SaveDialog;

type FormOptions<D extends FormDialog> = Omit<Dialog<D>, 'form' | 'lines' | 'field' | 'message'> & {
  readonly form: (state: State, dialog: D) => Form;
  readonly message: (state: State, dialog: D) => Span;
  readonly commands: readonly DialogCommand<D>[];
  /** Returns why no key changes the form now: what it was asked for is under way. */
  readonly busy: (dialog: D) => SafeText | undefined;
};

export function formDialog<D extends FormDialog>(options: FormOptions<D>): Dialog<D> {
  const { form: formOf, message, busy, type, commands, ...dialog } = options;
  return {
    ...dialog,
    form: 'form',
    commands: commands.map(command => ({
      ...command,
      blocked: (open, state) => busy(open) ?? command.blocked?.(open, state),
    })),
    type: (explorer, open, change) => {
      if (busy(open) === undefined) type?.(explorer, open, change);
    },
    lines: (state, open, area) => ({ lines: formLines(formOf(state, open), area) }),
    message: (state, open) => [message(state, open)],
    field: (state, open) => {
      const { fields, focus } = formOf(state, open);
      const field = fields.find(({ id }) => id === focus);
      return field && dialogField(field);
    },
  };
}

/** Returns the next or previous item of a list; the ends are joined. */
export function neighbourOf<T>(list: readonly T[], present: T, by: number): T {
  return list[(list.indexOf(present) + by + list.length) % list.length] ?? present;
}
