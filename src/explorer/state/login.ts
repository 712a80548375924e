import { type SafeText, safe } from '../../text/sanitise.ts';
import { isName } from '../../text/words.ts';
import { type Editor, editorOf, editorText, emptyEditor } from './text-field.ts';

/** A profile, a login of the official tool, the environment, or a form. Has no token. */
export type LoginOption = Readonly<{
  id: string;
  kind: 'profile' | 'login' | 'environment' | 'typed';
  label: SafeText;
  name?: SafeText;
  detail: SafeText;
  guard?: 'read-only' | 'protected';
  warning?: SafeText;
  /** As sent to the server; empty if the person has to type it. */
  address: string;
  workspace: string;
  /** Source of the token; undefined if the person has to type it. */
  token?: SafeText;
}>;

export type LoginOptions = Readonly<{
  options: readonly LoginOption[];
  current: string | undefined;
  problem?: SafeText;
  renewal: SafeText | undefined;
}>;

export const noLoginOptions: LoginOptions = { options: [], current: undefined, renewal: undefined };

/** Of a new profile: a reference to its source, a file, a command that prints it, or this session. */
export type TokenStorage = 'reference' | 'file' | 'command' | 'session';

export type ConnectionRequest =
  | Readonly<{ kind: 'option'; id: string }>
  | { readonly kind: 'renewal' }
  /** For this session only. */
  | Readonly<{ kind: 'token'; token: string }>
  | Readonly<{
      kind: 'form';
      id: string;
      address: string;
      workspace: string;
      token: string;
      command: string;
      profile: string;
      tokenStorage: TokenStorage;
      protect: boolean;
    }>;

export type ConnectProblem = Readonly<{
  ok: false;
  why: SafeText;
  field?: 'address' | 'token' | 'command' | 'workspace' | 'profile';
}>;

type ConnectOutcome = Readonly<{ ok: true; saved?: SafeText }> | ConnectProblem;

/** Never throws. */
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

/** Knows the length of a typed token, not the token. */
export type LoginDialog = Readonly<{
  kind: 'login';
  option: LoginOption;
  isTokenOnly: boolean;
  address: Editor;
  workspace: Editor;
  command: Editor;
  profile: Editor;
  tokenLength: number;
  tokenStorage: TokenStorage;
  protect: boolean;
  field: LoginField;
  phase: 'editing' | 'testing';
  hint?: SafeText | undefined;
  hintField?: LoginField | undefined;
}>;

export const tokenStorages = ({ token }: LoginOption): readonly TokenStorage[] =>
  token === undefined ? ['file', 'command', 'session'] : ['reference', 'session'];

export function fieldsOf({ option, isTokenOnly, tokenStorage }: LoginDialog): readonly LoginField[] {
  if (isTokenOnly) return ['token'];
  const typed: LoginField = tokenStorage === 'command' ? 'command' : 'token';
  const secret: readonly LoginField[] = option.token === undefined ? [typed] : [];
  const saved: readonly LoginField[] = tokenStorage === 'session' ? [] : ['profile'];
  return ['address', ...secret, 'workspace', 'tokenStorage', ...saved, 'protect'];
}

/** By their form, and the fields that they do not belong into. */
const LOOKS: readonly (readonly [pattern: RegExp, wrong: readonly LoginField[], what: SafeText])[] = [
  [/bp_pat_/, ['address', 'workspace', 'command', 'profile'], safe`a token`],
  [/^\s*wkspace_/, ['address', 'token'], safe`a workspace id`],
  [/^\s*https?:/i, ['token', 'workspace'], safe`an address`],
];

export function misplacedText(form: LoginDialog, field: LoginField, token = ''): SafeText | undefined {
  const text =
    field === 'tokenStorage' || field === 'protect' || field === 'token' ? token : editorText(form[field]);
  const found = LOOKS.find(([pattern, wrong]) => wrong.includes(field) && pattern.test(text));
  return found && safe`This looks like ${found[2]}.`;
}

export const shownEditor = (editor: Editor): Editor =>
  editorText(editor).includes('bp_pat_') ? editorOf('•'.repeat(editor.parts.length)) : editor;

export function missingFields(form: LoginDialog): readonly LoginField[] {
  const empty = (['address', 'command', 'workspace'] as const).filter(
    field => editorText(form[field]).trim() === '',
  );
  const missing: readonly LoginField[] = form.tokenLength === 0 ? ['token', ...empty] : empty;
  return fieldsOf(form).filter(field => missing.includes(field));
}

const MAX_NAME = 40;

export function proposedName({ option, address }: LoginDialog, { options }: LoginOptions): string {
  const profiles = options.filter(({ kind }) => kind === 'profile').map(({ name }): string => name ?? '');
  const login = (option.kind === 'login' && option.name) || 'default';
  const host = URL.parse(editorText(address).trim())?.hostname ?? 'server';
  const words = [login, host, ...Array.from({ length: 99 }, (_, at) => `${login}-${at + 2}`)];
  const names = words.map(word => word.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, MAX_NAME));
  return names.find(name => isName(name) && !profiles.includes(name)) ?? '';
}

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

export function formWithHint(form: LoginDialog, hint: SafeText, field: LoginField | undefined): LoginDialog {
  const hintField = fieldsOf(form).find(own => own === field);
  return { ...form, phase: 'editing', hint, hintField, field: hintField ?? form.field };
}
