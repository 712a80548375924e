import { clean, joinSafe, type SafeText, safe } from './sanitise.ts';

/** The fewest changes, added, removed or swapped letters. */
export function editDistance(a: string, b: string): number {
  let above: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (above[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change, swapped));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const short = word.slice(0, 60).toLowerCase();
  const [best] = known
    .map(candidate => ({ candidate, edits: editDistance(short, candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  // At least one letter must be right; of four letters three: `edit` is not `wait`.
  const most = short.length < 5 ? 1 : Math.max(2, Math.floor(short.length / 3));
  const maxEdits = Math.min(short.length - 1, most);
  return best !== undefined && best.edits <= maxEdits ? best.candidate : undefined;
}

export const choiceWords = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** Stands behind a reason; '' if no known word is near. */
export function didYouMean(word: string, known: readonly string[]): SafeText {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? safe`` : safe`; did you mean ${clean(nearest)}?`;
}

export function wordHint(word: string, known: readonly string[]): SafeText {
  const nearest = nearestWord(word, known);
  if (nearest !== undefined) return safe`Did you mean ${clean(nearest)}?`;
  return safe`One of: ${joinSafe(known.map(each => clean(each)))}.`;
}

export const isName = (text: string) => /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(text);

export const shellWord = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
