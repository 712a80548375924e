import type { SafeText } from '../text/sanitise.ts';

/** A text that stays text: nothing in it makes a cell, a heading, a link, an image, a formula or a tag. */
export const plain = (text: SafeText): string => text.replace(/[\\`*_{}[\]<>|~&#$]/g, '\\$&');

/** What begins a list, a rule or the line below a heading when it stands first on a line. */
const BEGINS = /^(\s*)([-+=]|\d+(?=[.)]))/;

/** A text that may stand at the beginning of a line. */
export const plainLine = (text: SafeText): string =>
  plain(text).replace(BEGINS, (_all, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );

/** A row of a table; its cells are plain already. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** The head of a table: its titles, and how each column is aligned. */
export const head = (columns: readonly { readonly title: SafeText; readonly align?: string }[]): string =>
  row(columns.map(({ title }) => plain(title))) +
  row(columns.map(({ align }) => (align === 'right' ? '--:' : '---')));

/** A cell of several lines. */
export const cell = (lines: readonly SafeText[]): string => lines.map(plain).join('<br>');
