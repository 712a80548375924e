import { clean, joinSafe, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { wrap } from '../../../text/width.ts';
import { follow } from '../../commands/follow.ts';
import { layoutOf } from '../../facts/layout.ts';
import { asQuiet, hint, type Lines, span, textLine, titleLine } from '../../facts/line.ts';
import { viewTitle } from '../../frame/titles.ts';
import { currentFailureLines } from '../../screens/content.ts';
import { choiceId } from '../../screens/start/start-lines.ts';
import { secretText } from '../../selection/value-under-cursor.ts';
import type { SecretDialog } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import { currentView, type State } from '../../state/state.ts';
import { closingCommands, type Dialog, type DialogOf, readerStep } from '../shared/dialog.ts';

const failureLines = (state: State): Lines => currentFailureLines(state) ?? [];

export const failureDialog: Dialog<DialogOf<'failure'>> = {
  form: 'text',
  key: ({ store, changeDialog }, dialog, { key }) => {
    const state = store.getState();
    const { body } = layoutOf(state);
    const most = failureLines(state).length - body;
    const top = dialog.top + (readerStep(state, key.name, body) ?? 0);
    changeDialog(dialog, { top: Math.max(0, Math.min(top, most)) });
    return true;
  },
  lines: (state, dialog, { rows }) => {
    const lines = failureLines(state);
    const from = Math.max(0, Math.min(dialog.top, lines.length - rows));
    return { lines: lines.slice(from, from + rows) };
  },
  more: ({ user: { keymap } }) => {
    const keys = ['move.down', 'move.up', 'move.page-down', 'move.page-up'].map(id => keyName(keymap, id));
    return [hint(joinSafe(keys, ' '), safe`move`)];
  },
  commands: [
    {
      id: 'place.reload',
      title: safe`retry`,
      hint: safe`retry`,
      run: ({ store, reload, closeDialog }) => {
        closeDialog();
        reload(currentView(store.getState()).place);
      },
    },
    {
      id: 'place.jump',
      title: safe`follow the suggestion with this number`,
      run: (explorer, _dialog, { key }) => {
        const id = choiceId(Number(key.name));
        const line = failureLines(explorer.store.getState()).find(each => each.id === id);
        if (line?.kind !== 'text' || line.target === undefined) return;
        explorer.closeDialog();
        follow(explorer, line.target);
      },
    },
    { id: 'failure.close', keys: ['enter'], title: safe`close`, run: ({ closeDialog }) => closeDialog() },
    { id: 'failure.show', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
    ...closingCommands,
  ],
  isEmpty: state => currentFailureLines(state) === undefined,
  title: state => ({ title: viewTitle(state).title, right: safe`Esc goes back` }),
  esc: safe`back to the loaded data`,
};

/** Of a secret: more than any screen holds. */
const MAX_CHARACTERS = 16_000;

const shown = (state: State, secret: SecretDialog) => clean(secretText(state, secret) ?? '', MAX_CHARACTERS);

const secondsLeft = ({ session: { now } }: State, { endsAt }: SecretDialog) =>
  Math.max(0, Math.ceil((endsAt - now) / 1000));

function secretLines(state: State, secret: SecretDialog, height: number): Lines {
  const path = secret.path.map(step => clean(String(step), 60));
  const rows = wrap(shown(state, secret), Math.max(8, state.screen.size.columns - 6));
  const fitting = rows.slice(0, Math.max(1, height - 1));
  return [
    titleLine('secret', joinSafe(path, '.')),
    ...fitting.map((row, at) => {
      const left = rows.length - fitting.length;
      const end = at === fitting.length - 1 && left > 0 ? safe` … ${counted(left, safe`more row`)}` : safe``;
      // Never spoken: screen readers start without reveal.
      return asQuiet(textLine(`secret:${at}`, span(safe`   ${row}`, 'strong'), span(end, 'dim')));
    }),
  ];
}

/** Unmasked for some seconds. Every key masks it before the key reaches a dialog (`hideSecret`). */
export const secretDialog: Dialog<SecretDialog> = {
  form: 'text',
  key: () => true,
  lines: (state, dialog, { rows }) => ({ lines: secretLines(state, dialog, rows) }),
  hints: () => [hint(safe`any key`, safe`masks it again`)],
  message: (state, dialog) => [
    span(safe` Masked again in ${secondsLeft(state, dialog)} s. Not copied, not saved.`, 'warn'),
  ],
};
