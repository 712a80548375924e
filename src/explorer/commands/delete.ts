import { ownerRef, resourceOf, root } from '../../resources/registry.ts';
import { deleteAction, isLocal, type Ref } from '../../resources/resource.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { lower, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { Explorer } from '../actions/explorer.ts';
import { isNarrow } from '../facts/layout.ts';
import { currentTab, documentSection, isFirstTab, tabsOf } from '../facts/tabs.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { isMissing } from '../screens/content.ts';
import { cursorRef, cursorTarget, markedRefs, marksOf } from '../selection/cursor.ts';
import { leadUnderCursor } from '../selection/value-under-cursor.ts';
import { keyIn } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import type { CommandDescription } from './command.ts';
import { follow } from './follow.ts';

const titleOf = (kind: string) => lower(resourceOf(kind).title);
const canDelete = ({ kind }: Pick<Ref, 'kind'>) => deleteAction(resourceOf(kind)) !== undefined;

const nearestDeletable = (ref: Ref | undefined): Ref | undefined =>
  ref === undefined || canDelete(ref) ? ref : nearestDeletable(ownerRef(ref));

function instead(state: State, ref: Ref | undefined): SafeText {
  const key = keyIn(state, 'record.delete');
  const nearest = nearestDeletable(ref);
  if (ref !== undefined && nearest !== undefined) {
    const [first] = tabsOf(resourceOf(nearest.kind));
    const whose = nearest === ref ? safe`this` : safe`its`;
    return safe` ${key} deletes ${whose} ${titleOf(nearest.kind)} on tab ${first?.title ?? safe`1`}.`;
  }
  const child = ref && resourceOf(ref.kind).children.find(({ to }) => canDelete({ kind: to }));
  return child === undefined ? safe`` : safe` ${key} deletes a ${titleOf(child.to)} on its row.`;
}

/** The first tab of a deletable record is about that one. */
function rowRef(state: State, shown: Ref | undefined): Ref | undefined {
  const target = cursorTarget(state);
  if (target?.to !== 'place' || target.place.screen !== 'record') return undefined;
  if (shown !== undefined && canDelete(shown) && isFirstTab(state)) return undefined;
  const { ref } = target.place;
  // Other lines, such as findings, lead to records, too, but do not stand for them.
  return currentTab(state)?.children.some(({ to }) => to === ref.kind) ? ref : undefined;
}

/** That of the row under the cursor, else of the screen; or why none, and what can be deleted. */
function recordToDelete(state: State): Result<Ref> {
  const { place } = currentView(state);
  const shown = cursorRef(state);
  if (place.screen === 'compare') return err(safe`A comparison has no row to delete.`);
  if (documentSection(state) !== undefined)
    return err(safe`Text has no row to delete.${instead(state, shown)}`);
  const row = rowRef(state, shown);
  const ref = row ?? shown;
  if (ref === undefined) return err(safe`Nothing under the cursor.`);
  if (isMissing(state)) return err(safe`Not found on the server.`);
  const resource = resourceOf(ref.kind);
  if (isLocal(resource)) return err(safe`botscope never deletes ${lower(resource.plural)}.`);
  if (!canDelete(ref)) return err(safe`${resource.plural} can't be deleted.${instead(state, ref)}`);
  const isListTab = !isFirstTab(state) && (currentTab(state)?.children.length ?? 0) > 0;
  if (row === undefined && isListTab) return err(safe`This line can't be deleted.${instead(state, shown)}`);
  return ok(ref);
}

const hasMarks = (state: State) => marksOf(state).size > 0;

function deleteLead(state: State) {
  if (currentView(state).place.screen !== 'record' || documentSection(state) !== undefined) return undefined;
  const lead = leadUnderCursor(state);
  return lead?.to === 'delete' ? lead : undefined;
}

function cannotDelete(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list' && hasMarks(state) && !canDelete(place))
    return safe`${resourceOf(place.kind).plural} can't be deleted.`;
  const hasTarget = hasMarks(state) || deleteLead(state) !== undefined;
  return (hasTarget ? undefined : whyNot(recordToDelete(state))) ?? deleteRefusal(state);
}

function hintWords(state: State): SafeText {
  const target = recordToDelete(state);
  const kind = deleteLead(state)?.ref.kind ?? (target.ok ? target.value.kind : undefined);
  return kind === undefined ? safe`delete` : safe`delete ${lower(resourceOf(kind).title)}`;
}

function markedWords(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || !hasMarks(state)) return undefined;
  const { title, plural } = resourceOf(place.kind);
  const { size } = marksOf(state);
  return safe`delete ${counted(size, safe`marked ${lower(title)}`, safe`marked ${lower(plural)}`)} …`;
}

function openDeletePage(explorer: Explorer): void {
  const { store, openDelete } = explorer;
  const state = store.getState();
  if (hasMarks(state)) return openDelete(markedRefs(state));
  const lead = deleteLead(state);
  if (lead !== undefined) return follow(explorer, lead);
  const { place } = currentView(state);
  const target = recordToDelete(state);
  if (!target.ok) return;
  const isOther = place.screen === 'record' && place.ref !== target.value;
  openDelete([{ ref: target.value }], isOther ? place.ref : undefined);
}

/** On every screen its key either opens the dialog or says what can be deleted. */
export const deleteCommand: CommandDescription = {
  id: 'record.delete',
  keys: ['ctrl+d'],
  title: safe`delete … (asks first)`,
  titleNow: markedWords,
  group: 'Act',
  destructive: true,
  inMenu: true,
  // On a list the row shows what is deleted; on the tab of a record only these words do.
  hint: state => {
    const { place } = currentView(state);
    const isOnHome = place.screen === 'record' && place.ref.kind === root.kind;
    if (isOnHome || isNarrow(state.screen.size.columns)) return undefined;
    if (hasMarks(state)) return { text: safe`delete marked`, rank: 1 };
    return { text: hintWords(state), rank: place.screen === 'list' ? 6 : 1 };
  },
  blocked: cannotDelete,
  run: openDeletePage,
};
