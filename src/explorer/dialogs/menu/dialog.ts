import { type SafeText, safe } from '../../../text/sanitise.ts';
import { menuCommands } from '../../commands/available.ts';
import { type Line, span, textLine } from '../../facts/line.ts';
import type { State } from '../../state/state.ts';
import { keysText } from '../palette/key-rows.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { chooseHint, closeHint, enterHint } from '../shared/message.ts';

type Menu = DialogOf<'menu'>;

/** Returns the title of the actions menu, or of the copy menu. */
export const menuTitle = ({ topic }: Menu): SafeText => (topic === 'copy' ? safe`Copy` : safe`Actions`);

const menuLines = (state: State, { topic }: Menu): readonly Line[] =>
  menuCommands(state, topic ?? true).map((command, at) =>
    textLine(command.id, span(safe`${at + 1} ${command.title}  ${keysText(state, command)}`)),
  );

/** The actions menu or the copy menu. `explorer/ink/menu.tsx` draws its rows and handles arrows and Enter. */
export const menuDialog: Dialog<Menu> = {
  commands: [{ id: 'app.quit', title: safe`close`, run: ({ closeDialog }) => closeDialog() }],
  lines: (state, dialog) => ({ lines: menuLines(state, dialog) }),
  hints: (_dialog, state) => [enterHint(safe`run`), closeHint, chooseHint(state)],
  speech: (state, dialog) => ({ title: menuTitle(dialog), lines: menuLines(state, dialog) }),
};
