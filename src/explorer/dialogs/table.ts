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
import { type Dialog, type DialogArea, type DialogOf, footerOf, type Page, upKey } from './shared/dialog.ts';
import { failureDialog, secretDialog } from './text/text.ts';

/** All dialogs. Keyboard, paste, painting and speech look them up here and know none by name. */
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

/** Returns the description of a dialog. Its functions take that dialog and no other. */
export const descriptionOf = (dialog: AnyDialog): Dialog<AnyDialog> =>
  dialogs[dialog.kind] as Dialog<AnyDialog>;

/** Returns the lines of a dialog that fit; a field above the keys has none. */
export const dialogPage = (state: State, dialog: AnyDialog, area: DialogArea): Page =>
  descriptionOf(dialog).lines?.(state, dialog, area) ?? { lines: [] };

export function dialogHints(state: State, dialog: AnyDialog): readonly Hint[] {
  const { hints, commands: own = [], esc = safe`close`, recall, more } = descriptionOf(dialog);
  if (hints !== undefined) return hints(dialog, state);
  const hasLast = recall !== undefined && recall.text(state) !== '';
  return [
    ...footerOf(own, esc, [dialog, state]),
    ...(hasLast ? [hint(upKey(state), recall.name)] : []),
    ...(more?.(state, dialog) ?? []),
  ];
}
