import { idEnd, typeableName } from '../../../deletion/confirmation.ts';
import type { Remark } from '../../../resources/diagnosis-rule.ts';
import { ownId, ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import {
  countedRecords,
  deleteAction,
  nameOf,
  type Ref,
  type Resource,
  rawName,
} from '../../../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { MarkedRef } from '../../selection/list-marks.ts';
import type { Confirmation, DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';
import { knownRecords } from '../../state/known-records.ts';
import { knownRecord, type State } from '../../state/state.ts';
import { editorText, emptyEditor } from '../../state/text-field.ts';
import { CHANGED_WORDS, HIDDEN_WORDS, idName, includedTargets, singleTarget } from './targets.ts';

/**
 * Shortest times from the last letter, from the opening, and from an Enter that did nothing, to an Enter that
 * counts. A held key repeats faster; its first repeat may take a second.
 */
export const AFTER_LETTER_MS = 150;
export const AFTER_OPENING_MS = 300;
export const AFTER_REFUSAL_MS = 1200;

/** Returns true if another loaded record has this name. */
function isShared(state: State, resource: Resource, { name, id }: { name: string; id: string }): boolean {
  const rows = Object.values(state.data.lists).flatMap(load => load.last?.value.items ?? []);
  return rows.some(item => rawName(resource, item) === name && ownId(item) !== id);
}

/** Returns the name as confirmation; the end of the id if the name is missing, shared or hard to type. */
function confirmationOf(state: State, resource: Resource, { ref, record }: DeleteTarget): Confirmation {
  const id = ref.ids[ownIdName(resource)] ?? '';
  const name = typeableName(resource, record);
  return name === undefined || isShared(state, resource, { name, id })
    ? { kind: 'id', text: idEnd(resource, ref) }
    : { kind: 'name', text: name };
}

const MAX_NAMES = 3;

/**
 * Returns how many of the loaded records use this one. Records that are not loaded do not count as unused.
 */
function usageOf(state: State, resource: Resource, ref: Ref): readonly Remark[] {
  return resource.children.flatMap((child): readonly Remark[] => {
    if (child.from !== 'known') return [];
    const users = resourceOf(child.to);
    const { records, count, plural, unlisted } = knownRecords(child.to, state.data.records, state.data.lists);
    const names = records
      .filter(({ loaded }) => child.uses(loaded.value, ref) !== undefined)
      .map(({ loaded }) => nameOf(users, loaded.value));
    const coverage = safe`${count} checked${unlisted === undefined ? safe`` : safe`, no ${unlisted}`}`;
    if (names.length === 0)
      return [{ tone: 'plain', text: safe`Used by none of the ${plural} loaded so far (${coverage})` }];
    const more = names.length > MAX_NAMES ? safe` and ${names.length - MAX_NAMES} more` : safe``;
    const shown = joinSafe(names.slice(0, MAX_NAMES), ', ');
    return [
      {
        tone: 'warn',
        text: safe`Used by at least ${countedRecords(users, names.length)}: ${shown}${more} (${coverage})`,
      },
    ];
  });
}

/** Returns the facts about a single target, from its record as last read. */
function remarksOf(state: State, target: DeleteTarget, now: number): readonly Remark[] {
  const { ref, record, isChanged, isHidden } = target;
  const resource = resourceOf(ref.kind);
  if (record === undefined) return [];
  return [
    ...(deleteAction(resource)?.notes.flatMap(({ one }) => one(record, { now, exact: false }) ?? []) ?? []),
    ...(isChanged ? [{ tone: 'warn', text: CHANGED_WORDS } as const] : []),
    ...(isHidden ? [{ tone: 'warn', text: HIDDEN_WORDS } as const] : []),
    ...usageOf(state, resource, ref),
  ];
}

/** Returns the confirmation and the facts of a dialog with a single target; of several both are derived. */
export function singleFacts(
  state: State,
  dialog: Pick<DeleteDialog, 'recordKind' | 'targets'>,
  now: number,
): Pick<DeleteDialog, 'confirmation' | 'remarks'> {
  const target = singleTarget(dialog);
  if (target === undefined) return { remarks: [] };
  const resource = resourceOf(dialog.recordKind);
  return {
    confirmation: confirmationOf(state, resource, target),
    remarks: remarksOf(state, target, now),
  };
}

/** Returns a target as it is known when the dialog opens. */
function newTarget(state: State, resource: Resource, { ref, isHidden }: MarkedRef): DeleteTarget {
  const record = knownRecord(state, ref);
  const name = record === undefined ? idName(resource, { ref }) : nameOf(resource, record);
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
  const resource = resourceOf(kind);
  const targets = marked.map(each => newTarget(state, resource, each));
  return {
    kind: 'delete',
    recordKind: kind,
    targets,
    ...(from === undefined ? {} : { from }),
    ...singleFacts(state, { recordKind: kind, targets }, now),
    phase: resource.read === undefined ? 'confirming' : 'reading',
    editor: emptyEditor,
    openedAt: now,
    typedAt: now,
    since: now,
    graceMs: state.session.writeProtection.graceMs,
    isInList: false,
    cursor: 0,
  };
}

/**
 * Returns the text that confirms the delete: `delete 3`, or the name or the end of the id of a single target.
 */
export const confirmationText = (dialog: DeleteDialog): string =>
  dialog.confirmation?.text ?? `delete ${includedTargets(dialog).length}`;

/** Why nothing can be deleted: every target is excluded, or could not be loaded again. */
export const NO_TARGETS = safe`No record is left to delete.`;

/** Returns true if the text that confirms the delete was typed. */
export const isConfirmed = (dialog: DeleteDialog): boolean =>
  includedTargets(dialog).length > 0 && editorText(dialog.editor) === confirmationText(dialog);

/** Returns true if this Enter may be the repeat of one that did nothing, which is still held down. */
export const mayBeHeld = ({ refusedAt = Number.NEGATIVE_INFINITY }: DeleteDialog, now: number): boolean =>
  now - refusedAt < AFTER_REFUSAL_MS;

/** Returns why Enter does not delete now. `isAlone`: no other key came in the same read. */
export function refusal(dialog: DeleteDialog, now: number, isAlone: boolean): SafeText | undefined {
  if (dialog.phase !== 'confirming') return safe`Wait: a request is under way.`;
  if (includedTargets(dialog).length === 0) return NO_TARGETS;
  if (!isConfirmed(dialog)) return safe`That doesn't match. Nothing was sent.`;
  const isEarly = now - dialog.typedAt < AFTER_LETTER_MS || now - dialog.openedAt < AFTER_OPENING_MS;
  return isEarly || !isAlone || mayBeHeld(dialog, now)
    ? safe`Matches. Wait a second, then press Enter again to delete.`
    : undefined;
}
