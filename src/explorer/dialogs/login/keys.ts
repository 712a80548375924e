import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { LoginDialog } from '../../state/dialogs.ts';
import { fieldsOf, missingFields, tokenStorages } from '../../state/login-form.ts';
import { type Editor, insert } from '../../state/text-field.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { applyKey } from '../shared/text-field.ts';

/** Clears the message of the last try. */
const FRESH: Partial<LoginDialog> = { hint: undefined, hintField: undefined };

/** Returns the next or previous item of a list; the ends are joined. */
function neighbourOf<T>(list: readonly T[], present: T, by: number): T {
  return list[(list.indexOf(present) + by + list.length) % list.length] ?? present;
}

/** Editing keys of the token. Its letters are not shown, so they change at the end only. */
const SECRET_EDITS: Readonly<Record<string, (token: string) => string>> = {
  backspace: token => token.slice(0, -1),
  'ctrl+u': () => '',
  'ctrl+w': () => '',
};

const MAX_TOKEN = 4096;

const append = (text: string) => (token: string) =>
  (token + text.replace(/\p{Cc}/gu, '')).slice(0, MAX_TOKEN);

function textChange(form: LoginDialog, change: (editor: Editor) => Editor): Partial<LoginDialog> {
  const { field } = form;
  return field === 'address' || field === 'workspace' || field === 'command' || field === 'profile'
    ? { ...FRESH, [field]: change(form[field]) }
    : {};
}

function choiceChange(form: LoginDialog, by: number): Partial<LoginDialog> {
  if (form.field === 'protect') return { ...FRESH, protect: !form.protect };
  return { ...FRESH, tokenStorage: neighbourOf(tokenStorages(form.option), form.tokenStorage, by) };
}

/** Goes to the next missing field, or logs in if none is missing. */
function accept({ changeDialog, logIn }: Explorer, form: LoginDialog): void {
  const next = missingFields(form).find(field => field !== form.field);
  const isFilled = !missingFields(form).includes(form.field);
  if (isFilled && next !== undefined) changeDialog(form, { ...FRESH, field: next });
  else logIn();
}

const isChoice = ({ field }: LoginDialog): boolean => field === 'tokenStorage' || field === 'protect';

/** Returns true if letters are text. They do nothing while the login is tested. */
export const isTyping = (form: LoginDialog): boolean => form.phase === 'testing' || !isChoice(form);

const whyTesting = ({ phase }: LoginDialog): SafeText | undefined =>
  phase === 'testing' ? safe`The login is tested. Esc stops.` : undefined;

const moveBy =
  (by: number): DialogCommand<LoginDialog>['run'] =>
  ({ changeDialog }, form) =>
    changeDialog(form, { ...FRESH, field: neighbourOf(fieldsOf(form), form.field, by) });

const chooseBy = (by: number): Pick<DialogCommand<LoginDialog>, 'blocked' | 'run'> => ({
  blocked: form => whyTesting(form) ?? (isChoice(form) ? undefined : safe`There is nothing to choose.`),
  run: ({ changeDialog }, form) => changeDialog(form, choiceChange(form, by)),
});

export const loginCommands: readonly DialogCommand<LoginDialog>[] = [
  {
    id: 'login.accept',
    keys: ['enter'],
    title: safe`log in, or go to what is missing`,
    hint: safe`log in`,
    isInField: true,
    blocked: whyTesting,
    run: accept,
  },
  {
    id: 'login.next',
    keys: ['tab', 'down'],
    title: safe`next field`,
    hint: safe`next`,
    isInField: true,
    blocked: whyTesting,
    run: moveBy(1),
  },
  {
    id: 'login.previous',
    keys: ['shift+tab', 'up'],
    title: safe`previous field`,
    isInField: true,
    blocked: whyTesting,
    run: moveBy(-1),
  },
  {
    id: 'login.choose',
    keys: ['space', 'right'],
    title: safe`next choice`,
    hint: safe`choose`,
    ...chooseBy(1),
  },
  { id: 'login.choose-previous', keys: ['left'], title: safe`previous choice`, ...chooseBy(-1) },
];

export function loginKey({ changeDialog, typeToken }: Explorer, form: LoginDialog, { key }: Press): void {
  if (form.phase === 'testing' || isChoice(form)) return;
  if (form.field === 'token') return typeToken(SECRET_EDITS[key.name] ?? append(key.text));
  changeDialog(
    form,
    textChange(form, editor => applyKey(editor, key)),
  );
}

export function pasteLogin({ changeDialog, typeToken }: Explorer, form: LoginDialog, text: string): void {
  if (form.phase === 'testing') return;
  if (form.field === 'token') typeToken(append(text));
  else
    changeDialog(
      form,
      textChange(form, editor => insert(editor, text)),
    );
}
