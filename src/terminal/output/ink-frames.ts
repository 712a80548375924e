import { HIDE_CURSOR, SYNC_BEGIN, SYNC_END } from '../sequences.ts';

/** Sequences that Ink writes to erase the frame before: cursor movements and erasing, no colours. */
const ERASING = /^(?:\x1b\[(?:\?25l|[\d;]*[A-LN-Za-ln-z]))+/;

export type InkWrite =
  /** Part of an unfinished frame, or erasing: not passed on. */
  | { readonly kind: 'held' }
  /** Not part of a frame: passed on unchanged. */
  | { readonly kind: 'other' }
  /** End of a frame: its rows, and true if the cursor is to be hidden first. */
  | { readonly kind: 'frame'; readonly lines: readonly string[]; readonly hidesCursor: boolean };

const HELD: InkWrite = { kind: 'held' };

/** Collects Ink's writes. Drops erasing between frames: a frame follows. */
export function frameCollector(): (text: string) => InkWrite {
  let frame: string | undefined;
  return text => {
    if (frame !== undefined) {
      if (text !== SYNC_END) {
        frame += text;
        return HELD;
      }
      const hidesCursor = frame.includes(HIDE_CURSOR);
      const lines = frame.replace(HIDE_CURSOR, '').replace(ERASING, '').split('\n');
      frame = undefined;
      return { kind: 'frame', lines, hidesCursor };
    }
    if (text === SYNC_BEGIN) {
      frame = '';
      return HELD;
    }
    const erases = text !== '' && text !== HIDE_CURSOR && text.replace(ERASING, '') === '';
    return erases ? HELD : { kind: 'other' };
  };
}
