import { isName } from '../../text/name.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { LoginDialog, LoginField } from './dialogs.ts';
import {
  type LoginOption,
  type LoginOptions,
  loginOfOption,
  profileOptionId,
  type TokenStorage,
} from './login-options.ts';
import { type Editor, editorOf, editorText, emptyEditor } from './text-field.ts';

/** Returns the places where the token of a login can be stored, the default one first. */
export function tokenStorages({ token }: LoginOption): readonly TokenStorage[] {
  return token === undefined ? ['file', 'command', 'session'] : ['reference', 'session'];
}

export function fieldsOf({ option, isTokenOnly, tokenStorage }: LoginDialog): readonly LoginField[] {
  if (isTokenOnly) return ['token'];
  const typed: LoginField = tokenStorage === 'command' ? 'command' : 'token';
  const secret: readonly LoginField[] = option.token === undefined ? [typed] : [];
  const saved: readonly LoginField[] = tokenStorage === 'session' ? [] : ['profile'];
  return ['address', ...secret, 'workspace', 'tokenStorage', ...saved, 'protect'];
}

/** Texts by their form, and the fields that they do not belong into. */
const LOOKS: readonly (readonly [pattern: RegExp, wrong: readonly LoginField[], what: SafeText])[] = [
  [/bp_pat_/, ['address', 'workspace', 'command', 'profile'], safe`a token`],
  [/^\s*wkspace_/, ['address', 'token'], safe`a workspace id`],
  [/^\s*https?:/i, ['token', 'workspace'], safe`an address`],
];

/** Returns that the text of a field belongs into another one; undefined if it may be in this one. */
export function misplacedText(form: LoginDialog, field: LoginField, token = ''): SafeText | undefined {
  const text =
    field === 'tokenStorage' || field === 'protect' || field === 'token' ? token : editorText(form[field]);
  const found = LOOKS.find(([pattern, wrong]) => wrong.includes(field) && pattern.test(text));
  return found && safe`This looks like ${found[2]}.`;
}

/** Returns a field as it is shown: a token that was typed into it is hidden. */
export const shownEditor = (editor: Editor): Editor =>
  editorText(editor).includes('bp_pat_') ? editorOf('•'.repeat(editor.parts.length)) : editor;

export function missingFields(form: LoginDialog): readonly LoginField[] {
  // An empty profile name means the proposed one.
  const empty = (['address', 'command', 'workspace'] as const).filter(
    field => editorText(form[field]).trim() === '',
  );
  const missing: readonly LoginField[] = form.tokenLength === 0 ? ['token', ...empty] : empty;
  return fieldsOf(form).filter(field => missing.includes(field));
}

const MAX_NAME = 40;

/** Returns a name for a new profile that no other has: that of the login, else of the host. */
export function proposedName({ option, address }: LoginDialog, { options }: LoginOptions): string {
  const taken = new Set(options.filter(({ kind }) => kind === 'profile').map(({ id }) => id));
  const login = loginOfOption(option.id) ?? 'default';
  const host = URL.parse(editorText(address).trim())?.hostname ?? 'server';
  const words = [login, host, ...Array.from({ length: 99 }, (_, at) => `${login}-${at + 2}`)];
  const names = words.map(word => word.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, MAX_NAME));
  return names.find(name => isName(name) && !taken.has(profileOptionId(name))) ?? '';
}

/** Returns the form of a login, on its first missing field. */
export function loginForm(option: LoginOption): LoginDialog {
  const form: LoginDialog = {
    kind: 'login',
    option,
    isTokenOnly: false,
    address: editorOf(option.address),
    workspace: editorOf(option.workspace),
    command: emptyEditor,
    profile: emptyEditor,
    tokenLength: 0,
    tokenStorage: tokenStorages(option)[0] ?? 'session',
    protect: option.kind === 'login',
    field: 'tokenStorage',
    phase: 'editing',
  };
  return { ...form, field: missingFields(form)[0] ?? 'tokenStorage' };
}

/** Returns the form with the problem of its last try, on the field that it is about. */
export function formWithHint(form: LoginDialog, hint: SafeText, field: LoginField | undefined): LoginDialog {
  const hintField = fieldsOf(form).find(own => own === field);
  return { ...form, phase: 'editing', hint, hintField, field: hintField ?? form.field };
}
