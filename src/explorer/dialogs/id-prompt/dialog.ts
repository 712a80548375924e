import { resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { span } from '../../facts/line.ts';
import { fieldSpans } from '../../facts/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { closeHint, hasPanel } from '../shared/message.ts';
import { withoutField } from '../shared/text-field.ts';
import { pasteIds, promptCommands, promptKey } from './keys.ts';
import { promptLines } from './lines.ts';

const idLabel = ({ recordKind: kind }: DialogOf<'id-prompt'>): SafeText =>
  safe`${clean(resourceOf(kind).title.toLowerCase())} id`;

/** Asks for the id of a record that the API does not list. */
export const idPromptDialog: Dialog<DialogOf<'id-prompt'>> = {
  commands: promptCommands,
  isTyping: () => true,
  key: promptKey,
  paste: pasteIds,
  lines: (state, dialog, { rows }) => ({ lines: promptLines(state, dialog, rows) }),
  hints: (dialog, state) => footerOf(promptCommands, closeHint, [dialog, state]),
  message: (state, dialog) => {
    if (hasPanel(state)) return undefined;
    if (dialog.hint !== undefined) return [span(safe` ${dialog.hint}`, 'warn')];
    const sign = safe` ${idLabel(dialog)} > `;
    return [span(sign, 'key'), ...fieldSpans(dialog.editor, state.screen.size.columns - cells(sign))];
  },
  speech: (state, dialog) => {
    const { choice, known } = dialog;
    return {
      lines: withoutField(promptLines(state, dialog, known.length + 4)),
      row: choice < 0 ? safe`` : safe`${choice + 1} of ${known.length}: ${clean(known[choice] ?? '', 100)}`,
      field: [safe`${idLabel(dialog)}: `, dialog.editor],
    };
  },
};
