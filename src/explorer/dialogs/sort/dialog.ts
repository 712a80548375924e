import type { Column } from '../../../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { sized } from '../../../text/width.ts';
import type { Explorer } from '../../actions/explorer.ts';
import {
  columnLike,
  columnsHere,
  columnWord,
  noColumn,
  sortColumns,
  sortLetter,
  sortMenuId,
} from '../../commands/sort.ts';
import { currentView, type State } from '../../state/state.ts';
import { contentOf } from '../../view/content/content.ts';
import { type Line, span, textLine, titleLine } from '../../view/line.ts';
import { hasUnsortedRows } from '../../view/list/sort.ts';
import { lineWords } from '../../view/spoken-words.ts';
import type { Dialog, DialogOf, Page } from '../shared/dialog.ts';
import { closingCommands, type DialogCommand, footerOf } from '../shared/dialog-command.ts';
import { chooseHint, closeHint, hasPanel } from '../shared/message.ts';
import { topForChoice } from '../shared/scroll.ts';
import { listStep } from '../shared/steps.ts';

type SortMenu = DialogOf<'sort'>;

const WORD_CELLS = 12;
/** Rows of a page. */
const PAGE = 8;

function sortAndClose({ sortBy, closeDialog }: Explorer, column: Column | undefined): void {
  closeDialog();
  if (column !== undefined) sortBy(column.field);
}

const letterCommand = (column: Column): DialogCommand<SortMenu> => ({
  id: sortMenuId(column),
  keys: column.sortKey === undefined ? [] : [column.sortKey],
  title: safe`by ${columnWord(column)} (again: reverse)`,
  blocked: (_dialog, state) => noColumn(state, column),
  run: explorer => sortAndClose(explorer, columnLike(explorer.store.getState(), column)),
});

export const sortMenuCommands: readonly DialogCommand<SortMenu>[] = [
  {
    id: 'sort-menu.accept',
    keys: ['enter', 'right'],
    title: safe`sort by the chosen column; the current one is reversed`,
    hint: safe`sort`,
    run: (explorer, { choice }) => {
      const column = columnsHere(explorer.store.getState())[choice - 1];
      if (column !== undefined) return sortAndClose(explorer, column);
      explorer.closeDialog();
      explorer.clearSort();
    },
  },
  ...sortColumns.map(letterCommand),
  { id: 'list.sort', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
  ...closingCommands,
];

/** Returns the direction of the present sort in words, for its row. */
function directionWords(state: State, field: string): SafeText {
  const { sort } = currentView(state);
  const content = contentOf(state);
  if (sort?.field !== field || content.kind !== 'table') return safe``;
  const again = hasUnsortedRows(content.rows) ? safe`sort all rows` : safe`reverse`;
  return safe`${sort.isDescending ? safe`↓ descending` : safe`↑ ascending`}, again: ${again}`;
}

const sortLine = (
  id: string,
  { letter, word, detail }: { letter: SafeText; word: SafeText; detail: SafeText },
  isCurrent: boolean,
): Line =>
  textLine(
    id,
    span(safe`  ${isCurrent ? safe`●` : safe` `} `, 'key'),
    span(safe`${sized(letter, 2)} `, 'key'),
    span(sized(word, WORD_CELLS), 'strong'),
    span(safe`  ${detail}`, 'dim'),
  );

/** Returns a row for the server's order, and one for each column. The present sort is marked. */
function sortLines(state: State): readonly Line[] {
  const { sort } = currentView(state);
  const columns = columnsHere(state).map(column =>
    sortLine(
      column.field,
      {
        letter: sortLetter(state, column) ?? safe``,
        word: columnWord(column),
        detail: directionWords(state, column.field),
      },
      column.field === sort?.field,
    ),
  );
  const server = { letter: safe``, word: safe`server order`, detail: safe`` };
  return [sortLine('none', server, sort === undefined), ...columns];
}

function sortPage(state: State, { choice }: SortMenu, height: number): Required<Page> {
  const rows = sortLines(state);
  const room = Math.max(1, height - 1);
  const top = topForChoice(choice, rows.length, room);
  return {
    lines: [titleLine('sort', safe`Sort by`), ...rows.slice(top, top + room)],
    cursor: choice - top + 1,
  };
}

/** Returns the letters with their columns, for a screen without room for the rows. */
const lettersOf = (state: State): SafeText =>
  joinSafe(
    columnsHere(state).flatMap(column => {
      const letter = sortLetter(state, column);
      return letter === undefined ? [] : [safe`${letter} ${columnWord(column)}`];
    }),
    '  ',
  );

/** The columns to sort a list by, each with its letter. */
export const sortDialog: Dialog<SortMenu> = {
  commands: sortMenuCommands,
  key: ({ store, changeDialog }, dialog, { key }) => {
    const state = store.getState();
    const by = listStep(state, key.name, PAGE);
    const last = columnsHere(state).length;
    if (by !== undefined) changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  },
  lines: (state, dialog, { rows }) => sortPage(state, dialog, rows),
  hints: (dialog, state) => [...footerOf(sortMenuCommands, closeHint, [dialog, state]), chooseHint(state)],
  message: state => (hasPanel(state) ? undefined : [span(safe` ${lettersOf(state)}`, 'key')]),
  speech: (state, { choice }) => {
    const lines = sortLines(state);
    const line = lines[choice];
    return { lines, row: line === undefined ? safe`` : lineWords(line) };
  },
};
