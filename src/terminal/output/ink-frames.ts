const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const HIDE_CURSOR = '\x1b[?25l';

/** What Ink writes before a frame to erase the one before: cursor movements and erasing, no colours. */
const ERASING = /^(?:\x1b\[(?:\?25l|[\d;]*[A-LN-Za-ln-z]))+/;

/** What is to be done with something that Ink wrote. */
export type Gathered =
  /** Nothing yet, or ever. */
  | { readonly is: 'kept' }
  /** It is no part of a frame: write it as it is. */
  | { readonly is: 'other' }
  /** A frame is whole: its rows, and whether the cursor is to be hidden first. */
  | { readonly is: 'frame'; readonly lines: readonly string[]; readonly hides: boolean };

const KEPT: Gathered = { is: 'kept' };

/** Collects what Ink writes between the marks of a frame. Erasing outside of a frame is left out: a frame follows. */
export function gatherer(): (text: string) => Gathered {
  let held: string | undefined;
  return text => {
    if (held !== undefined) {
      if (text !== SYNC_END) {
        held += text;
        return KEPT;
      }
      const hides = held.includes(HIDE_CURSOR);
      const lines = held.replace(HIDE_CURSOR, '').replace(ERASING, '').split('\n');
      held = undefined;
      return { is: 'frame', lines, hides };
    }
    if (text === SYNC_BEGIN) {
      held = '';
      return KEPT;
    }
    const erases = text !== '' && text !== HIDE_CURSOR && text.replace(ERASING, '') === '';
    return erases ? KEPT : { is: 'other' };
  };
}
