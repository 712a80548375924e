/** Sequences that several outputs send or recognise. */
export const SYNC_BEGIN = '\x1b[?2026h';
export const SYNC_END = '\x1b[?2026l';
export const HIDE_CURSOR = '\x1b[?25l';
/** Turn the markers around pastes on and off. */
export const PASTES_MARKED = '\x1b[?2004h';
export const PASTES_UNMARKED = '\x1b[?2004l';
