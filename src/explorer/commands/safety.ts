import { resourceOf } from '../../resources/registry.ts';
import { requestPath } from '../../resources/resource.ts';
import { lower, type SafeText, safe } from '../../text/sanitise.ts';
import { withTabRestarted } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withDeletesLocked, withDryRun } from '../actions/time-limits.ts';
import { withUndocumentedAllowed } from '../actions/undocumented.ts';
import { undocumentedList } from '../facts/undocumented.ts';
import { readOnlyWords, writePolicy } from '../facts/write-protection.ts';
import { newQuestionDialog, type QuestionDialog } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import type { ListPlace } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { emptyEditor } from '../state/text-field.ts';
import type { CommandDescription } from './command.ts';

function cannotUnlock({ session: { server, writeProtection } }: State): SafeText | undefined {
  if (server?.readOnly) return readOnlyWords(server);
  return writeProtection.isProtected
    ? undefined
    : safe`Not protected. Set \`protect: true\` in settings to lock deletes.`;
}

function lockOrAsk({ store, now, change, openDialog }: Explorer): void {
  const protection = store.getState().session.writeProtection;
  if (writePolicy({ ...protection, isDry: false }, now()) !== 'locked') return change(withDeletesLocked);
  openDialog({ kind: 'unlock', editor: emptyEditor });
}

const drySwitch = (to: 'on' | 'off', title: SafeText, already: SafeText): CommandDescription => ({
  id: `dry.${to}`,
  word: `dry ${to}`,
  title,
  group: 'Act',
  blocked: ({ session }) => (session.writeProtection.isDry === (to === 'on') ? already : undefined),
  change: state => withDryRun(state, to === 'on'),
});

export const safetyCommands: readonly CommandDescription[] = [
  drySwitch('on', safe`dry run: simulate deletes, send only reads`, safe`Dry run is already on.`),
  drySwitch('off', safe`turn the dry run off`, safe`Dry run is off.`),
  {
    id: 'refresh.cycle',
    word: 'refresh',
    keys: ['R'],
    title: safe`refresh: 5, 15, 60 s, off`,
    run: ({ cycleRefresh }) => cycleRefresh(),
  },
  {
    id: 'offline.stop',
    word: 'stop',
    keys: ['X'],
    title: safe`stop retrying (work offline)`,
    group: 'Act',
    blocked: ({ session: { offline } }) =>
      offline === undefined || offline.isStopped ? safe`No retry is pending.` : undefined,
    run: ({ stopRetries }) => stopRetries(),
  },
  {
    id: 'guard.unlock',
    word: 'unlock',
    keys: ['W'],
    title: safe`unlock/lock deletes (protected profile)`,
    group: 'Act',
    blocked: cannotUnlock,
    run: lockOrAsk,
  },
];

function cannotAsk(state: State): SafeText | undefined {
  if (undocumentedList(state) === undefined) return safe`No undocumented lists on this screen.`;
  if (state.session.undocumented === 'never')
    return safe`Undocumented calls are off (--strict, or strict in settings).`;
  return state.session.undocumented === 'allowed'
    ? safe`Already allowed. ${keyIn(state, 'place.reload')} reloads.`
    : undefined;
}

export function consentQuestion(place: ListPlace): QuestionDialog {
  const { list, plural } = resourceOf(place.kind);
  const path = list === undefined ? safe`` : requestPath(list, place.ids);
  return newQuestionDialog({
    title: safe`List ${lower(plural)}?`,
    texts: [
      safe`GET ${path}`,
      safe`This read-only call is undocumented and may fail.`,
      safe`Applies to this workspace until you run :extension.off.`,
    ],
    brief: [path, safe`An undocumented read-only call.`, safe`Allowed here until :extension.off.`],
    yes: safe`list them`,
    isYes: true,
    action: { to: 'undocumented', place },
  });
}

export function listUndocumented({ store, now, reload, change }: Explorer, list: ListPlace): void {
  const { place, tab } = currentView(store.getState());
  change(state => withUndocumentedAllowed(state, true, now()));
  // The cursor goes to the first row of the list that was asked for.
  if (place.screen === 'record' && tab !== undefined) change(state => withTabRestarted(state, tab));
  reload(list);
}

export const undocumentedCommands: readonly CommandDescription[] = [
  {
    id: 'extension.ask',
    keys: ['e'],
    title: safe`try an undocumented list (asks first)`,
    where: ['list', 'record'],
    hint: { text: safe`try the list`, rank: 3 },
    blocked: cannotAsk,
    run: ({ store, openDialog }) => {
      const place = undocumentedList(store.getState());
      if (place !== undefined) openDialog(consentQuestion(place));
    },
  },
  {
    id: 'extension.off',
    title: safe`turn undocumented calls off`,
    group: 'App',
    blocked: ({ session: { undocumented } }) =>
      undocumented === 'allowed' ? undefined : safe`Undocumented calls are off.`,
    run: ({ change, now }) => change(state => withUndocumentedAllowed(state, false, now())),
  },
];
