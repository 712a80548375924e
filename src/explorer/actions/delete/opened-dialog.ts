import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';
import type { Ports } from '../../state/ports.ts';
import type { Notice } from '../../state/state.ts';
import { update } from '../../state/store.ts';

/** Reads and changes the open delete dialog. Without one, changes do nothing. */
export type OpenedDialog = {
  /**
   * Opens a dialog. The function returned is true until that opening ends, so that late responses can be
   * dropped.
   */
  readonly open: (dialog: DeleteDialog) => () => boolean;
  readonly present: () => DeleteDialog | undefined;
  readonly change: (next: (dialog: DeleteDialog) => Partial<DeleteDialog>) => void;
  /** Begins a phase without a hint from before. */
  readonly enter: (phase: DeleteDialog['phase'], changes?: Partial<DeleteDialog>) => void;
  readonly changeTarget: (at: number, changes: Partial<DeleteTarget>) => void;
  readonly close: (notice?: Notice) => void;
};

/** Returns access to the delete dialog in the store; each change also updates the time on the screen. */
export function openedDialog({ store, now }: Pick<Ports, 'store' | 'now'>): OpenedDialog {
  let opening = {};

  function present(): DeleteDialog | undefined {
    const { dialog } = store.getState();
    return dialog?.kind === 'delete' ? dialog : undefined;
  }

  function change(next: (dialog: DeleteDialog) => Partial<DeleteDialog>): void {
    const dialog = present();
    if (dialog !== undefined)
      update(store, { dialog: { ...dialog, ...next(dialog) }, session: { now: now() } });
  }

  return {
    open: dialog => {
      store.setState({ dialog });
      const mine = {};
      opening = mine;
      return () => mine === opening && present() !== undefined;
    },
    present,
    change,
    enter: (phase, changes = {}) => change(() => ({ hint: undefined, phase, since: now(), ...changes })),
    changeTarget: (at, changes) =>
      change(({ targets }) => ({
        targets: targets.map((target, index) => (index === at ? { ...target, ...changes } : target)),
      })),
    close: notice => {
      opening = {};
      store.setState({ dialog: undefined, ...(notice === undefined ? {} : { notice }) });
    },
  };
}
