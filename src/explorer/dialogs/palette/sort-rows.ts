import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { columnsHere, columnWord, SORT, sortLetters } from '../../commands/sort.ts';
import { hasUnsortedRows } from '../../facts/sort.ts';
import { contentOf } from '../../screens/content.ts';
import { currentView, type State } from '../../state/state.ts';
import { row, type Suggestion } from './named-rows.ts';

/** Returns the direction of the present sort in words. */
function directionWords(state: State): SafeText {
  const content = contentOf(state);
  const isPart = content.kind === 'table' && hasUnsortedRows(content.rows);
  const direction = currentView(state).sort?.isDescending ? safe`↓ descending` : safe`↑ ascending`;
  return safe`  ${direction}, again: ${isPart ? safe`sort all rows` : safe`reverse`}`;
}

/** Returns a row for the server's order, and one for each column that matches the text behind `sort `. */
export function sortRows(state: State, typed: string): readonly Suggestion[] {
  const { sort } = currentView(state);
  const columns = columnsHere(state);
  const letters = sortLetters(columns);
  const search = typed.trimStart().slice(SORT.length).trim().toLowerCase();
  const server = { words: `${SORT}none`, title: safe`server order`, key: safe`` };
  const rows = columns.map(column => {
    const direction = column.field === sort?.field ? directionWords(state) : safe``;
    const title = safe`sort by ${columnWord(column)}${direction}`;
    return { words: `${SORT}${columnWord(column)}`, title, key: clean(letters.get(column) ?? '') };
  });
  return [server, ...rows]
    .filter(({ words }) => words.slice(SORT.length).includes(search))
    .map(each => row({ ...each, label: each.title, kind: 'command' }));
}
