import { backup } from '../../resources/local-kinds.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { ownIdName, refTo } from '../../resources/resource.ts';
import { err, ok, type Result, whyNot } from '../../text/result.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { withNextTab, withTabRestarted } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { nameOrId } from '../facts/choices.ts';
import { foreignBackup } from '../facts/comparison.ts';
import { currentTabs, tabsOf } from '../facts/tabs.ts';
import { type SeenRecord, searchSeen } from '../lookup/seen.ts';
import { firstTimeWords } from '../screens/compare/compare-lines.ts';
import { isMissing } from '../screens/content.ts';
import { cursorRef, cursorTarget, marksOf, targetRef } from '../selection/cursor.ts';
import { newScopeDialog } from '../state/dialogs.ts';
import { type ComparePlace, listPlace, type View } from '../state/place.ts';
import { refText } from '../state/place-text.ts';
import { currentView, knownRecord, newView, type State } from '../state/state.ts';
import { isSamePlace } from '../state/view-stacks.ts';
import { type CommandDescription, type PaletteRow, row, type Where } from './command.ts';

const RECORDS: readonly Where[] = ['record', 'raw'];

const noTabs = (state: State): SafeText | undefined =>
  currentTabs(state).length === 0 || isMissing(state) ? safe`No tabs here.` : undefined;

function usersView(state: State): (View & { readonly tab: string }) | undefined {
  const ref = targetRef(cursorTarget(state)) ?? cursorRef(state);
  if (ref === undefined) return undefined;
  const tab = tabsOf(resourceOf(ref.kind)).find(({ children }) =>
    children.some(({ from }) => from === 'known'),
  );
  return tab && { ...newView({ screen: 'record', ref }), tab: tab.title };
}

function openUsers({ store, openView, change }: Explorer): void {
  const state = store.getState();
  const view = usersView(state);
  if (view === undefined) return;
  if (!isSamePlace(currentView(state).place, view.place)) openView(view);
  else change(state => withTabRestarted(state, view.tab));
}

export const tabCommands: readonly CommandDescription[] = [
  {
    id: 'tab.next',
    keys: ['tab'],
    title: safe`next tab`,
    group: 'Move',
    where: RECORDS,
    hint: { text: safe`next tab`, rank: 4 },
    blocked: noTabs,
    change: state => withNextTab(state, 1),
  },
  {
    id: 'tab.previous',
    keys: ['shift+tab'],
    title: safe`previous tab`,
    group: 'Move',
    where: RECORDS,
    blocked: noTabs,
    change: state => withNextTab(state, -1),
  },
  {
    id: 'record.users',
    keys: ['u'],
    title: safe`list the records that use it`,
    where: ['record'],
    inMenu: true,
    blocked: state => (usersView(state) === undefined ? safe`No loaded record uses this.` : undefined),
    run: openUsers,
  },
];

/** Two marked (the first is the earlier), else one with its last seen version. */
function comparePlace(state: State): Result<ComparePlace> {
  const { place } = currentView(state);
  const [first, second, ...others] = place.screen === 'list' ? marksOf(state) : [];
  if (others.length > 0) return err(safe`${others.length + 2} are marked: only two can be compared.`);
  const under = cursorRef(state);
  const ref =
    place.screen === 'list' && first !== undefined
      ? refTo(resourceOf(place.kind), second ?? first, place.ids)
      : under;
  if (ref === undefined) return err(safe`No record on this line.`);
  const { read, list, keepsSnapshot, title, plural } = resourceOf(ref.kind);
  if (read === undefined && list?.isLocal) return err(safe`${plural} can't be compared.`);
  if (read === undefined) return err(safe`The API can't show one ${lower(title)}.`);
  if (second !== undefined) return ok({ screen: 'compare', ref, against: first });
  if (keepsSnapshot) return ok({ screen: 'compare', ref });
  return err(safe`No earlier version kept. Mark two ${lower(plural)} to compare them.`);
}

const isOneBackup = (state: State): boolean =>
  cursorRef(state)?.kind === backup.kind &&
  currentView(state).place.screen !== 'compare' &&
  marksOf(state).size < 2;

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Lists, for a backup, the same id first, then alike names; or why there is none. */
function comparedRecords(state: State): Result<readonly SeenRecord[]> {
  const ref = cursorRef(state);
  if (ref === undefined) return err(safe`No record on this line.`);
  const record = knownRecord(state, ref);
  if (record === undefined) return err(safe`Not loaded yet.`);
  const refusal = foreignBackup(state, record);
  if (refusal !== undefined) return err(refusal);
  const resource = resources.find(({ kind }) => kind === record['kind']);
  if (resource?.read === undefined) return err(safe`This backup cannot be compared.`);
  const likeness = ({ id, name }: SeenRecord) =>
    id === record['record'] ? Infinity : commonStart(name, String(record['name']));
  const seen = searchSeen(state, [], resource).toSorted((a, b) => likeness(b) - likeness(a));
  return seen.length > 0
    ? ok(seen)
    : err(safe`No ${clean(resource.kind)} is loaded to compare it with. Open one first.`);
}

/** Records for the backup under the cursor. Back leads to the backup. */
function compareRows(state: State): readonly PaletteRow[] {
  const records = comparedRecords(state);
  const path = cursorRef(state)?.ids[ownIdName(backup)] ?? '';
  return (records.ok ? records.value : []).map(({ ref, name, id }) =>
    row({
      words: refText(ref),
      label: name,
      title: safe`${clean(ref.kind)} ${cutMiddle(clean(id, 200), 40)}`,
      kind: 'seen',
      action: { to: 'place', place: { screen: 'compare', ref, backup: path } },
    }),
  );
}

/** A record that was never seen before has nothing to be compared with. */
function openComparison({ store, open, notify, hasEarlierVersion }: Explorer): void {
  const state = store.getState();
  const place = comparePlace(state);
  if (!place.ok) return;
  const { ref, against } = place.value;
  if (against !== undefined || hasEarlierVersion(ref)) open(place.value);
  else notify('warn', firstTimeWords(nameOrId(state, ref)));
}

export const compareCommands: readonly CommandDescription[] = [
  {
    id: 'record.compare',
    keys: ['='],
    title: safe`compare with last version`,
    titleNow: state => (marksOf(state).size === 2 ? safe`compare the 2 marked` : undefined),
    where: ['list', 'record', 'raw'],
    inMenu: true,
    word: 'compare',
    blocked: state => whyNot(isOneBackup(state) ? comparedRecords(state) : comparePlace(state)),
    choice: { title: safe`Compare this backup with …`, rows: compareRows },
    run: explorer => {
      if (isOneBackup(explorer.store.getState())) explorer.openDialog(newScopeDialog('record.compare'));
      else openComparison(explorer);
    },
  },
];

const newestBackups: View = { ...newView(listPlace(backup.kind)), sort: { field: 'at', isDescending: true } };

export function openLastBackup({ store, openView }: Explorer): void {
  const [path, ...others] = store.getState().data.lastBackups ?? [];
  if (path === undefined) return;
  if (others.length > 0) openView(newestBackups);
  else openView({ ...newView({ screen: 'record', ref: refTo(backup, path) }), tab: 'Record' });
}

export const backupCommands: readonly CommandDescription[] = [
  {
    id: 'backup.open',
    word: 'backup',
    keys: ['B'],
    title: safe`show the backup`,
    hint: ({ notice }) => ({ text: safe`backup`, rank: notice === undefined ? 12 : 1 }),
    blocked: ({ data: { lastBackups } }) =>
      lastBackups === undefined ? safe`Nothing was deleted yet. :trash has earlier backups.` : undefined,
    run: openLastBackup,
  },
];
