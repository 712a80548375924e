import { idEnd, typeableName } from '../../../deletion/confirmation.ts';
import type { DeleteResult } from '../../../deletion/delete.ts';
import type { DeleteStorage } from '../../../deletion/journal.ts';
import type { Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownId, ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import {
  deleteAction,
  nameOf,
  type Ref,
  type Remark,
  type Resource,
  rawName,
} from '../../../resources/resource.ts';
import type { GoneReason } from '../../../storage/memory.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Removing } from '../../state/dialogs.ts';
import { withoutWays } from '../../state/history.ts';
import { knownRecords } from '../../state/known-records.ts';
import type { Load, Rows } from '../../state/load.ts';
import { withoutMark } from '../../state/mark-set.ts';
import { isListOf, keyOf, placeRefs, type View } from '../../state/place.ts';
import { refText } from '../../state/place-text.ts';
import { withGone } from '../../state/recents.ts';
import { knownRecord, type State } from '../../state/state.ts';
import type { StateChange } from '../../state/store.ts';
import { editorText, emptyEditor } from '../../state/text-field.ts';
import { withoutId } from '../load/paging.ts';

/** No Enter confirms sooner after the last letter, or after the dialog opened: a held or queued key cannot. */
export const AFTER_LETTER_MS = 150;
export const AFTER_OPENING_MS = 300;

/** Where a copy is kept before a delete; of what is only played there is none. */
export const keptIn = (
  { folder }: DeleteStorage,
  { session: { writeProtection: guard } }: State,
): { readonly keptIn?: SafeText } => (folder === undefined || guard.isDry ? {} : { keptIn: folder });

/** Whether another loaded record has this name. */
function isShared(state: State, resource: Resource, { name, id }: { name: string; id: string }): boolean {
  const rows = Object.values(state.data.lists).flatMap(load => load.last?.value.items ?? []);
  return rows.some(item => rawName(resource, item) === name && ownId(item) !== id);
}

/** What has to be typed: the name, or the end of the id when the name is missing, shared or hard to type. */
function tokenFor(state: State, resource: Resource, target: { ref: Ref; record: JsonObject | undefined }) {
  const id = target.ref.ids[ownIdName(resource)] ?? '';
  const name = typeableName(resource, target.record);
  if (name !== undefined && !isShared(state, resource, { name, id }))
    return { token: name, tokenIs: 'name' as const };
  return { token: idEnd(resource, target.ref), tokenIs: 'id' as const };
}

const NAMES = 3;

/** Which records use this one, as far as they were read: those that were not are not counted as no. */
function usesOf(state: State, resource: Resource, ref: Ref): readonly Remark[] {
  return resource.children.flatMap((child): readonly Remark[] => {
    if (child.from !== 'known') return [];
    const users = resourceOf(child.to);
    const { records, count, plural, unlisted } = knownRecords(child.to, state.data.records, state.data.lists);
    const names = records
      .filter(({ read }) => child.uses(read.value, ref) !== undefined)
      .map(({ read }) => nameOf(users, read.value));
    const coverage = safe`${count} ${plural} read${unlisted === undefined ? safe`` : safe`, no ${unlisted}`}`;
    if (names.length === 0)
      return [{ tone: 'plain', text: safe`none of the ${plural} read so far uses it (${coverage})` }];
    const more = names.length > NAMES ? safe` and ${names.length - NAMES} more` : safe``;
    const shown = joinSafe(names.slice(0, NAMES), ', ');
    return [
      {
        tone: 'warn',
        text: safe`${names.length} of the ${plural} read so far use it: ${shown}${more} (${coverage})`,
      },
    ];
  });
}

/** The dialog for a target as it is known now. It holds copies: nothing that changes below changes it. */
export function removing(
  state: State,
  resource: Resource,
  about: { ref: Ref; now: number; failure?: Failure },
): Removing {
  const record = knownRecord(state, about.ref);
  const clock = { now: about.now, exact: false };
  return {
    kind: 'remove',
    ref: about.ref,
    name: record === undefined ? clean(about.ref.ids[ownIdName(resource)] ?? '') : nameOf(resource, record),
    ...tokenFor(state, resource, { ref: about.ref, record }),
    editor: emptyEditor,
    phase: 'asking',
    remarks:
      record === undefined
        ? []
        : [
            ...(deleteAction(resource)?.notes.flatMap(({ one }) => one(record, clock) ?? []) ?? []),
            ...usesOf(state, resource, about.ref),
          ],
    openedAt: about.now,
    typedAt: about.now,
    since: about.now,
    ...(about.failure === undefined ? {} : { failure: about.failure }),
  };
}

export const matches = (dialog: Removing): boolean => editorText(dialog.editor) === dialog.token;

/** Returns why a confirmation does not count: it is not what was asked for, too early, or not by a key alone. */
export function unconfirmed(
  { typedAt, openedAt }: Pick<Removing, 'typedAt' | 'openedAt'>,
  { matches, now, alone }: { readonly matches: boolean; readonly now: number; readonly alone: boolean },
): SafeText | undefined {
  if (!matches) return safe`That is not it yet: Enter sent nothing.`;
  const isEarly = now - typedAt < AFTER_LETTER_MS || now - openedAt < AFTER_OPENING_MS;
  return isEarly || !alone ? safe`It matches. Press Enter once more to delete.` : undefined;
}

/** Why Enter does not delete now, or undefined when it does. `alone`: the key came by itself, not in a burst. */
export function refusal(dialog: Removing, now: number, alone: boolean): SafeText | undefined {
  if (dialog.phase !== 'asking') return safe`Wait: a request is under way.`;
  return unconfirmed(dialog, { matches: matches(dialog), now, alone });
}

const lastRows = (load: Load<Rows>, id: string): Load<Rows> =>
  load.last === undefined
    ? load
    : ({ ...load, last: { ...load.last, value: withoutId(load.last.value, id) } } as Load<Rows>);

/** How a record is gone that a delete left: by this delete, or it was not there any more. */
export const goneBy = ({ end }: DeleteResult): GoneReason => (end === 'deleted' ? 'deleted' : true);

/**
 * The state without a record that is gone: no row, no mark, no copy, no view of it or of anything below it, also not
 * in the history. Where it is kept it is marked as gone.
 */
export function withoutRecord(state: State, ref: Ref, how?: GoneReason): StateChange {
  const resource = resourceOf(ref.kind);
  const own = ref.ids[ownIdName(resource)] ?? '';
  const lists = Object.fromEntries(
    Object.entries(state.data.lists).map(([key, load]) => [
      key,
      isListOf(key, ref.kind) ? lastRows(load, own) : load,
    ]),
  );
  const { [keyOf(ref.kind, ref.ids)]: _gone, ...records } = state.data.records;
  const marks = Object.fromEntries(
    Object.entries(state.data.marks).map(([key, ids]) => [key, withoutMark(ids, own)]),
  );
  const first = state.navigation.views.findIndex(view => isAbout(view, ref));
  const views = first > 0 ? state.navigation.views.slice(0, first) : state.navigation.views;
  const history = withoutWays(state.navigation.history, view => isAbout(view, ref));
  return {
    data: { lists, records, marks },
    navigation: { views, history },
    user: { memory: withGone(state.user.memory, refText(ref), how) },
  };
}

/** A view of the record itself or of something that its ids lead to. */
function isAbout({ place }: View, ref: Ref): boolean {
  const own = Object.entries(ref.ids);
  return placeRefs(place).some(({ ids }) => own.every(([name, id]) => ids[name] === id));
}
