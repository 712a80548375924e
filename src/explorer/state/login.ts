import { type SafeText, safe } from '../../text/sanitise.ts';
import { isName } from '../../text/words.ts';
import { type Editor, editorOf, editorText, emptyEditor } from './text-field.ts';

/** An option to log in: a profile, a login of the official tool, the environment, or a form. Has no token. */
export type LoginOption = {
  readonly id: string;
  readonly kind: 'profile' | 'login' | 'environment' | 'typed';
  readonly label: SafeText;
  /** Name alone, for rows that show the kind in another column. */
  readonly name?: SafeText;
  readonly detail: SafeText;
  readonly guard?: 'read-only' | 'protected';
  /** Problem of its storage, as a sentence. */
  readonly warning?: SafeText;
  /** Known values, as sent to the server; empty if the person has to type them. */
  readonly address: string;
  readonly workspace: string;
  /** Source of the token; undefined if the person has to type it. */
  readonly token?: SafeText;
};

export type LoginOptions = {
  readonly options: readonly LoginOption[];
  /** Id of the option in use. */
  readonly current: string | undefined;
  /** Why the profiles are not known: the settings file is broken. */
  readonly problem?: SafeText;
  /** Effect of renewing the token, in words; undefined if that changes nothing. */
  readonly renewal: SafeText | undefined;
};

export const noLoginOptions: LoginOptions = { options: [], current: undefined, renewal: undefined };

/**
 * Storage of a new profile's token: a reference to its source, a file, a command that prints it, or this
 * session.
 */
export type TokenStorage = 'reference' | 'file' | 'command' | 'session';

export type ConnectionRequest =
  | { readonly kind: 'option'; readonly id: string }
  | { readonly kind: 'renewal' }
  /** The present connection with another token, for this session only. */
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'form';
      readonly id: string;
      readonly address: string;
      readonly workspace: string;
      /** The typed token; empty where the login has its own. */
      readonly token: string;
      readonly command: string;
      /** Name of the new profile, unless the token is for this session. */
      readonly profile: string;
      readonly tokenStorage: TokenStorage;
      readonly protect: boolean;
    };

/** A sentence about a failed connection, and the field of the form that it is about. */
export type ConnectProblem = {
  readonly ok: false;
  readonly why: SafeText;
  readonly field?: 'address' | 'token' | 'command' | 'workspace' | 'profile';
};

/** `saved`: a sentence about the profile that was saved. */
type ConnectOutcome = { readonly ok: true; readonly saved?: SafeText } | ConnectProblem;

/** Connects, or resolves with the reason why not. Never throws. */
export type Connect = (request: ConnectionRequest, signal: AbortSignal) => Promise<ConnectOutcome>;

export const noConnect: Connect = () =>
  Promise.resolve({ ok: false, why: safe`No other profile or login found.` });

export const isComplete = ({ address, workspace, token }: LoginOption): boolean =>
  address !== '' && workspace !== '' && token !== undefined;

export type LoginField =
  | 'address'
  | 'token'
  | 'command'
  | 'workspace'
  | 'tokenStorage'
  | 'profile'
  | 'protect';

/** The login form. It knows the length of a typed token, not the token. */
export type LoginDialog = {
  readonly kind: 'login';
  readonly option: LoginOption;
  /** True if the form has one field: another token for the present connection. */
  readonly isTokenOnly: boolean;
  readonly address: Editor;
  readonly workspace: Editor;
  readonly command: Editor;
  /** Name of the new profile; empty for the proposed one. */
  readonly profile: Editor;
  readonly tokenLength: number;
  readonly tokenStorage: TokenStorage;
  readonly protect: boolean;
  readonly field: LoginField;
  readonly phase: 'editing' | 'testing';
  readonly hint?: SafeText | undefined;
  /** The field that the hint is about; undefined if it is about none. */
  readonly hintField?: LoginField | undefined;
};

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
  const profiles = options.filter(({ kind }) => kind === 'profile').map(({ name }): string => name ?? '');
  const login = (option.kind === 'login' && option.name) || 'default';
  const host = URL.parse(editorText(address).trim())?.hostname ?? 'server';
  const words = [login, host, ...Array.from({ length: 99 }, (_, at) => `${login}-${at + 2}`)];
  const names = words.map(word => word.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, MAX_NAME));
  return names.find(name => isName(name) && !profiles.includes(name)) ?? '';
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
