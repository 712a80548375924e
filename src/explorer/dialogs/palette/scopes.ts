import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { PaletteDialog, PaletteScope } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { keyRows } from './key-rows.ts';
import { row, type Suggestion } from './named-rows.ts';
import { pastedRows } from './pasted-text.ts';

/** Rows of the palette for one choice. */
type Scope = {
  readonly title: SafeText;
  /** Text at the right of the title. */
  readonly right?: SafeText;
  /** The command whose key opens it, and closes it while nothing is typed. */
  readonly opener?: string;
  /** True if its first nine rows have digits, which act while nothing is typed. */
  readonly isNumbered?: true;
  readonly rows: (state: State, dialog: PaletteDialog) => readonly Suggestion[];
};

export const scopes: { readonly [S in PaletteScope]: Scope } = {
  keys: { title: safe`Help`, right: safe`Esc closes`, opener: 'app.help', rows: keyRows },
  pasted: {
    title: safe`Open pasted id as …`,
    isNumbered: true,
    rows: (state, { pasted = '' }) => pastedRows(state, pasted),
  },
};

const NO_MATCH = row({ words: '', title: safe``, label: safe`No matches.`, kind: 'none' });

/** Returns the rows of a scope that contain every typed word. Keys are found as settings write them, too. */
export function scopeRows(state: State, dialog: PaletteDialog): readonly Suggestion[] {
  const words = editorText(dialog.editor).toLowerCase().replace('ctrl+', 'ctrl-').split(/\s+/);
  const rows = dialog.scope === undefined ? [] : scopes[dialog.scope].rows(state, dialog);
  const found = rows.filter(each => {
    const text = `${each.words} ${each.id} ${each.label} ${each.title} ${each.key}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return found.length > 0 ? found : [NO_MATCH];
}
