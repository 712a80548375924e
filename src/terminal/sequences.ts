export const ALTERNATE = '\x1b[?1049h';
export const PRIMARY = '\x1b[?1049l';
/** A terminal without a second screen would keep the last frame, and the prompt would land in it. */
const WIPE = '\x1b[0m\x1b[H\x1b[J';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
export const HIDE_CURSOR = '\x1b[?25l';
export const SYNC_BEGIN = '\x1b[?2026h';
export const SYNC_END = '\x1b[?2026l';

/** To the alternate screen, where a row that turns out wider than it was measured is cut and pushes nothing down. */
export const ENTER = ALTERNATE + WRAP_OFF;
/** Back from there. */
export const LEAVE = WIPE + WRAP_ON + PRIMARY;
/** Frames at once, no bracketed paste, wrapping, a visible cursor, plain text. */
export const PLAIN = `${SYNC_END}\x1b[?2004l${WRAP_ON}\x1b[?25h\x1b[0m`;
