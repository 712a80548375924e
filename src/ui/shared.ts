import type { Explorer } from '../store/explorer.ts';
import type { State } from '../store/state.ts';
import type { Theme } from './theme.ts';

/** What every part of the screen gets. */
export type Shared = { readonly explorer: Explorer; readonly state: State; readonly theme: Theme };
