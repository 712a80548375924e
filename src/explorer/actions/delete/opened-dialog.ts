import { resourceOf } from '../../../resources/registry.ts';
import { nameOf, type Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { MarkedRef } from '../../selection/list-marks.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { knownRecord, type Notice, type State } from '../../state/state.ts';
import { type Ports, update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { LoadActions } from '../load/load.ts';
import { confirmationOf } from './confirmation.ts';
import { idName } from './targets.ts';

/** Returns a target as it is known when the dialog opens. */
function newTarget(state: State, { ref, isHidden }: MarkedRef): DeleteDialogTarget {
  const record = knownRecord(state, ref);
  const name = record === undefined ? idName({ ref }) : nameOf(resourceOf(ref.kind), record);
  return { ref, name, ...(isHidden ? { isHidden } : {}), ...(record === undefined ? {} : { record }) };
}

/** Returns the dialog for records of one kind as it opens. `from`: the record whose screen lists them. */
export function newDeleteDialog(
  state: State,
  kind: string,
  {
    marked,
    from,
    now,
  }: { readonly marked: readonly MarkedRef[]; readonly from?: Ref | undefined; readonly now: number },
): DeleteDialog {
  const targets = marked.map(each => newTarget(state, each));
  return {
    kind: 'delete',
    recordKind: kind,
    targets,
    ...(from === undefined ? {} : { from }),
    confirmation: confirmationOf(state, { targets }),
    phase: resourceOf(kind).read === undefined ? 'confirming' : 'reading',
    editor: emptyEditor,
    openedAt: now,
    typedAt: now,
    since: now,
    graceMs: state.session.writeProtection.graceMs,
    top: 0,
  };
}

/**
 * Returns access to the open delete dialog in the store; without one, changes do nothing. Each change also
 * updates the time on the screen.
 */
export function openedDialog({ store, now }: Pick<Ports, 'store' | 'now'>) {
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
    /** Opens a dialog. Returns what is true until that opening ends: late responses are dropped by it. */
    open: (dialog: DeleteDialog): (() => boolean) => {
      store.setState({ dialog });
      const mine = {};
      opening = mine;
      return () => mine === opening && present() !== undefined;
    },
    present,
    change,
    /** Begins a phase at the top of the page, without a hint from before. */
    enter: (phase: DeleteDialog['phase'], changes: Partial<DeleteDialog> = {}): void =>
      change(() => ({ hint: undefined, top: 0, phase, since: now(), ...changes })),
    changeTarget: (at: number, changes: Partial<DeleteDialogTarget>): void =>
      change(({ targets }) => ({
        targets: targets.map((target, index) => (index === at ? { ...target, ...changes } : target)),
      })),
    close: (tone?: Notice['tone'], text = safe``): void => {
      opening = {};
      store.setState({ dialog: undefined, ...(tone && { notice: { tone, text } }) });
    },
  };
}

export type DeleteDialogContext = Ports & LoadActions & { readonly dialog: ReturnType<typeof openedDialog> };
