import { type SafeText, safe } from '../../text/sanitise.ts';

/** A way to a server: a profile, a login of the official tool, what the environment has, or what is typed. No token. */
export type Door = {
  readonly id: string;
  readonly kind: 'profile' | 'login' | 'environment' | 'typed';
  readonly label: SafeText;
  /** Its name, where what it is stands beside it. */
  readonly name?: SafeText;
  readonly detail: SafeText;
  /** What is wrong with how it is kept. */
  readonly warning?: SafeText;
  /** What is known of it, as it would be sent; empty where it has to be typed. */
  readonly address: string;
  readonly workspace: string;
  /** How its token is come by; undefined where it has to be typed. */
  readonly token?: SafeText;
};

/** The ways to a server that were found on this computer. */
export type Doors = {
  readonly found: readonly Door[];
  /** The one that is in use, by its id. */
  readonly current: string | undefined;
  /** What obtaining the token again would do; undefined where that would change nothing. */
  readonly again: SafeText | undefined;
};

export const noDoors: Doors = { found: [], current: undefined, again: undefined };

/** How the token of a new profile is kept. */
export type Keep = 'reference' | 'file' | 'command' | 'session';

/** What the explorer is to go on with. */
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
      /** As it was typed; empty where the door has its own. */
      readonly token: string;
      readonly command: string;
      readonly keep: Keep;
      readonly protect: boolean;
    };

/** Makes ready what the explorer goes on with; the sentence says why it could not. Never throws. */
export type OpenDoor = (wish: Wish, signal: AbortSignal) => Promise<SafeText | undefined>;

export const noOpening: OpenDoor = () => Promise.resolve(safe`There is nothing else to go to.`);

/** Whether nothing of it has to be typed. */
export const isWhole = ({ address, workspace, token }: Door): boolean =>
  address !== '' && workspace !== '' && token !== undefined;
