import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  asQuiet,
  blank,
  fieldSpans,
  type Lines,
  type Span,
  type Spans,
  type Style,
  span,
  spansText,
  textLine,
  wrappedLines,
} from '../../facts/line.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Editor, editorText } from '../../state/text-field.ts';
import type { Dialog, DialogArea, DialogCommand, DialogField } from '../shared/dialog.ts';

/** A text to type, one of several options, or what the spans say. */
export type FormField = Readonly<{
  id: string;
  label: SafeText;
  editor?: Editor;
  spans?: Spans;
  options?: readonly Readonly<{ text: SafeText; isChosen: boolean }>[];
  problem?: SafeText | undefined;
}>;

export type Form = Readonly<{ head: Lines; fields: readonly FormField[]; focus: string; about: Spans }>;

export const labelText = (label: SafeText, columns: number) =>
  isNarrow(columns) ? sized(clean(label.split(' ')[0] ?? ''), 10) : sized(label, 14);

const spacing = (id: string, columns: number): Lines => (isNarrow(columns) ? [] : [blank(id)]);

/** The id of the chosen one begins with that of its field and `chosen`. */
const optionLines = (
  id: string,
  options: NonNullable<FormField['options']>,
  chosenStyle: Style,
  columns: number,
): Lines =>
  options.flatMap(({ text, isChosen }, at) =>
    wrap(text, columns - 12).map((row, part) => {
      const mark = part > 0 ? safe`   ` : isChosen ? safe`(•)` : safe`( )`;
      const shown = span(safe`     ${mark} ${row}`, isChosen ? chosenStyle : 'dim');
      return asQuiet(textLine(`${id}:${isChosen ? 'chosen' : at}:${part}`, shown));
    }),
  );

function fieldLines(field: FormField, isFocused: boolean, columns: number): Lines {
  const { id, label, editor, spans = [], options, problem } = field;
  const sign = span(
    safe` ${isFocused ? safe`▸` : safe` `} ${options === undefined ? labelText(label, columns) : label}`,
    isFocused ? 'key' : 'label',
  );
  if (options !== undefined)
    return [
      ...spacing(`${id}:above`, columns),
      asQuiet(textLine(id, sign)),
      ...optionLines(id, options, isFocused ? 'key' : 'strong', columns),
      ...spacing(`${id}:below`, columns),
    ];
  const room = columns - sign.text.length - 5 - spans.reduce((sum, { text }) => sum + cells(text), 0);
  const text = editor === undefined ? [] : [span(clean(editorText(editor), Math.max(8, room)), 'strong')];
  const value = editor !== undefined && isFocused ? fieldSpans(editor, room) : text;
  const indent = isNarrow(columns) ? 3 : sign.text.length;
  return [
    asQuiet(textLine(id, sign, ...value, ...spans)),
    ...(problem === undefined ? [] : wrappedLines(`problem:${id}`, span(problem, 'bad'), columns, indent)),
  ];
}

function formLines({ head, fields, focus, about }: Form, { rows: height, columns }: DialogArea): Lines {
  const lines = [
    ...head,
    ...fields.flatMap(field => fieldLines(field, field.id === focus, columns)),
    ...spacing('about', columns),
    ...about.flatMap((each, at) => wrappedLines(`about:${at}`, each, columns)),
  ];
  const starts = [`problem:${focus}:`, `${focus}:chosen:`];
  const at = lines.findLastIndex(({ id }) => id === focus || starts.some(start => id.startsWith(start)));
  const top = Math.max(0, Math.min(at - height + 3, lines.length - height));
  return lines.slice(top, top + height);
}

function dialogField({ label, editor, spans = [], options }: FormField): DialogField {
  const beside = spansText(spans);
  if (editor !== undefined)
    return { name: safe`${label}${editorText(editor) === '' ? beside : safe``}: `, editor };
  const value = options?.find(({ isChosen }) => isChosen)?.text ?? beside;
  return { name: label, value: clean(value.replace('[x]', 'yes:').replace('[ ]', 'no:')) };
}

type FormOptions<D extends AnyDialog> = Omit<Dialog<D>, 'form' | 'lines' | 'field' | 'message'> &
  Readonly<{
    form: (state: State, dialog: D) => Form;
    message: (state: State, dialog: D) => Span;
    commands: readonly DialogCommand<D>[];
    /** Why no key changes the form now: what it was asked for is under way. */
    busy: (dialog: D) => SafeText | undefined;
  }>;

export function formDialog<D extends AnyDialog>(options: FormOptions<D>): Dialog<D> {
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

export const neighbourOf = <T>(list: readonly T[], present: T, by: number): T =>
  list[(list.indexOf(present) + by + list.length) % list.length] ?? present;
