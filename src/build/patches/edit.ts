/** A change to the source of a package file for the bundle. */
export type Replacement = {
  /** Path below `node_modules`, with forward slashes. */
  readonly file: string;
  /** Reason why the source cannot be bundled unchanged. */
  readonly reason: string;
  /** Returns the new source. Throws if the expected text is gone. */
  readonly edit: (text: string) => string;
};

/** Replaces the one occurrence of `find`. Throws unless there is exactly one. */
export function swap(text: string, find: string, replacement: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`expected once, found ${parts.length - 1} times: ${find}`);
  return parts.join(replacement);
}

/**
 * Removes the text from the one occurrence of `from` to the next `to`, both included. Throws if there is
 * none.
 */
export function cut(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (end < 0) throw new Error(`expected once, found 0 times: ${start < 0 ? from : to}`);
  return swap(text, text.slice(start, end + to.length), '');
}
