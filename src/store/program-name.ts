import type { SafeText } from '../text/sanitise.ts';

/** What the first row begins with, where there is room for it. */
export const PROGRAM_NAME = ' botscope' as SafeText;

/** On fewer columns the way here needs the room of the program's own name, and of how long an answer took. */
export const NAMED_FROM = 80;
