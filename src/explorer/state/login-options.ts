import { type SafeText, safe } from '../../text/sanitise.ts';

/**
 * A way to log in: a profile, a login of the official tool, the environment, or a form. It holds no token.
 */
export type Door = {
  readonly id: string;
  readonly kind: 'profile' | 'login' | 'environment' | 'typed';
  readonly label: SafeText;
  /** Its name, where its kind is shown beside it. */
  readonly name?: SafeText;
  readonly detail: SafeText;
  /** What is wrong with how it is stored. */
  readonly warning?: SafeText;
  /** Known values, as they would be sent; empty where they have to be typed. */
  readonly address: string;
  readonly workspace: string;
  /** Where its token comes from; undefined where it has to be typed. */
  readonly token?: SafeText;
};

/** The ways to log in that were found on this computer. */
export type Doors = {
  readonly found: readonly Door[];
  /** Id of the one in use. */
  readonly current: string | undefined;
  /** What obtaining the token again would do; undefined where that changes nothing. */
  readonly again: SafeText | undefined;
};

export const noDoors: Doors = { found: [], current: undefined, again: undefined };

/** How the token of a new profile is stored. */
export type Keep = 'reference' | 'file' | 'command' | 'session';

/** The connection to switch to. */
export type Wish =
  | { readonly to: 'door'; readonly id: string }
  /** The same, its token obtained again. */
  | { readonly to: 'again' }
  /** The same, with another token, for this session. */
  | { readonly to: 'token'; readonly token: string }
  | {
      readonly to: 'login';
      readonly id: string;
      readonly address: string;
      readonly workspace: string;
      /** The typed token; empty where the login has its own. */
      readonly token: string;
      readonly command: string;
      readonly keep: Keep;
      readonly protect: boolean;
    };

/** Connects; the sentence says why it could not. Never throws. */
export type OpenDoor = (wish: Wish, signal: AbortSignal) => Promise<SafeText | undefined>;

export const noOpening: OpenDoor = () => Promise.resolve(safe`No other profile or login found.`);

/** Returns true if nothing of it has to be typed. */
export const isWhole = ({ address, workspace, token }: Door): boolean =>
  address !== '' && workspace !== '' && token !== undefined;
