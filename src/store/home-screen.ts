import type { Line } from './line.ts';
import { homeLines } from './place-jumps.ts';
import type { State } from './state.ts';

/** What the lines of the home screen depend on besides those of its record. */
const HOME_PARTS = [
  'memory',
  'lists',
  'records',
  'size',
  'server',
  'views',
  'now',
  'skewMs',
  'keymap',
] as const;
let lastHome:
  | { readonly lines: readonly Line[]; readonly state: State; readonly made: readonly Line[] }
  | undefined;

/** The lines of the home screen, made again only when something it shows has changed. */
export function home(lines: readonly Line[], state: State): readonly Line[] {
  const last = lastHome;
  if (last?.lines === lines && HOME_PARTS.every(part => last.state[part] === state[part])) return last.made;
  const made = homeLines(lines, state);
  lastHome = { lines, state, made };
  return made;
}
