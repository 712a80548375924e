import type { Failure } from '../failure.ts';
import type { Ref, Remark } from '../resources/resource.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { Editor } from './editor.ts';
import type { Logging } from './log-lines.ts';
import type { LoggingIn } from './logging-in.ts';
import type { Choice, Choosing } from './place-choice.ts';
import type { RemovingMany } from './removing-many.ts';
import type { Revealed } from './revealing.ts';
import type { Saving } from './saving.ts';
import type { Seeking } from './seeking.ts';

/** The dialog that deletes. It holds its target by value: nothing on the screen below can change it. */
export type Removing = {
  readonly is: 'remove';
  readonly ref: Ref;
  readonly name: SafeText;
  /** What has to be typed, and whether it is the name or the id's end. Unknown until the record is read again. */
  readonly token: string;
  readonly tokenIs: 'name' | 'id';
  readonly editor: Editor;
  readonly phase: 'reading' | 'asking' | 'sending' | 'checking';
  readonly remarks: readonly Remark[];
  /** The read before the dialog, when it failed; or the delete that did not happen. */
  readonly failure?: Failure;
  readonly openedAt: number;
  readonly typedAt: number;
  /** Lines above the question that were read, where not all fit. */
  readonly top?: number;
  readonly since: number;
  /** A DELETE was sent from this dialog, whatever came of it. */
  readonly wasSent?: true;
  /** Where a copy is kept before; undefined when none is. */
  readonly keptIn?: SafeText;
  readonly hint?: SafeText;
};

/** What covers the screen, or stands below it, and takes the keys. */
export type Overlay =
  | Removing
  | RemovingMany
  | Logging
  | LoggingIn
  | Saving
  | Revealed
  | Seeking
  /** `isSearching`: keys go into the search field. */
  | { readonly is: 'help'; readonly top: number; readonly editor: Editor; readonly isSearching: boolean }
  /** What went wrong with the last read of what is shown. */
  | { readonly is: 'failure'; readonly top: number }
  | { readonly is: 'find'; readonly editor: Editor }
  /** The name that unlocks deleting is typed. */
  | { readonly is: 'unlock'; readonly editor: Editor; readonly hint?: SafeText }
  | { readonly is: 'line'; readonly editor: Editor; readonly choice: number }
  /** The field of a list's filter. `home`: the row that the cursor was on before, to be there again. */
  | { readonly is: 'filter'; readonly editor: Editor; readonly home: string | undefined }
  /** Of all actions, or of what can be copied. */
  | { readonly is: 'menu'; readonly of?: 'copy' }
  /** Whether the list of a kind may be asked for, which is outside of the description. */
  | { readonly is: 'consent'; readonly kind: string; readonly ids: Ref['ids'] }
  /** Whether a command of one's own that changes something may run. */
  | { readonly is: 'run'; readonly name: string }
  | {
      readonly is: 'choose';
      readonly of: Choosing;
      readonly rows: readonly Choice[];
      readonly choice: number;
    }
  | {
      readonly is: 'prompt';
      readonly kind: string;
      readonly ids: Ref['ids'];
      /** What is opened below the record with the id that is asked for, in place of that record itself. */
      readonly below?: { readonly kind: string; readonly id: string };
      readonly editor: Editor;
      /** Ids to choose from, as sent; the one chosen, or -1 while the id is typed. */
      readonly known: readonly string[];
      readonly choice: number;
      readonly hint?: SafeText;
    };
