import type { Result } from '../deletion/delete.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import type { Ref } from '../resources/resource.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { Editor } from './editor.ts';

/** One of many that are to be deleted. It is held by value: nothing on the screen below can change it. */
export type Victim = {
  readonly ref: Ref;
  readonly name: SafeText;
  /** As it was read again just before. */
  readonly record?: JsonObject;
  /** Why it could not be read again; then it is left alone. */
  readonly failure?: Failure;
  /** It is not what the list had when it was marked. */
  readonly isChanged?: true;
  readonly isHidden?: true;
  /** The person took it out. */
  readonly isLeftOut?: true;
  readonly result?: Result | 'sending';
};

/**
 * The dialog that deletes several. `reading`: they are read again; `asking`: for the token; `grace`: the last seconds
 * in which nothing is sent yet; `stopping`: the one under way ends, no other is sent.
 */
export type RemovingMany = {
  readonly is: 'remove-many';
  readonly kind: string;
  readonly victims: readonly Victim[];
  readonly phase: 'reading' | 'asking' | 'grace' | 'running' | 'stopping' | 'done';
  readonly editor: Editor;
  readonly openedAt: number;
  readonly typedAt: number;
  /** When the phase began. */
  readonly since: number;
  /** How long the grace lasts; 0: there is none. */
  readonly graceMs: number;
  /** Keys go to the list of them, and not into the field. */
  readonly isInList: boolean;
  readonly cursor: number;
  /** Only those are shown that were to be deleted and are not. */
  readonly isOnlyFailed?: boolean;
  /** Where a copy of each is kept before; undefined when none is. */
  readonly keptIn?: SafeText;
  readonly hint?: SafeText;
};
