import { safe } from '../../../text/sanitise.ts';

/** Runs the marked row. */
export const ACCEPT = {
  id: 'palette.accept',
  keys: ['enter'],
  title: safe`run the marked row, or open it`,
  isInField: true,
} as const;

/** Completes a line. */
export const COMPLETE = {
  id: 'palette.complete',
  keys: ['tab'],
  title: safe`complete the marked row`,
  isInField: true,
} as const;

/** Keys of view commands that act in the choices of the palette while nothing is typed. */
export const SCOPE_KEYS = [
  { id: 'place.jump', title: safe`choices: run the row with this number` },
  { id: 'bookmark.toggle', title: safe`bookmarks: remove one, or restore it` },
  { id: 'bookmark.list', title: safe`bookmarks: close` },
  { id: 'app.help', title: safe`help: close` },
];
