import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withUndocumentedAllowed } from '../actions/undocumented.ts';
import { undocumentedList } from '../facts/undocumented.ts';
import { keyName } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { type Command, PLACES } from './command.ts';

function cannotAsk(state: State): SafeText | undefined {
  if (undocumentedList(state) === undefined) return safe`No undocumented lists on this screen.`;
  if (state.session.undocumented === 'never')
    return safe`Undocumented calls are off (--strict, or strict in settings).`;
  return state.session.undocumented === 'allowed'
    ? safe`Already allowed. ${keyName(state.user.keymap, 'place.reload')} reloads.`
    : undefined;
}

function askConsent({ store, openDialog }: Explorer): void {
  const place = undocumentedList(store.getState());
  if (place !== undefined)
    openDialog({ kind: 'consent', recordKind: place.kind, ids: place.ids, isYes: false });
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
    run: askConsent,
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
