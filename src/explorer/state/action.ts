import type { CustomCommand } from '../../config/custom-commands.ts';
import type { Ref } from '../../resources/resource.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Place, View } from './place.ts';

/** The effect of Enter on a line, a value, a row of the palette or a yes; `commands/follow.ts` runs it. */
export type Action =
  | { readonly to: 'place'; readonly place: Place; readonly filter?: string | undefined }
  /** A view, with its owners below it in place of the open views. */
  | { readonly to: 'jump'; readonly view: View }
  | { readonly to: 'save-view'; readonly name: SafeText; readonly place: string }
  | { readonly to: 'delete'; readonly ref: Ref }
  /** The palette, for the id of a record that no operation lists. */
  | { readonly to: 'prompt'; readonly kind: string; readonly ids: Ref['ids'] }
  /** Another tab of the same record with the cursor on a line there; `ref`: the record of that line. */
  | { readonly to: 'row'; readonly tab: string; readonly line: string; readonly ref: Ref }
  /** The rest of a folded line, shown below it or hidden again. */
  | { readonly to: 'fold'; readonly line: string; readonly isOpen: boolean }
  /** The web address under the cursor. */
  | { readonly to: 'address' }
  | { readonly to: 'copy'; readonly text: string; readonly description: SafeText }
  /** The question before an undocumented list is requested; its request, now and later ones. */
  | { readonly to: 'consent' | 'undocumented'; readonly kind: string; readonly ids: Ref['ids'] }
  /** A dangerous custom command on a record; `words`: program and arguments. */
  | { readonly to: 'run'; readonly own: CustomCommand; readonly ref: Ref; readonly words: readonly string[] }
  /** A login option; `isFormForced`: through its form in any case. */
  | { readonly to: 'login'; readonly id: string; readonly isFormForced?: true }
  /** The choice of login options; the form for another token; the same token renewed. */
  | { readonly to: 'logins' | 'token' | 'renew-token' | 'demo' | 'quit' };
