import { isGone, resultWords } from '../../../deletion/results.ts';
import { refId, resourceOf, resources } from '../../../resources/registry.ts';
import { deleteAction, type Ref } from '../../../resources/resource.ts';
import type { GoneReason } from '../../../storage/memory.ts';
import { clean, lower, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { isListOf, keyOf, placeRefs, type View } from '../../state/place.ts';
import { refText } from '../../state/place-text.ts';
import { withGone } from '../../state/recents.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Ports, type StateChange, update, withForbidden } from '../../state/store.ts';
import { withoutStacks } from '../../state/view-stacks.ts';
import { loadWithoutRows } from '../load/page-rows.ts';
import type { DeleteDialogContext } from './opened-dialog.ts';
import { isNamed, singleTarget, tallyWords } from './targets.ts';

export const backupsOf = ({ targets, earlierBackups = [] }: DeleteDialog): readonly string[] => [
  ...earlierBackups,
  ...targets.flatMap(({ result }) =>
    typeof result === 'object' && isGone(result) ? (result.backup ?? []) : [],
  ),
];

function rememberRefusals(store: Ports['store'], { recordKind, targets }: DeleteDialog): void {
  const id = deleteAction(resourceOf(recordKind))?.operation.id;
  const results = targets.flatMap(({ result }) => (typeof result === 'object' ? [result] : []));
  const isForbidden = results.some(({ failure }) => failure?.kind === 'forbidden');
  const isAllowed = results.some(({ end }) => end === 'deleted');
  if (id !== undefined && (isForbidden || isAllowed))
    store.setState(state => withForbidden(state, [id], !isAllowed));
}

export function forgetRefusals(store: Ports['store']): void {
  const ids = resources.flatMap(resource => deleteAction(resource)?.operation.id ?? []);
  store.setState(state => withForbidden(state, ids, false));
}

/** After the delete of one record the dialog closes: the list without it says enough. */
export function showResults({ store, load, dialog }: DeleteDialogContext): void {
  const current = dialog.current();
  if (current === undefined) return;
  const lastBackups = backupsOf(current);
  if (lastBackups.length > 0) update(store, { data: { lastBackups } });
  rememberRefusals(store, current);
  const single = singleTarget(current);
  const result = typeof single?.result === 'object' ? single.result : undefined;
  const text =
    single && result
      ? resultWords(result, { kind: single.ref.kind, what: briefTargetWords(single) })
      : safe`${tallyWords({ ...current, phase: 'done' })}.`;
  const backups = [safe``, safe` Backup: :trash`][lastBackups.length] ?? safe` Backups: :trash`;
  const hint = safe`${text}${backups}`;
  const hasSucceeded = result !== undefined && (isGone(result) || result.end === 'played');
  // A record that cannot be read has no list to look at, so the page stays as a receipt.
  if (hasSucceeded && resourceOf(current.recordKind).read !== undefined) dialog.close('good', hint);
  else dialog.enter('done', { hint });
  // The view below may never have been loaded; rows of several are loaded again.
  if (single === undefined || (result !== undefined && isGone(result)))
    load(currentView(store.getState()).place, single === undefined);
}

function briefTargetWords(target: DeleteDialogTarget): SafeText {
  const kind = lower(resourceOf(target.ref.kind).title);
  const id = cutMiddle(clean(refId(target.ref)), 13);
  return isNamed(target) ? safe`${kind} ${cutMiddle(target.name, 30)} (${id})` : safe`${kind} ${id}`;
}

/** Removes rows, mark, data and views, also of what is below the record. Bookmarks show it as gone. */
export function withoutRecord(state: State, ref: Ref, how?: GoneReason): StateChange {
  const own = refId(ref);
  const gone = new Set([own]);
  const lists = Object.fromEntries(
    Object.entries(state.data.lists).map(([key, load]) => [
      key,
      isListOf(key, ref.kind) ? loadWithoutRows(load, gone) : load,
    ]),
  );
  const key = keyOf(ref);
  const { [key]: _gone, ...records } = state.data.records;
  const { [key]: _listed, ...sortedRecords } = state.data.sortedRecords;
  const marks = Object.fromEntries(
    Object.entries(state.data.marks).map(([key, ids]) => [key, ids.has(own) ? ids.difference(gone) : ids]),
  );
  const first = state.navigation.views.findIndex(view => isAbout(view, ref));
  const views = first > 0 ? state.navigation.views.slice(0, first) : state.navigation.views;
  const history = withoutStacks(state.navigation.history, view => isAbout(view, ref));
  return {
    data: { lists, records, sortedRecords, marks },
    navigation: { views, history },
    user: { memory: withGone(state.user.memory, refText(ref), how) },
  };
}

function isAbout({ place }: View, ref: Ref): boolean {
  const own = Object.entries(ref.ids);
  return placeRefs(place).some(({ ids }) => own.every(([name, id]) => ids[name] === id));
}
