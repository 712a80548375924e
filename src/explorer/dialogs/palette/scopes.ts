import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { PaletteScope } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { keyRows } from './key-rows.ts';
import { row, type Suggestion } from './named-rows.ts';

/** Rows of the palette for one choice. */
type Scope = {
  readonly title: SafeText;
  /** Text at the right of the title. */
  readonly right?: SafeText;
  /** The command whose key opens it, and closes it while nothing is typed. */
  readonly opener?: string;
  readonly rows: (state: State) => readonly Suggestion[];
};

export const scopes: { readonly [S in PaletteScope]: Scope } = {
  keys: { title: safe`Help`, right: safe`Esc closes`, opener: 'app.help', rows: keyRows },
};

const NO_MATCH = row({ words: '', title: safe``, label: safe`No matches.`, kind: 'none' });

/** Returns the rows of a scope that contain every typed word. Keys are found as settings write them, too. */
export function scopeRows(state: State, scope: PaletteScope, typed: string): readonly Suggestion[] {
  const words = typed.toLowerCase().replace('ctrl+', 'ctrl-').split(/\s+/);
  const rows = scopes[scope].rows(state).filter(each => {
    const text = `${each.words} ${each.id} ${each.label} ${each.title} ${each.key}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return rows.length > 0 ? rows : [NO_MATCH];
}
