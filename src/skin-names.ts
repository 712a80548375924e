/** The colours to choose from. `terminal` takes the terminal's own sixteen, on whatever background there is. */
export const SKIN_NAMES = ['terminal', 'dark', 'light', 'high-contrast', 'colour-blind', 'mono'] as const;

export type SkinName = (typeof SKIN_NAMES)[number];

export const isSkinName = (name: string): name is SkinName =>
  (SKIN_NAMES as readonly string[]).includes(name);
