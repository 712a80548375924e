import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { follow } from '../../commands/follow.ts';
import { hasKey } from '../../commands/registry.ts';
import { asQuiet, hint, type Lines, span, textLine, titleLine, wrappedLines } from '../../facts/line.ts';
import type { QuestionDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import {
  chooseHint,
  type Dialog,
  type DialogArea,
  type DialogCommand,
  hintsOf,
  keyLabelOf,
  type Page,
} from '../shared/dialog.ts';

const NOT_NOW = safe`not now`;

const no = ({ closeDialog }: Explorer) => closeDialog();

/** Not by a key that was pasted or typed ahead. */
const agree: DialogCommand<QuestionDialog>['run'] = (explorer, { action }, { alone }) => {
  if (!alone) return;
  explorer.closeDialog();
  follow(explorer, action);
};

const YES: DialogCommand<QuestionDialog> = {
  id: 'confirm.yes',
  keys: ['y'],
  title: safe`yes`,
  hint: ({ yes }) => safe`yes, ${yes}`,
  run: agree,
};

const commands: readonly DialogCommand<QuestionDialog>[] = [
  {
    id: 'confirm.choose',
    keys: ['enter'],
    title: safe`choose`,
    hint: ({ isYes, yes }) => (isYes ? yes : NOT_NOW),
    run: (explorer, dialog, press) => (dialog.isYes ? agree : no)(explorer, dialog, press),
  },
  YES,
  { id: 'confirm.no', keys: ['n'], title: safe`no`, run: no },
  { id: 'app.quit', title: safe`no`, run: no },
];

const CHOICES = 2;

function questionLines(
  { title, texts, brief = texts }: QuestionDialog,
  { rows, columns }: DialogArea,
): Lines {
  const linesOf = (all: readonly SafeText[]): Lines =>
    all.flatMap((text, at) => wrappedLines(`asked:${at}`, span(text, at === 0 ? 'plain' : 'dim'), columns));
  const full = linesOf(texts);
  const lines = full.length <= rows ? full : linesOf(brief);
  if (lines.length === rows) return lines;
  const room = Math.max(1, rows - 1);
  const more = textLine('more', span(safe`   … ${lines.length - room + 1} more rows`));
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), more];
  return [titleLine('question', title), ...shown];
}

function questionPage(state: State, dialog: QuestionDialog, area: DialogArea): Page {
  const above = questionLines(dialog, { ...area, rows: Math.max(1, area.rows - CHOICES) });
  // The keys are in the footer, too; a brief question is shown in full.
  const isCut = dialog.brief !== undefined && above.some(({ id }) => id === 'more');
  if (isCut || above.length + CHOICES > area.rows) return { lines: questionLines(dialog, area) };
  const key = keyLabelOf(state, YES);
  const choices = [
    textLine('no', span(safe`   ${NOT_NOW}`)),
    textLine('yes', span(safe`   ${dialog.yes}`), span(key === undefined ? safe`` : safe`  ${key}`, 'key')),
  ];
  return { lines: [...above, ...choices.map(asQuiet)], cursor: above.length + Number(dialog.isYes) };
}

/** No is marked first, and Esc means no. */
export const questionDialog: Dialog<QuestionDialog> = {
  form: 'confirm',
  commands,
  lines: questionPage,
  key: ({ store, changeDialog }, dialog, { key }) => {
    const isOf = (id: string) => hasKey(store.getState(), id, key.name);
    const isYes = ['move.down', 'move.last', 'move.page-down'].some(isOf);
    if (isYes || ['move.up', 'move.first', 'move.page-up'].some(isOf)) changeDialog(dialog, { isYes });
    return true;
  },
  hints: (dialog, state) => [
    ...hintsOf(commands, dialog, state),
    hint(safe`Esc`, NOT_NOW),
    chooseHint(state),
  ],
};
