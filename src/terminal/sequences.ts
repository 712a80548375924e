export const SYNC_BEGIN = '\x1b[?2026h';
export const SYNC_END = '\x1b[?2026l';
export const HIDE_CURSOR = '\x1b[?25l';
export const SHOW_CURSOR = '\x1b[?25h';
/** SGR 53 and 55, which no skin has: around the cell where text is inserted, for the terminal's cursor. */
export const INSERTION_POINT = ['\x1b[53m', '\x1b[55m'] as const;
export const PASTES_MARKED = '\x1b[?2004h';
export const PASTES_UNMARKED = '\x1b[?2004l';
export const FOCUS_IN = '\x1b[I';
export const FOCUS_OUT = '\x1b[O';
/** DSR 5. Every terminal replies in order: it has then shown everything sent before. */
export const STATUS_QUERY = '\x1b[5n';
export const STATUS_REPLY = '\x1b[0n';
