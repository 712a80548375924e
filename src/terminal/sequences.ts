/** Sequences that several outputs send or recognise. */
export const SYNC_BEGIN = '\x1b[?2026h';
export const SYNC_END = '\x1b[?2026l';
export const HIDE_CURSOR = '\x1b[?25l';
/** Turn the markers around pastes on and off. */
export const PASTES_MARKED = '\x1b[?2004h';
export const PASTES_UNMARKED = '\x1b[?2004l';
/** Device status query (DSR 5). Every terminal replies in order: it has then shown everything sent before. */
export const STATUS_QUERY = '\x1b[5n';
/** Reply to the device status query, the same every time. */
export const STATUS_REPLY = '\x1b[0n';
