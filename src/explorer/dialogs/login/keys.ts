import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import type { LoginDialog } from '../../state/dialogs.ts';
import { fieldsOf, missingFields, tokenStorages } from '../../state/login-form.ts';
import { type Editor, insert } from '../../state/text-field.ts';
import { editedBy } from '../shared/text-field.ts';

/** Clears what the last try left in the form. */
const FRESH: Partial<LoginDialog> = { hint: undefined };

/** The next one of a list, or the one before; the ends are joined. */
function turned<T>(list: readonly T[], present: T, by: number): T {
  return list[(list.indexOf(present) + by + list.length) % list.length] ?? present;
}

const MOVES: Readonly<Record<string, number>> = { tab: 1, down: 1, 'shift+tab': -1, up: -1 };
const TURNS: Readonly<Record<string, number>> = { space: 1, right: 1, left: -1 };

/** The keys of a field whose letters nobody sees: they only go on at its end. */
const SECRET_EDITS: Readonly<Record<string, (token: string) => string>> = {
  backspace: token => token.slice(0, -1),
  'ctrl+u': () => '',
  'ctrl+w': () => '',
};

/** More letters than any token has. */
const MAX_TOKEN = 4096;

const added = (text: string) => (token: string) => (token + text.replace(/\p{Cc}/gu, '')).slice(0, MAX_TOKEN);

function changed(form: LoginDialog, change: (editor: Editor) => Editor): Partial<LoginDialog> {
  const { field } = form;
  return field === 'address' || field === 'workspace' || field === 'command'
    ? { ...FRESH, [field]: change(form[field]) }
    : {};
}

/** A choice of the form, turned by a key. */
function chosen(form: LoginDialog, by: number): Partial<LoginDialog> {
  if (form.field === 'protect') return { ...FRESH, protect: !form.protect };
  return { ...FRESH, keep: turned(tokenStorages(form.door), form.keep, by) };
}

/** Enter: on to what is still missing, else it is tried. */
function goOn({ changeDialog, logIn }: Explorer, form: LoginDialog): void {
  const next = missingFields(form).find(field => field !== form.field);
  const isFilled = !missingFields(form).includes(form.field);
  if (isFilled && next !== undefined) changeDialog(form, { ...FRESH, field: next });
  else logIn();
}

/** A key in the form that logs in. */
export function loginKey(explorer: Explorer, form: LoginDialog, { key }: Press): void {
  const { changeDialog, typeToken } = explorer;
  if (form.phase === 'trying') return;
  const move = Object.hasOwn(MOVES, key.name) ? MOVES[key.name] : undefined;
  const turn = Object.hasOwn(TURNS, key.name) ? TURNS[key.name] : undefined;
  const isChoice = form.field === 'keep' || form.field === 'protect';
  if (key.name === 'enter') return goOn(explorer, form);
  if (move !== undefined)
    return changeDialog(form, { ...FRESH, field: turned(fieldsOf(form), form.field, move) });
  if (isChoice) {
    if (turn !== undefined) changeDialog(form, chosen(form, turn));
    return;
  }
  if (form.field === 'token') return typeToken(SECRET_EDITS[key.name] ?? added(key.text));
  changeDialog(
    form,
    changed(form, editor => editedBy(editor, key)),
  );
}

/** Pasted text goes into the field. */
export function pasteLogin({ changeDialog, typeToken }: Explorer, form: LoginDialog, text: string): void {
  if (form.phase === 'trying') return;
  if (form.field === 'token') typeToken(added(text));
  else
    changeDialog(
      form,
      changed(form, editor => insert(editor, text)),
    );
}
