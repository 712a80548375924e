import { safe } from '../../text/sanitise.ts';
import { type Hint, hint } from '../facts/line.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { questionDialog } from './confirm/question.ts';
import { deleteDialog } from './delete/dialog.ts';
import { filterDialog, findDialog, unlockDialog } from './form/field.ts';
import { loginDialog } from './form/login.ts';
import { saveDialog } from './form/save.ts';
import { paletteDialog } from './palette/dialog.ts';
import { type Dialog, type DialogArea, type DialogOf, hintsOf, type Page, upKey } from './shared/dialog.ts';
import { failureDialog, secretDialog } from './text/text.ts';

/** Keyboard, paste, painting and speech look dialogs up here and know none by name. */
export const dialogs: { readonly [K in AnyDialog['kind']]: Dialog<DialogOf<K>> } = {
  delete: deleteDialog,
  failure: failureDialog,
  filter: filterDialog,
  find: findDialog,
  palette: paletteDialog,
  login: loginDialog,
  question: questionDialog,
  secret: secretDialog,
  save: saveDialog,
  unlock: unlockDialog,
};

export const descriptionOf = (dialog: AnyDialog): Dialog<AnyDialog> =>
  dialogs[dialog.kind] as Dialog<AnyDialog>;

export const dialogPage = (state: State, dialog: AnyDialog, area: DialogArea): Page =>
  descriptionOf(dialog).lines?.(state, dialog, area) ?? { lines: [] };

export function dialogHints(state: State, dialog: AnyDialog): readonly Hint[] {
  const { hints, commands = [], esc = safe`close`, recall, more } = descriptionOf(dialog);
  const own = hints?.(dialog, state);
  if (own !== undefined) return own;
  const [first = [], ...others] = hintsOf(commands, dialog, state);
  const hasLast = recall !== undefined && recall.text(state) !== '';
  return [
    first,
    hint(safe`Esc`, typeof esc === 'function' ? esc(dialog) : esc),
    ...others,
    hasLast ? hint(upKey(state), recall.name) : [],
    more?.(state, dialog) ?? [],
  ].flat();
}
