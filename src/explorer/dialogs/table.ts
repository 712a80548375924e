import type { AnyDialog } from '../state/dialogs.ts';
import { consentDialog } from './consent/dialog.ts';
import { deleteDialog } from './delete/dialog.ts';
import { failureDialog } from './failure/dialog.ts';
import { filterDialog } from './filter/dialog.ts';
import { findDialog } from './find/dialog.ts';
import { loginDialog } from './form/login.ts';
import { saveDialog } from './form/save.ts';
import { paletteDialog } from './palette/dialog.ts';
import { runDialog } from './run/dialog.ts';
import { secretDialog } from './secret/dialog.ts';
import type { Dialog, DialogOf } from './shared/dialog.ts';
import { unlockDialog } from './unlock/dialog.ts';

/** All dialogs. Keyboard, paste, painting and speech look them up here and know none by name. */
export const dialogs: { readonly [K in AnyDialog['kind']]: Dialog<DialogOf<K>> } = {
  consent: consentDialog,
  delete: deleteDialog,
  failure: failureDialog,
  filter: filterDialog,
  find: findDialog,
  palette: paletteDialog,
  login: loginDialog,
  secret: secretDialog,
  run: runDialog,
  save: saveDialog,
  unlock: unlockDialog,
};

/** Returns the description of a dialog. Its functions take that dialog and no other. */
export const recordOf = (dialog: AnyDialog): Dialog<AnyDialog> => dialogs[dialog.kind] as Dialog<AnyDialog>;
