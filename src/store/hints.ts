import { type SafeText, safe } from '../text/sanitise.ts';
import type { Style } from './line.ts';

/** A key and what it would do now; without a key, what there is to wait for. */
export type Hint = { readonly key: SafeText; readonly text: SafeText; readonly style: Style };

export const hint = (key: SafeText, text: SafeText, style: Style = 'dim'): Hint => ({ key, text, style });

/** What is said where no key does anything. */
export const noKeys = (text: SafeText): readonly Hint[] => [hint(safe``, text)];
