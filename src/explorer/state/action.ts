import type { CustomCommand } from '../../config/config-file.ts';
import type { Ref } from '../../resources/resource.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { ListPlace, Place, View } from './place.ts';

/** Of Enter on a line, a value, a row of the palette or a yes; `commands/follow.ts` runs it. */
export type Action =
  | Readonly<{ to: 'place'; place: Place; filter?: string | undefined }>
  | Readonly<{ to: 'jump'; view: View }>
  | Readonly<{ to: 'save-view'; name: SafeText; place: string }>
  | Readonly<{ to: 'delete'; ref: Ref }>
  | Readonly<{ to: 'prompt'; kind: string; ids: Ref['ids'] }>
  /** The cursor on a line there; `ref`: the record of that line. */
  | Readonly<{ to: 'row'; tab: string; line: string; ref: Ref }>
  | Readonly<{ to: 'part'; path: readonly string[] }>
  | Readonly<{ to: 'fold'; line: string; isOpen: boolean }>
  | { readonly to: 'address' }
  | Readonly<{ to: 'copy'; text: string; description: SafeText }>
  /** The question before an undocumented list is requested; its request, now and later ones. */
  | Readonly<{ to: 'consent' | 'undocumented'; place: ListPlace }>
  /** Dangerous; `words`: program and arguments. */
  | Readonly<{ to: 'run'; own: CustomCommand; ref: Ref; words: readonly string[] }>
  | Readonly<{ to: 'login'; id: string; isFormForced?: true }>
  /** The choice of login options; the form for another token; the same token renewed. */
  | { readonly to: 'logins' | 'token' | 'renew-token' | 'demo' | 'quit' };

export const toPlace = (place: Place): Action => ({ to: 'place', place });

export const toRecord = (ref: Ref): Action => toPlace({ screen: 'record', ref });
