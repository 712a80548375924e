/** How many pages a key scrolls in a reader, or how many rows. */
const PAGES: Readonly<Record<string, number>> = {
  space: 1,
  pagedown: 1,
  'ctrl+f': 1,
  b: -1,
  pageup: -1,
  'ctrl+b': -1,
  d: 0.5,
  'ctrl+d': 0.5,
  u: -0.5,
  'ctrl+u': -0.5,
};
const ROWS: Readonly<Record<string, number>> = {
  j: 1,
  down: 1,
  k: -1,
  up: -1,
  g: Number.NEGATIVE_INFINITY,
  home: Number.NEGATIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};

const inTable = (table: Readonly<Record<string, number>>, key: string): number | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** How many rows a key goes in a reader of `height` rows, as in the raw view; undefined when it does not scroll. */
export function readerStep(key: string, height: number): number | undefined {
  const pages = inTable(PAGES, key);
  return pages === undefined ? inTable(ROWS, key) : Math.trunc(pages * height) || Math.sign(pages);
}
