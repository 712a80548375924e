import type { SkinName } from '../../config/settings.ts';
import type { Style } from '../facts/line.ts';

/** Appearance of a style: colour, the nearest of the 16 ANSI colours, weight. */
export type SkinStyle = { readonly hex?: string; readonly ansi?: number; readonly weight?: 'bold' | 'dim' };

/** Appearance of all styles. A skin without `ground` uses the terminal's background and text colour. */
export type Skin = {
  readonly ground?: { readonly front: string; readonly back: string };
  readonly styles: { readonly [S in Style]?: SkinStyle };
};

const BOLD = { weight: 'bold' } as const;
const DIM = { weight: 'dim' } as const;

/** Styles without colours. Marks and words show each state as well. */
export const weights: Skin['styles'] = {
  dim: DIM,
  bad: BOLD,
  title: BOLD,
  label: DIM,
  strong: BOLD,
  key: BOLD,
  accent: BOLD,
};

type Palette = {
  readonly front: string;
  readonly back: string;
  readonly dim: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  readonly label: string;
  readonly strong: string;
  /** Colour of keys and marks. */
  readonly accent: string;
};

function skinOf({ front, back, dim, good, warn, bad, label, strong, accent }: Palette): Skin {
  return {
    ground: { front, back },
    styles: {
      dim: { hex: dim, ...DIM },
      good: { hex: good, ansi: 32 },
      warn: { hex: warn, ansi: 33 },
      bad: { hex: bad, ansi: 31, ...BOLD },
      title: { hex: strong, ...BOLD },
      label: { hex: label, ansi: 36 },
      strong: { hex: strong, ...BOLD },
      key: { hex: accent, ansi: 36, ...BOLD },
      accent: { hex: accent, ansi: 36, ...BOLD },
    },
  };
}

/** All skins. Tests check their contrast: at least 4.5, dim colours 3. */
export const skins: { readonly [N in SkinName]: Skin } = {
  terminal: {
    styles: {
      ...weights,
      good: { ansi: 32 },
      warn: { ansi: 33 },
      bad: { ansi: 31 },
      label: { ansi: 36 },
      key: { ansi: 36, ...BOLD },
      accent: { ansi: 36, ...BOLD },
    },
  },
  light: skinOf({
    front: '#24292f',
    back: '#fbfbf8',
    dim: '#6e7781',
    good: '#116329',
    warn: '#7d4e00',
    bad: '#b3202c',
    label: '#0a5c7a',
    strong: '#000000',
    accent: '#0a4fb3',
  }),
  'high-contrast': skinOf({
    front: '#ffffff',
    back: '#000000',
    dim: '#d0d0d0',
    good: '#5dff5d',
    warn: '#ffff00',
    bad: '#ff9c9c',
    label: '#7fe8ff',
    strong: '#ffffff',
    accent: '#8cd2ff',
  }),
  // After Okabe and Ito: no two states differ by red and green only.
  'colour-blind': skinOf({
    front: '#e4e4e4',
    back: '#14161a',
    dim: '#949494',
    good: '#56b4e9',
    warn: '#f0e442',
    bad: '#ff8c42',
    label: '#9ad0c2',
    strong: '#ffffff',
    accent: '#ffd166',
  }),
};
