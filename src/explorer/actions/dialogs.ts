import type { SafeText } from '../../text/sanitise.ts';
import type { AnyDialog } from '../state/dialogs.ts';
import type { Notice } from '../state/state.ts';
import type { Ports } from '../state/store.ts';

export type DialogActions = {
  readonly openDialog: (dialog: AnyDialog) => void;
  /**
   * Changes some fields of a dialog. Does nothing if the dialog was closed or has changed since the caller
   * read it.
   */
  readonly changeDialog: <D extends AnyDialog>(dialog: D, changes: Partial<D>) => void;
  readonly closeDialog: () => void;
  readonly notify: (tone: Notice['tone'], text: SafeText) => void;
};

export const createDialogActions = ({ store }: Pick<Ports, 'store'>): DialogActions => ({
  openDialog: dialog => store.setState({ dialog }),
  changeDialog: (dialog, changes) => {
    if (store.getState().dialog === dialog) store.setState({ dialog: { ...dialog, ...changes } });
  },
  closeDialog: () => store.setState({ dialog: undefined }),
  notify: (tone, text) => store.setState({ notice: { tone, text } }),
});
