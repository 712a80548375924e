import type { Clock } from '../../../resources/field.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { deleteAction, type Ref, type Remark, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { RemovingMany, Victim } from '../../state/dialogs.ts';
import { editorText } from '../../state/text-field.ts';
import { unconfirmed } from './rules.ts';

/** Whether a DELETE would be sent for it: it was read again, or cannot be read at all, and was not taken out. */
export const isTarget = ({ failure, isLeftOut, result }: Victim): boolean =>
  failure === undefined && isLeftOut !== true && result === undefined;

export const targetsOf = ({ victims }: RemovingMany): readonly Victim[] => victims.filter(isTarget);

/** What has to be typed. */
export const tokenOf = (dialog: RemovingMany): string => `delete ${targetsOf(dialog).length}`;

export const matchesMany = (dialog: RemovingMany): boolean =>
  targetsOf(dialog).length > 0 && editorText(dialog.editor) === tokenOf(dialog);

/** Why Enter begins nothing now, or undefined when it does. `alone`: the key came by itself, not in a burst. */
export function refusalMany(dialog: RemovingMany, now: number, alone: boolean): SafeText | undefined {
  if (targetsOf(dialog).length === 0) return safe`None is left to delete.`;
  return unconfirmed(dialog, { matches: matchesMany(dialog), now, alone });
}

/** The id of a victim, as sent. */
export const victimId = (resource: Resource, { ref }: Pick<Victim, 'ref'>): string =>
  ref.ids[ownIdName(resource)] ?? '';

/** What is worth knowing of one of them, from its record as it is now. */
export const remarksOn = ({ record }: Victim, resource: Resource, clock: Clock): readonly Remark[] =>
  record === undefined
    ? []
    : (deleteAction(resource)?.notes ?? []).flatMap(({ one }) => one(record, clock) ?? []);

/** A sentence on several of them: how many it is true of, and of which. */
export type Count = { readonly count: number; readonly words: SafeText; readonly isWarning: boolean };

/** What is worth knowing of all of them together, from the records as they are now. */
export function countsOf(dialog: RemovingMany, resource: Resource, clock: Clock): readonly Count[] {
  const targets = targetsOf(dialog);
  const facts = (deleteAction(resource)?.notes ?? []).flatMap(({ one, many }) => {
    if (many === undefined) return [];
    const said = targets.flatMap(({ record }) => (record === undefined ? [] : (one(record, clock) ?? [])));
    return [{ count: said.length, words: many, isWarning: said.some(({ tone }) => tone !== 'plain') }];
  });
  const changed = targets.filter(({ isChanged }) => isChanged).length;
  const hidden = targets.filter(({ isHidden }) => isHidden).length;
  return [
    ...facts,
    { count: changed, words: safe`changed since the list was read`, isWarning: changed > 0 },
    { count: hidden, words: safe`are hidden by the filter`, isWarning: hidden > 0 },
  ];
}

/** How many ended how. */
export type Tally = {
  readonly deleted: number;
  readonly gone: number;
  readonly missing: number;
  readonly failed: number;
  readonly unknown: number;
  readonly left: number;
  /** Of a dry run. */
  readonly played: number;
};

export function tallyOf({ victims }: RemovingMany): Tally {
  const ends = victims.map(({ result }) =>
    result === undefined || result === 'sending' ? undefined : result.end,
  );
  const count = (...of: readonly string[]): number =>
    ends.filter(end => end !== undefined && of.includes(end)).length;
  return {
    deleted: count('deleted'),
    gone: count('gone'),
    missing: count('missing'),
    failed: count('not-deleted', 'unsent'),
    unknown: count('unknown'),
    played: count('played'),
    left: victims.filter(victim => isTarget(victim) || victim.result === 'sending').length,
  };
}

/** What is said at the end, or `isUnderWay`. */
export function tallyWords(
  { deleted, gone, missing, failed, unknown, left, played }: Tally,
  isUnderWay = false,
): SafeText {
  const parts = [
    ...(played > 0 ? [safe`Dry run: ${played} played, none sent`] : [safe`${deleted} deleted`]),
    ...(gone > 0 ? [safe`${gone} already gone`] : []),
    ...(missing > 0 ? [safe`${missing} missing`] : []),
    ...(failed > 0 ? [safe`${failed} not deleted`] : []),
    ...(unknown > 0 ? [safe`${unknown} unknown, check`] : []),
    ...(left > 0 ? [safe`${left} ${isUnderWay ? safe`to go` : safe`not sent`}`] : []),
  ];
  return clean(parts.join(' · '));
}

/** Whether it was to be deleted and is not, as far as is known. */
const isFailed = ({ result }: Victim): boolean =>
  typeof result === 'object' && ['missing', 'not-deleted', 'unsent', 'unknown'].includes(result.end);

/** Those that failed: to try again, when a person asks for it. */
export const failedRefs = ({ victims }: RemovingMany): readonly Ref[] =>
  victims.filter(isFailed).map(({ ref }) => ref);

/** Whether there is something that a list of only those that failed leaves out. */
export function hasOtherThanFailed(dialog: RemovingMany): boolean {
  const { length } = failedRefs(dialog);
  return length > 0 && length < dialog.victims.length;
}

/** Which of them are listed, by their index. */
export const listedAt = ({ victims, isOnlyFailed }: RemovingMany): readonly number[] =>
  victims.flatMap((victim, at) => (isOnlyFailed === true && !isFailed(victim) ? [] : [at]));
