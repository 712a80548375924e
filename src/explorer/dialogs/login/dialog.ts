import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { hint, type Line } from '../../facts/line.ts';
import { spokenText } from '../../facts/spoken-words.ts';
import type { LoginDialog } from '../../state/dialogs.ts';
import { shownEditor } from '../../state/login-form.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import { ALL_ROWS, type Announcement, type Dialog } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { firstLine } from '../shared/text-field.ts';
import { isTyping, loginCommands, loginKey, pasteLogin } from './keys.ts';
import { loginLines, loginMessage } from './lines.ts';

const spokenParts = (line: Line | undefined): readonly SafeText[] =>
  line?.kind === 'text' ? line.spans.map(({ text }) => spokenText(text)) : [];

/** Announces the field under the cursor, and of a token one star for each character. */
function loginSpeech(state: State, form: LoginDialog): Announcement {
  const all = loginLines(state, form, ALL_ROWS);
  const about = {
    lines: all.filter(({ id }) => id.startsWith('about:')),
    message: [loginMessage({ ...form, hintField: undefined })],
  };
  const { field, tokenStorage, tokenLength } = form;
  const [label = safe``, ...rest] = spokenParts(all.find(({ id }) => id === field));
  if (field === 'tokenStorage') {
    const chosen = all.filter(({ id }) => id.startsWith(`storage:${tokenStorage}:`));
    return { ...about, row: joinSafe([label, ...chosen.flatMap(line => spokenParts(line).slice(1))], ' ') };
  }
  if (field === 'protect') {
    const answer = clean(rest.join(' ').replace('[x]', 'yes:').replace('[ ]', 'no:'));
    return { ...about, row: safe`${label} ${answer}` };
  }
  const editor = field === 'token' ? editorOf('*'.repeat(tokenLength)) : shownEditor(form[field]);
  // The empty field of the profile name is followed by the proposed name.
  const proposal = field === 'profile' && editorText(editor) === '' ? (rest.at(-1) ?? safe``) : safe``;
  return { ...about, field: [safe`${label}${proposal}: `, editor] };
}

export const loginDialog: Dialog<LoginDialog> = {
  commands: loginCommands,
  isTyping,
  key: loginKey,
  paste: (explorer, form, text) => pasteLogin(explorer, form, firstLine(text)),
  cancel: ({ cancelLogin }) => cancelLogin(),
  title: (_state, { option }) => ({ title: safe`Log in: ${option.label}`, right: safe`Esc goes back` }),
  lines: (state, form, { rows }) => ({ lines: loginLines(state, form, rows) }),
  hints: (form, state) => footerOf(loginCommands, hint(safe`Esc`, safe`back`), [form, state]),
  message: (_state, form) => [loginMessage(form)],
  speech: loginSpeech,
};
