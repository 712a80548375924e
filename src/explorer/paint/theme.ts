import { SKIN_NAMES, type SkinName } from '../../config/settings.ts';
import type { ColourDepth } from '../../terminal/capabilities.ts';
import { asciiText, unchanged } from '../../terminal/output/ascii.ts';
import type { ScreenStyle } from '../../terminal/output/frames.ts';
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

type Sgr = readonly [on: string, off: string];

/** SGR codes of the styles that a skin changes, on one terminal. */
export type Theme = {
  readonly styles: { readonly [S in Style | 'cursor']?: Sgr };
  /** True if addresses become links that the terminal opens. */
  readonly links: boolean;
};

export type TerminalStyle = { readonly depth: ColourDepth; readonly ascii: boolean; readonly links: boolean };

const NONE: Sgr = ['', ''];
const INVERSE: Sgr = ['\u001b[7m', '\u001b[27m'];
const UNDERLINE: Sgr = ['\u001b[4m', '\u001b[24m'];
const WEIGHTS = { bold: '1', dim: '2' } as const;
const CUBE = [0, 95, 135, 175, 215, 255] as const;

type Rgb = readonly [red: number, green: number, blue: number];

const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const distance = (a: Rgb, b: Rgb): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Colours 16 to 255, which are the same in all terminals: a cube of six steps, and greys. */
const FIXED: readonly Rgb[] = [
  ...CUBE.flatMap(red => CUBE.flatMap(green => CUBE.map((blue): Rgb => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, at): Rgb => [8 + at * 10, 8 + at * 10, 8 + at * 10]),
];

function nearest(hex: string): number {
  const wanted = rgb(hex);
  let best = 0;
  FIXED.forEach((one, at) => {
    if (distance(one, wanted) < distance(FIXED[best] ?? one, wanted)) best = at;
  });
  return best + 16;
}

/** Returns a colour as SGR parameters; undefined where the terminal has too few colours. */
function colour(hex: string, depth: ColourDepth, layer: '38' | '48'): string | undefined {
  if (depth === 'all') return `${layer};2;${rgb(hex).join(';')}`;
  return depth === '256' ? `${layer};5;${nearest(hex)}` : undefined;
}

function sgr({ hex, ansi, weight }: SkinStyle, depth: ColourDepth): Sgr {
  const own = hex === undefined ? undefined : colour(hex, depth, '38');
  const code = own ?? (depth === 'mono' || ansi === undefined ? undefined : String(ansi));
  // A dim colour needs no dim weight.
  const faded = weight === 'dim' && own !== undefined;
  const ofWeight: Sgr = weight === undefined || faded ? NONE : [`\u001b[${WEIGHTS[weight]}m`, '\u001b[22m'];
  const ofColour: Sgr = code === undefined ? NONE : [`\u001b[${code}m`, '\u001b[39m'];
  // Sequences in the form of Ink, one a code, ended in reverse: then Ink need not write the row anew.
  return [ofWeight[0] + ofColour[0], ofColour[1] + ofWeight[1]];
}

const skinNamed = (name: string): Skin => skins[SKIN_NAMES.find(each => each === name) ?? 'terminal'];

/**
 * Returns the theme of a skin on a terminal. Without colours it has weights and inverse, so that the
 * selection is visible.
 */
export function themeOf(name: string, { depth, links }: TerminalStyle): Theme {
  const skinStyles: Skin['styles'] = depth === 'mono' ? weights : skinNamed(name).styles;
  const styles = Object.fromEntries(
    Object.entries(skinStyles).map(([style, appearance]) => [style, sgr(appearance, depth)]),
  );
  return { styles: { ...styles, field: INVERSE, match: UNDERLINE, cursor: INVERSE }, links };
}

/** Returns the screen style of a skin: its ground colours, and ASCII characters on request. */
export function screenStyleOf(name: string, { depth, ascii }: TerminalStyle): ScreenStyle {
  const { ground } = skinNamed(name);
  const glyph = ascii ? asciiText : unchanged;
  if (ground === undefined) return { ground: {}, glyph };
  const front = colour(ground.front, depth, '38');
  const back = colour(ground.back, depth, '48');
  return { ground: { front, back }, glyph };
}

/** Returns a text in a style; an empty text stays empty. */
export function styleText({ styles }: Theme, style: Style | 'cursor', text: string): string {
  const [on, off] = styles[style] ?? NONE;
  return text === '' ? '' : on + text + off;
}
