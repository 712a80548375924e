import { requestPath } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { withTabRestarted } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withUndocumentedAllowed } from '../actions/undocumented.ts';
import { undocumentedList } from '../facts/undocumented.ts';
import { type QuestionDialog, questionDialog } from '../state/dialogs.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { type Command, PLACES } from './command.ts';

function cannotAsk(state: State): SafeText | undefined {
  if (undocumentedList(state) === undefined) return safe`No undocumented lists on this screen.`;
  if (state.session.undocumented === 'never')
    return safe`Undocumented calls are off (--strict, or strict in settings).`;
  return state.session.undocumented === 'allowed'
    ? safe`Already allowed. ${keyName(state.user.keymap, 'place.reload')} reloads.`
    : undefined;
}

/** Returns the question before an undocumented list is requested, with the request. */
export function consentQuestion(kind: string, ids: Ref['ids']): QuestionDialog {
  const { list, plural } = resourceOf(kind);
  const path = list === undefined ? safe`` : requestPath(list, ids);
  return questionDialog({
    title: safe`List ${clean(plural.toLowerCase())}? (undocumented API call)`,
    texts: [
      safe`GET ${path}`,
      safe`This read-only call is not documented and may fail.`,
      safe`Applies to this workspace until you run :extension.off.`,
    ],
    brief: [path, safe`An undocumented read-only call.`, safe`Allowed here until :extension.off.`],
    yes: safe`list them`,
    action: { to: 'undocumented', kind, ids },
  });
}

/** Requests an undocumented list. That is remembered for the workspace. */
export function listUndocumented(
  { store, now, reload, change }: Explorer,
  kind: string,
  ids: Ref['ids'],
): void {
  const { place, tab } = currentView(store.getState());
  change(state => withUndocumentedAllowed(state, true, now()));
  // The cursor goes to the first row of the list that was asked for.
  if (place.screen === 'record' && tab !== undefined) change(state => withTabRestarted(state, tab));
  reload({ screen: 'list', kind, ids });
}

/** Commands for undocumented lists, which are requested only with the person's consent. */
export const undocumentedCommands: readonly Command[] = [
  {
    id: 'extension.ask',
    keys: ['e'],
    title: safe`try an undocumented list (asks first)`,
    group: 'Look',
    where: ['list', 'record'],
    hint: { text: safe`try the list`, rank: 3 },
    blocked: cannotAsk,
    run: ({ store, openDialog }) => {
      const place = undocumentedList(store.getState());
      if (place !== undefined) openDialog(consentQuestion(place.kind, place.ids));
    },
  },
  {
    id: 'extension.off',
    keys: [],
    title: safe`turn undocumented calls off`,
    group: 'App',
    where: PLACES,
    blocked: ({ session: { undocumented } }) =>
      undocumented === 'allowed' ? undefined : safe`Undocumented calls are off.`,
    run: ({ change, now }) => change(state => withUndocumentedAllowed(state, false, now())),
  },
];
