import { type SafeText, safe } from '../../text/sanitise.ts';

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

const LOGIN = 'login:';

export const profileOptionId = (profile: string): string => `profile:${profile}`;

export const loginOptionId = (login: string): string => `${LOGIN}${login}`;

/** Returns the name of the official tool's login in the id of its option; undefined for other options. */
export const loginOfOption = (id: string): string | undefined =>
  id.startsWith(LOGIN) ? id.slice(LOGIN.length) : undefined;

/** All options to log in that were found on this computer. */
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

/** Returns true if the person has nothing to type. */
export const isComplete = ({ address, workspace, token }: LoginOption): boolean =>
  address !== '' && workspace !== '' && token !== undefined;
