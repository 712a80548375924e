/** Names of all skins. `terminal` uses the sixteen colours of the terminal itself, on any background. */
export const SKIN_NAMES = ['terminal', 'light', 'high-contrast', 'colour-blind'] as const;

export type SkinName = (typeof SKIN_NAMES)[number];

export const isSkinName = (name: string): name is SkinName =>
  (SKIN_NAMES as readonly string[]).includes(name);

/** Values of the setting `skin`. `auto`: light on a light background; `dark`: terminal; `mono`: NO_COLOR. */
export const SKIN_CHOICES: readonly string[] = [...SKIN_NAMES, 'auto', 'dark', 'mono'];
