import { resourceOf } from '../../../resources/registry.ts';
import { nameOf, type Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { MarkedRef } from '../../selection/cursor.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { knownRecord, type Notice, type State } from '../../state/state.ts';
import { type Ports, update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { LoadActions } from '../load/load.ts';
import { confirmationOf } from './confirmation.ts';
import { idName } from './targets.ts';

/** `from`: the record whose screen lists the records of one kind. */
export function newDeleteDialog(
  state: State,
  marked: readonly MarkedRef[],
  now: number,
  from?: Ref,
): DeleteDialog | undefined {
  const kind = marked[0]?.ref.kind;
  if (kind === undefined) return undefined;
  const targets = marked.map(({ ref, isHidden }): DeleteDialogTarget => {
    const record = knownRecord(state, ref);
    const name = record === undefined ? idName({ ref }) : nameOf(resourceOf(ref.kind), record);
    return { ref, name, ...(isHidden && { isHidden }), ...(record && { record }) };
  });
  return {
    kind: 'delete',
    recordKind: kind,
    targets,
    ...(from && { from }),
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

/** Changes nothing without an open dialog; each change also updates the time on the screen. */
export function openedDialog({ store, now }: Pick<Ports, 'store' | 'now'>) {
  let opening = {};

  function current(): DeleteDialog | undefined {
    const { dialog } = store.getState();
    return dialog?.kind === 'delete' ? dialog : undefined;
  }

  function change(next: (dialog: DeleteDialog) => Partial<DeleteDialog>): void {
    const dialog = current();
    if (dialog !== undefined)
      update(store, { dialog: { ...dialog, ...next(dialog) }, session: { now: now() } });
  }

  return {
    /** True until this opening ends: late responses are dropped by it. */
    open: (dialog: DeleteDialog): (() => boolean) => {
      store.setState({ dialog });
      const mine = {};
      opening = mine;
      return () => mine === opening && current() !== undefined;
    },
    current,
    change,
    enter: (phase: DeleteDialog['phase'], changes: Partial<DeleteDialog> = {}): void =>
      change(() => ({ hint: undefined, wait: undefined, top: 0, phase, since: now(), ...changes })),
    changeTarget: (target: DeleteDialogTarget | undefined, changes: Partial<DeleteDialogTarget>): void =>
      change(({ targets }) => ({
        wait: undefined,
        targets: targets.map(each => (each.ref === target?.ref ? { ...each, ...changes } : each)),
      })),
    close: (tone?: Notice['tone'], text = safe``): void => {
      opening = {};
      store.setState({ dialog: undefined, ...(tone && { notice: { tone, text } }) });
    },
  };
}

export type DeleteDialogContext = Ports & LoadActions & { readonly dialog: ReturnType<typeof openedDialog> };
