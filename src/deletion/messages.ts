import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { Entry } from './journal.ts';
import type { Checked, OpenDeletes } from './recover.ts';

const named = ({ kind, ids }: Entry): SafeText =>
  safe`${clean(kind)} ${cutMiddle(clean(Object.values(ids).at(-1) ?? ''), 13)}`;

/** The first of several, and how many more there are. */
function firstOf([first, ...others]: readonly Entry[]): SafeText | undefined {
  if (first === undefined) return undefined;
  return others.length === 0 ? named(first) : safe`${named(first)} and ${others.length} more`;
}

function underWayWords(entries: readonly Entry[]): SafeText | undefined {
  const first = firstOf(entries);
  return first === undefined
    ? undefined
    : safe`Still under way: delete of ${first}. Look again with :unfinished once it has ended.`;
}

/** Returns what to say at the start of deletes without a recorded outcome; undefined when there are none. */
export function openWords({ due, underWay }: OpenDeletes): SafeText | undefined {
  const first = firstOf(due);
  return first === undefined
    ? underWayWords(underWay)
    : safe`Unfinished delete of ${first}: :unfinished looks it up.`;
}

const FOUND: { readonly [F in Checked['found']]: SafeText } = {
  deleted: safe`is gone (404)`,
  'not-deleted': safe`is still there`,
  unread: safe`could not be read: unknown`,
  closed: safe`cannot be looked up: its outcome stays unknown`,
};

/** So many are named one by one. */
const MAX_NAMED = 4;

function countWords(checked: readonly Checked[]): SafeText {
  const parts = Object.entries(FOUND).flatMap(([found, words]) => {
    const count = checked.filter(each => each.found === found).length;
    return count === 0 ? [] : [safe`${count}: ${words}`];
  });
  return safe`${checked.length} unfinished deletes looked up. ${joinSafe(parts, '; ')}`;
}

/** Returns the report on unfinished deletes. `left`: so many were not looked up, and why. */
export function checkedNotice(
  checked: readonly Checked[],
  { underWay, foreign }: OpenDeletes,
  left?: { readonly count: number; readonly why: SafeText } | undefined,
): { readonly tone: 'good' | 'warn'; readonly text: SafeText } {
  const isSure = checked.every(({ found }) => found === 'deleted' || found === 'not-deleted');
  const each = checked.map(({ entry, found }) => safe`${named(entry)} ${FOUND[found]}`);
  const found = each.length > MAX_NAMED ? countWords(checked) : joinSafe(each, '; ');
  const unwritten = checked.find(one => one.unwritten !== undefined)?.unwritten;
  const parts = [
    ...(left === undefined ? [] : [safe`${left.why}: ${left.count} not looked up, :unfinished goes on.`]),
    ...(each.length === 0 ? [] : [safe`${found}.`]),
    ...(unwritten === undefined ? [] : [safe`But ${unwritten}.`]),
    ...[underWayWords(underWay) ?? []].flat(),
    ...(foreign.length === 0
      ? []
      : [safe`Written by a later botscope and left to it: delete of ${firstOf(foreign) ?? safe``}.`]),
  ];
  const isGood = isSure && parts.length === Math.min(1, each.length);
  const text = parts.length === 0 ? safe`Every delete that was begun was also ended.` : joinSafe(parts, ' ');
  return { tone: isGood ? 'good' : 'warn', text };
}
