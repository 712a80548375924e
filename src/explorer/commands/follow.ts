import { resourceOf } from '../../resources/registry.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { withLineFlipped, withPartShown } from '../actions/cursor/document.ts';
import { withTabLine } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { cursorTarget, targetRef } from '../selection/cursor.ts';
import { leadUnderCursor } from '../selection/value-under-cursor.ts';
import type { Action } from '../state/action.ts';
import type { View } from '../state/place.ts';
import { newView, type State } from '../state/state.ts';
import type { CommandDescription } from './command.ts';
import { copyShown, openAddress } from './copy.ts';
import { runConfirmed } from './custom.ts';
import { consentQuestion, listUndocumented } from './safety.ts';

function originOf({ store }: Explorer, { filter }: Extract<Action, { to: 'place' }>): View['origin'] {
  const state = store.getState();
  return filter === undefined ? undefined : { views: state.navigation.views, filter };
}

/** A delete is only asked for. */
export function follow(explorer: Explorer, action: Action): void {
  const { change, openView } = explorer;
  switch (action.to) {
    case 'place':
      return openView({
        ...newView(action.place),
        filter: action.filter,
        origin: originOf(explorer, action),
      });
    case 'jump':
      return explorer.jump(action.view);
    case 'save-view':
      explorer.saveView({ place: action.place, name: action.name });
      return explorer.notify('good', safe`Saved: :view ${action.name} opens it.`);
    case 'delete':
      return explorer.openDelete([{ ref: action.ref }]);
    case 'prompt':
      return explorer.openIdPrompt(action.kind, action.ids);
    case 'row':
      return change(state => withTabLine(state, action));
    case 'part':
      return change(state => withPartShown(state, action.path));
    case 'fold':
      return change(state => withLineFlipped(state, action.line));
    case 'address':
      return void openAddress(explorer);
    case 'copy':
      return copyShown(explorer, action);
    case 'consent':
      return explorer.openDialog(consentQuestion(action.place));
    case 'undocumented':
      return listUndocumented(explorer, action.place);
    case 'run':
      return runConfirmed(explorer, action);
    case 'login':
      return explorer.logInWith(action.id, action.isFormForced);
    case 'logins':
      return explorer.chooseLogin();
    case 'token':
      return explorer.openTokenForm();
    case 'renew-token':
      return explorer.renewToken();
    case 'demo':
    case 'quit':
      return explorer.end(action.to);
    default:
      // An action without a case does not compile: the switch returns nothing that would show it.
      action satisfies never;
  }
}

export function openCursor(explorer: Explorer): void {
  const target = cursorTarget(explorer.store.getState());
  if (target !== undefined) follow(explorer, target);
}

export function leadWords(state: State): SafeText | undefined {
  const target = cursorTarget(state);
  if (target?.to === 'fold') return target.isOpen ? safe`fold` : safe`unfold`;
  const lead = leadUnderCursor(state);
  const ref = targetRef(lead);
  if (ref !== undefined) return safe`open ${clean(ref.kind)}`;
  if (lead?.to === 'delete') return safe`delete ${lower(resourceOf(lead.ref.kind).title)} …`;
  return lead && (lead.to === 'address' ? safe`open link` : safe`copy`);
}

export const leadsToDelete = (state: State) => leadUnderCursor(state)?.to === 'delete';

export const leadRefusal = (state: State): SafeText | undefined =>
  leadsToDelete(state) ? deleteRefusal(state) : undefined;

export const openCommand: CommandDescription = {
  id: 'place.open',
  keys: ['enter', 'right'],
  title: safe`open`,
  where: ['list', 'record', 'compare', 'start'],
  hint: state => ({ text: leadWords(state) ?? safe`open`, rank: 1 }),
  opensDelete: leadsToDelete,
  blocked: state =>
    cursorTarget(state) === undefined && leadUnderCursor(state) === undefined
      ? safe`Nothing to open here.`
      : leadRefusal(state),
  run: explorer => {
    const lead = leadUnderCursor(explorer.store.getState());
    if (lead === undefined) openCursor(explorer);
    else follow(explorer, lead);
  },
};
