import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { Checked } from './check.ts';
import type { Entry } from './journal.ts';

const named = ({ kind, ids }: Entry): SafeText =>
  safe`${clean(kind)} ${cutMiddle(clean(Object.values(ids).at(-1) ?? ''), 13)}`;

/** What is said at the start of deletes that an earlier run did not finish; undefined when there are none. */
export function openWords(open: readonly Entry[]): SafeText | undefined {
  const [first] = open;
  if (first === undefined) return undefined;
  const more = open.length === 1 ? safe`` : safe` and ${open.length - 1} more`;
  return safe`Unfinished delete of ${named(first)}${more}: :unfinished looks it up.`;
}

const FOUND: { readonly [F in Checked['found']]: SafeText } = {
  deleted: safe`is gone (404)`,
  'not-deleted': safe`is still there`,
  unread: safe`could not be read: unknown`,
};

/** What was found of them. */
export function checkedNotice(checked: readonly Checked[]): {
  readonly tone: 'good' | 'warn';
  readonly text: SafeText;
} {
  const isSure = checked.every(({ found }) => found !== 'unread');
  const parts = checked.map(({ entry, found }) => safe`${named(entry)} ${FOUND[found]}`);
  const text = parts.length === 0 ? safe`Every delete that was begun was also ended.` : joinSafe(parts, '; ');
  return { tone: isSure ? 'good' : 'warn', text };
}
