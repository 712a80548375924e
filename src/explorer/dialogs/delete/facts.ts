import type { Remark } from '../../../resources/diagnosis.ts';
import type { Clock } from '../../../resources/field.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords, deleteAction, nameOf, type Ref } from '../../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { includedTargets, singleTarget } from '../../actions/delete/targets.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { knownRecords } from '../../state/records.ts';
import type { State } from '../../state/state.ts';

/** A fact to know before a delete; `many`: what it is called behind the number of targets that have it. */
type Note = {
  readonly one: (target: DeleteDialogTarget) => Remark | undefined;
  readonly many: SafeText | undefined;
};

const flagNote = (flag: 'isChanged' | 'isHidden', many: SafeText): Note => ({
  one: target => (target[flag] ? { tone: 'warn', text: many } : undefined),
  many,
});

const notesOf = (kind: string, clock: Clock): readonly Note[] => [
  ...(deleteAction(resourceOf(kind))?.notes ?? []).map(({ one, many }) => ({
    one: ({ record }: DeleteDialogTarget) => record && one(record, clock),
    many,
  })),
  flagNote('isChanged', safe`changed since the list was loaded`),
  flagNote('isHidden', safe`hidden by the filter`),
];

const clockOf = ({ session: { now } }: State): Clock => ({ now, exact: false });

const MAX_NAMES = 3;

/** Returns how many of the loaded records use this one; others do not count as unused. */
const usageOf = ({ data }: State, ref: Ref): readonly Remark[] =>
  resourceOf(ref.kind).children.flatMap((child): readonly Remark[] => {
    if (child.from !== 'known') return [];
    const users = resourceOf(child.to);
    const { records, count, plural, unlisted } = knownRecords(child.to, data.records, data.lists);
    const names = records
      .filter(({ loaded }) => child.uses(loaded.value, ref) !== undefined)
      .map(({ loaded }) => nameOf(users, loaded.value));
    const coverage = safe`${count} checked${unlisted === undefined ? safe`` : safe`, no ${unlisted}`}`;
    if (names.length === 0)
      return [{ tone: 'plain', text: safe`Used by none of the ${plural} loaded so far (${coverage})` }];
    const more = names.length > MAX_NAMES ? safe` and ${names.length - MAX_NAMES} more` : safe``;
    const shown = joinSafe(names.slice(0, MAX_NAMES), ', ');
    const text = safe`Used by at least ${countedRecords(users, names.length)}: ${shown}${more} (${coverage})`;
    return [{ tone: 'warn', text }];
  });

const targetFacts = (state: State, target: DeleteDialogTarget): readonly Remark[] =>
  notesOf(target.ref.kind, clockOf(state)).flatMap(({ one }) => one(target) ?? []);

/** Returns the warnings about one of several targets, in one row. */
export const targetWarnings = (state: State, target: DeleteDialogTarget): SafeText =>
  joinSafe(
    targetFacts(state, target).flatMap(({ tone, text }) => (tone === 'plain' ? [] : [text])),
    ', ',
  );

/** Returns the facts about a single target in full, or for several how many each is true of. */
export function pageFacts(state: State, dialog: DeleteDialog): readonly Remark[] {
  const included = includedTargets(dialog);
  const single = singleTarget(dialog);
  if (single !== undefined) {
    const isLoaded = single.record !== undefined && single.failure === undefined;
    return isLoaded ? [...targetFacts(state, single), ...usageOf(state, single.ref)] : [];
  }
  const total = `${included.length}`;
  return notesOf(dialog.recordKind, clockOf(state)).flatMap(({ one, many }) => {
    const remarks = included.flatMap(target => one(target) ?? []);
    if (many === undefined || remarks.length === 0) return [];
    const tone = remarks.some(each => each.tone !== 'plain') ? 'warn' : 'plain';
    const count = clean(`${remarks.length}`.padStart(total.length));
    return [{ tone, text: safe`${count} of ${clean(total)}   ${many}` }];
  });
}
