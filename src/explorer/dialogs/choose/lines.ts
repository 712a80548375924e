import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutMiddle, sized } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import { type Span, span, textLine, titleLine } from '../../facts/line.ts';
import type { Choice, ChoiceTopic } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import type { DialogOf, Page } from '../shared/dialog.ts';
import { topForChoice } from '../shared/scroll.ts';

const CHOICE_TITLES: { readonly [C in ChoiceTopic]: SafeText } = {
  bookmarks: safe`Bookmarks`,
  recents: safe`Recently opened`,
  logins: safe`Switch profile`,
  compare: safe`Compare this backup with …`,
};

/** Returns the width of the longest name with details beside it. */
const longestName = (rows: readonly Choice[]): number =>
  Math.max(...rows.map(({ label, detail }) => (detail === '' ? 0 : cells(label))));

/** Returns the write protection in a column of its own. */
const guardSpan = (guard: Choice['guard']): Span =>
  span(safe`${sized(clean(guard ?? ''), 9)}  `, guard === 'protected' ? 'bad' : 'dim');

/** Returns the rows that fit, each with its number, kind, name and details. */
export function choiceLines(
  state: State,
  { topic, rows, choice }: DialogOf<'choose'>,
  height: number,
): Required<Page> {
  const room = Math.max(1, height - 1);
  const top = topForChoice(choice, rows.length, room);
  const { columns } = state.screen.size;
  const narrow = isNarrow(columns);
  const isMixed = rows.some(({ kind }) => kind !== rows[0]?.kind);
  const isLogins = topic === 'logins';
  const kindCells = narrow ? (isMixed && !isLogins ? 4 : 0) : 12;
  const nameCells = Math.max(
    12,
    Math.min(isLogins ? longestName(rows) : 40, columns - kindCells - (narrow ? 20 : 42)),
  );
  const hasGuards = rows.some(({ guard }) => guard !== undefined);
  const detailCells = columns - kindCells - nameCells - (hasGuards ? 20 : 9);
  const shown = rows.slice(top, top + room).map(({ id, kind, label, detail, isCurrent, guard }, at) =>
    textLine(
      id,
      span(safe`   ${top + at < 9 ? safe`${top + at + 1}` : safe` `} `, 'key'),
      span(sized(kind, kindCells), 'label'),
      span(isCurrent ? safe`●` : safe` `, 'accent'),
      // Without details a label takes the whole row.
      span(safe` ${detail === '' ? label : sized(label, nameCells)} `, isCurrent ? 'accent' : 'strong'),
      ...(hasGuards && detail !== '' ? [guardSpan(guard)] : []),
      // Of an address and a workspace, the ends tell most.
      span(isLogins ? cutMiddle(detail, Math.max(1, detailCells)) : detail, 'dim'),
    ),
  );
  const hint =
    topic === 'bookmarks' ? safe`${keyName(state.user.keymap, 'bookmark.toggle')} removes one` : undefined;
  return { lines: [titleLine('choose', CHOICE_TITLES[topic], hint), ...shown], cursor: choice - top + 1 };
}
