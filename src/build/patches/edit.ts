/** One change to the text of a package's file while it is bundled. */
export type Replacement = {
  /** Path below `node_modules`, with forward slashes. */
  readonly file: string;
  /** Why the text cannot go into the bundle as it is. */
  readonly reason: string;
  /** The new text. Throws if the text it was written for is gone. */
  readonly edit: (text: string) => string;
};

/** `text` with its one occurrence of `find` exchanged for `put`. Throws unless there is exactly one. */
export function swap(text: string, find: string, put: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`expected once, found ${parts.length - 1} times: ${find}`);
  return parts.join(put);
}

/** `text` without the stretch from `from`, which is there once, to the next `to`, both included. Throws if it is not there. */
export function cut(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (end < 0) throw new Error(`expected once, found 0 times: ${start < 0 ? from : to}`);
  return swap(text, text.slice(start, end + to.length), '');
}
