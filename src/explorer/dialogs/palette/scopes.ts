import { clean, safe } from '../../../text/sanitise.ts';
import { byUse, type Choice, isSeldom, type PaletteRow, row } from '../../commands/command.ts';
import { type AvailableCommand, available, commandRow, commands } from '../../commands/registry.ts';
import { pastedCauses, pastedRefs } from '../../lookup/recognise.ts';
import { type AnyDialog, HELP, PASTED, type PaletteDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { questionDialog } from '../confirm/question.ts';
import { deleteDialog } from '../delete/dialog.ts';
import { filterDialog, findDialog, unlockDialog } from '../form/field.ts';
import { loginDialog } from '../form/login.ts';
import { saveDialog } from '../form/save.ts';
import { closingCommands, type Dialog, type DialogCommand, keyLabelOf } from '../shared/dialog.ts';
import { failureDialog } from '../text/text.ts';
import { causeRow, refRow, sentenceRow } from './rows.ts';

export const ACCEPT = {
  id: 'palette.accept',
  keys: ['enter'],
  title: safe`run the marked row, or open it`,
  isInField: true,
} as const;
export const COMPLETE = {
  id: 'palette.complete',
  keys: ['tab'],
  title: safe`complete the marked row`,
  isInField: true,
} as const;

type CommandOfAny = Pick<DialogCommand<AnyDialog>, 'id' | 'keys' | 'title' | 'isInField'>;

type DialogCommands = Readonly<{ dialog: string; commands: readonly CommandOfAny[] }>;

const commandsOf = <D extends AnyDialog>(dialog: string, { commands = [] }: Dialog<D>): DialogCommands => ({
  dialog,
  commands: commands.filter(({ id }) => closingCommands.every(each => each.id !== id)),
});

export const dialogCommands: readonly DialogCommands[] = [
  commandsOf('Delete', deleteDialog),
  {
    dialog: 'Palette',
    commands: [
      ACCEPT,
      COMPLETE,
      // Keys of view commands that act in choices while nothing is typed.
      { id: 'place.jump', title: safe`choices: run the row with this number` },
      ...commands.flatMap(({ choice }) => choice?.onKey ?? []),
    ],
  },
  commandsOf('Filter', filterDialog),
  commandsOf('Search', findDialog),
  commandsOf('Save', saveDialog),
  commandsOf('Question', questionDialog),
  commandsOf('Unlock', unlockDialog),
  commandsOf('Error', failureDialog),
  commandsOf('Log in', loginDialog),
  { dialog: 'Dialogs without a text field', commands: closingCommands },
];

export const dialogBindings = dialogCommands.flatMap(({ dialog, commands }) =>
  commands.flatMap(({ id, keys, isInField }) =>
    keys === undefined ? [] : [{ id, keys, where: [`dialog ${dialog}`], ...(isInField && { isInField }) }],
  ),
);

const ALWAYS = [
  { key: safe`Ctrl-C`, text: safe`twice: force quit` },
  { key: safe`Ctrl-Z`, text: safe`suspend (fg resumes)` },
];

/** A page to read while nothing is typed: nothing is marked on it. */
export const isHelpPage = ({ scope, editor }: PaletteDialog) => scope === HELP && editorText(editor) === '';

const rankOf = ({ command: { group }, blocked }: AvailableCommand) =>
  blocked === undefined ? { Look: 0, Act: 0, Move: 1, App: 2 }[group] : 3;

/** The page has what works now, without what few people need a key for; a search finds all keys. */
function keyRows(state: State, isPage: boolean): readonly PaletteRow[] {
  const onPage = ({ command, blocked }: AvailableCommand) =>
    blocked === undefined && !isSeldom(command) && command.keys.length > 0;
  const listed = available(state, ({ isFormer }) => isFormer !== true)
    .filter(each => !isPage || onPage(each))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || byUse(a.command, b.command))
    .map(each => commandRow(state, each));
  const inDialogs = dialogCommands.flatMap(({ dialog, commands }) =>
    commands.flatMap(command => {
      const key = keyLabelOf(state, command);
      return key === undefined
        ? []
        : [{ key, text: command.title, blocked: safe`Works only in: ${clean(dialog)}.` }];
    }),
  );
  const others = [...ALWAYS, ...(isPage ? [] : inDialogs)].map(({ text, ...each }) =>
    row({ words: text, title: text, label: text, kind: 'command', ...each }),
  );
  return [...listed, ...others];
}

/** Choices whose rows need more than the commands know. */
const ownChoices: Readonly<Record<string, Choice>> = {
  [HELP]: {
    title: safe`Help`,
    right: () => safe`Esc closes`,
    isClosedByKey: true,
    rows: (state, dialog) => keyRows(state, isHelpPage(dialog)),
  },
  [PASTED]: {
    title: safe`Open what you pasted as …`,
    rows: (state, { pasted = '' }) => [
      ...pastedCauses(state, pasted).map(group => causeRow(state, group)),
      ...pastedRefs(state, pasted).map(ref => refRow(state, ref)),
    ],
  },
};

export const shownChoice = ({ scope = '' }: PaletteDialog): Choice | undefined =>
  ownChoices[scope] ?? commands.find(({ id }) => id === scope)?.choice;

/** They contain every typed word. Keys are found as settings write them, too. */
export function scopeRows(state: State, dialog: PaletteDialog): readonly PaletteRow[] {
  const words = editorText(dialog.editor).toLowerCase().replace('ctrl+', 'ctrl-').split(/\s+/);
  const rows = shownChoice(dialog)?.rows(state, dialog) ?? [];
  const found = rows.filter(each => {
    const text = `${each.words} ${each.id} ${each.label} ${each.title} ${each.key}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return found.length > 0 ? found : [sentenceRow(safe`Nothing matches.`)];
}
