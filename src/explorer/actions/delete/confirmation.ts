import { idEnd, LOOK_MS, typeableName } from '../../../deletion/confirmation.ts';
import { refId, resourceOf } from '../../../resources/registry.ts';
import { ownId, rawName } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { span } from '../../../text/units.ts';
import type { Confirmation, DeleteDialog } from '../../state/dialogs.ts';
import { isListOf } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { includedTargets, singleTarget } from './targets.ts';

/**
 * Before an Enter counts: since the last letter, since the opening, since an Enter that did nothing. A held
 * key repeats faster; its first repeat may take a second.
 */
export const AFTER_LETTER_MS = 150;
export const AFTER_OPENING_MS = 300;
export const AFTER_REFUSAL_MS = 1200;

/** A single target whose name is missing, shared or hard to type is confirmed by the end of its id. */
export function confirmationOf(state: State, dialog: Pick<DeleteDialog, 'targets'>): Confirmation {
  const target = singleTarget(dialog);
  if (target === undefined) return { kind: 'count', text: `delete ${includedTargets(dialog).length}` };
  const resource = resourceOf(target.ref.kind);
  const name = typeableName(resource, target.record);
  const rows = Object.entries(state.data.lists).flatMap(([key, { last }]) =>
    isListOf(key, resource.kind) ? (last?.value.items ?? []) : [],
  );
  const isShared = rows.some(item => rawName(resource, item) === name && ownId(item) !== refId(target.ref));
  return name === undefined || isShared
    ? { kind: 'id', text: idEnd(resource, target.ref) }
    : { kind: 'name', text: name };
}

export const NO_TARGETS = safe`Nothing left to delete.`;

export const isConfirmed = (dialog: DeleteDialog) =>
  includedTargets(dialog).length > 0 && editorText(dialog.editor) === dialog.confirmation.text;

export const mayBeHeld = ({ refusedAt = -Infinity }: DeleteDialog, now: number) =>
  now - refusedAt < AFTER_REFUSAL_MS;

export function confirmRefusal(dialog: DeleteDialog, now: number, isAlone: boolean): SafeText | undefined {
  if (dialog.phase !== 'confirming') return safe`Wait: a request is under way.`;
  if (includedTargets(dialog).length === 0) return NO_TARGETS;
  if (!isConfirmed(dialog)) return safe`That doesn't match. Nothing was sent.`;
  const isEarly = now - dialog.typedAt < AFTER_LETTER_MS || now - dialog.openedAt < AFTER_OPENING_MS;
  return isEarly || !isAlone || mayBeHeld(dialog, now)
    ? safe`Matches. Wait a second, then press Enter again to delete.`
    : undefined;
}

export const oldestLook = (dialog: Pick<DeleteDialog, 'targets'>) =>
  Math.min(...includedTargets(dialog).map(({ lookedAt = 0 }) => lookedAt));

/** A target is then loaded again before its DELETE is sent. */
export const isLookOld = (dialog: DeleteDialog, now: number) =>
  resourceOf(dialog.recordKind).read !== undefined && now - oldestLook(dialog) > LOOK_MS;

export const lookAge = (lookedAt: number, now: number) =>
  now - lookedAt < LOOK_MS ? safe`just now` : safe`${span(now - lookedAt)} ago`;
