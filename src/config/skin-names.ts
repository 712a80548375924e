/** The colours to choose from. `terminal` takes the terminal's own sixteen, on whatever background there is. */
export const SKIN_NAMES = ['terminal', 'dark', 'light', 'high-contrast', 'colour-blind', 'mono'] as const;

export type SkinName = (typeof SKIN_NAMES)[number];

export const isSkinName = (name: string): name is SkinName =>
  (SKIN_NAMES as readonly string[]).includes(name);

/** What can be asked for: `auto` is the one that fits the background. */
export const SKIN_CHOICES: readonly string[] = [...SKIN_NAMES, 'auto'];
