import { type JournalEntry, unreadableWords } from '../../../deletion/journal.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { OpenDeletes, OutcomeCheck } from './recover.ts';

const recordWords = ({ kind, ids }: JournalEntry): SafeText =>
  safe`${clean(kind)} ${cutMiddle(clean(Object.values(ids).at(-1) || 'without an id'), 13)}`;

/** Names the first of several deletes and counts the others. */
function firstOf([first, ...others]: readonly JournalEntry[]): SafeText | undefined {
  if (first === undefined) return undefined;
  return others.length === 0 ? recordWords(first) : safe`${recordWords(first)} and ${others.length} more`;
}

function underWayWords(entries: readonly JournalEntry[]): SafeText | undefined {
  const first = firstOf(entries);
  return first === undefined
    ? undefined
    : safe`Still running: the delete of ${first}. Check it later with :unfinished.`;
}

/** Returns the notice on starting: deletes of earlier runs without an outcome, if any. */
export function openDeletesText({ due, pending, underWay }: OpenDeletes): SafeText | undefined {
  const first = firstOf([...due, ...pending]);
  return first === undefined
    ? underWayWords(underWay)
    : safe`The delete of ${first} never finished. :unfinished checks it.`;
}

const FOUND: { readonly [F in OutcomeCheck['found']]: SafeText } = {
  deleted: safe`is gone (404)`,
  'not-deleted': safe`still exists`,
  unread: safe`could not be checked`,
  closed: safe`cannot be checked: its outcome stays unknown`,
};

/** Most deletes that the notice names one by one. */
const MAX_NAMED = 4;

function countWords(checked: readonly OutcomeCheck[]): SafeText {
  const parts = Object.entries(FOUND).flatMap(([found, words]) => {
    const count = checked.filter(each => each.found === found).length;
    return count === 0 ? [] : [safe`${count}: ${words}`];
  });
  return safe`Checked ${checked.length} unfinished deletes. ${joinSafe(parts, '; ')}`;
}

/** Returns the notice after checking unfinished deletes. `left`: deletes not checked, and why. */
export function checkedNotice(
  checked: readonly OutcomeCheck[],
  { pending, waitMs, underWay, foreign, unreadable }: OpenDeletes,
  left?: { readonly count: number; readonly why: SafeText } | undefined,
): { readonly tone: 'good' | 'warn'; readonly text: SafeText } {
  const isSure = checked.every(({ found }) => found === 'deleted' || found === 'not-deleted');
  const each = checked.map(({ entry, found }) => safe`${recordWords(entry)} ${FOUND[found]}`);
  const found = each.length > MAX_NAMED ? countWords(checked) : joinSafe(each, '; ');
  const unwritten = checked.find(one => one.unwritten !== undefined)?.unwritten;
  const running = underWayWords(underWay);
  const waiting = firstOf(pending);
  const skipped = unreadableWords(unreadable);
  const parts = [
    ...(left === undefined ? [] : [safe`${left.why}: ${left.count} not checked, :unfinished continues.`]),
    ...(each.length === 0 ? [] : [safe`${found}.`]),
    ...(unwritten === undefined ? [] : [safe`But ${unwritten}.`]),
    ...(waiting === undefined
      ? []
      : [
          safe`The server may still carry out the delete of ${waiting}: checked in ${Math.ceil(waitMs / 1000)} s.`,
        ]),
    ...(running === undefined ? [] : [running]),
    ...(foreign.length === 0
      ? []
      : [safe`From a newer botscope, not checked: the delete of ${firstOf(foreign) ?? safe``}.`]),
  ];
  const all = [
    ...(parts.length === 0 ? [safe`No unfinished deletes.`] : parts),
    ...(skipped === undefined ? [] : [skipped]),
  ];
  const isGood = isSure && all.length === 1 && (each.length === 1 || parts.length === 0);
  return { tone: isGood ? 'good' : 'warn', text: joinSafe(all, ' ') };
}
