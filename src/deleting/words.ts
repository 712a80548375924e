import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { Checked } from './check.ts';
import type { Result } from './delete-one.ts';
import type { Entry } from './journal.ts';

/** What is said of a delete: whether the record is gone now, as far as is known, and a sentence. */
export type Told = { readonly isGone: boolean; readonly words: SafeText };

const there = (words: SafeText): Told => ({ isGone: false, words });

function ended(result: Result, what: SafeText): Told {
  switch (result.end) {
    case 'deleted':
      return {
        isGone: true,
        words: result.lost
          ? safe`Deleted ${what}: the answer was lost, but it is gone (404).`
          : safe`Deleted ${what}.`,
      };
    case 'gone':
      return { isGone: true, words: safe`${what} was already gone (404).` };
    case 'not-deleted':
      return there(
        result.lost ? safe`Not deleted: read again, it is still there.` : safe`Nothing was deleted.`,
      );
    case 'unknown':
      return there(safe`Outcome unknown: it may or may not be deleted. Nothing is sent again by itself.`);
    case 'played':
      return there(safe`Dry run: ${result.request} would be sent. Nothing was.`);
    case 'unsent':
      return there('why' in result ? safe`Nothing was sent: ${result.why}.` : safe`Nothing was sent.`);
  }
}

/** `what`: the record, as people know it. What could not be written down is said as well. */
export function told(result: Result, what: SafeText): Told {
  const { isGone, words } = ended(result, what);
  const { unwritten } = 'unwritten' in result ? result : {};
  return unwritten === undefined ? { isGone, words } : { isGone, words: safe`${words} But ${unwritten}.` };
}

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
