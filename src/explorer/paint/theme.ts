import { SKIN_NAMES, type SkinName } from '../../config/settings.ts';
import { choiceOf, isOn, type Values } from '../../config/values.ts';
import { badSetting, type Failure } from '../../failure.ts';
import {
  type ColourDepth,
  colourDepth,
  type Environment,
  supportsLinks,
} from '../../terminal/capabilities.ts';
import { type ScreenStyle, unchanged } from '../../terminal/output/frames.ts';
import { INSERTION_POINT } from '../../terminal/sequences.ts';
import { safe } from '../../text/sanitise.ts';
import type { Style } from '../facts/line.ts';
import type { Screen } from '../state/state.ts';
import { asciiText } from './ascii.ts';

/** `ansi`: the nearest of the 16 colours. */
type SkinStyle = Readonly<{ hex?: string; ansi?: number; weight?: 'bold' | 'dim' }>;

/** A skin without `ground` uses the terminal's background and text colour. */
type Skin = Readonly<{
  ground?: Readonly<{ front: string; back: string }>;
  styles: { readonly [S in Style]?: SkinStyle };
}>;

const BOLD = { weight: 'bold' } as const;
const DIM = { weight: 'dim' } as const;

/** Marks and words show each state as well. */
const weights: Skin['styles'] = {
  dim: DIM,
  bad: BOLD,
  title: BOLD,
  label: DIM,
  strong: BOLD,
  key: BOLD,
  accent: BOLD,
};

type Palette = Readonly<
  Record<'front' | 'back' | 'dim' | 'good' | 'warn' | 'bad' | 'label' | 'strong' | 'accent', string>
>;

const skinOf = ({ front, back, dim, good, warn, bad, label, strong, accent }: Palette): Skin => ({
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
});

/** Tests check their contrast: at least 4.5, dim colours 3. */
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

export type Theme = Readonly<{
  styles: { readonly [S in Style | 'cursor']?: Sgr };
  links: boolean;
}>;

export type TerminalStyle = Readonly<{ depth: ColourDepth; ascii: boolean; links: boolean }>;

const NONE: Sgr = ['', ''];
const INVERSE: Sgr = ['\u001b[7m', '\u001b[27m'];
const UNDERLINE: Sgr = ['\u001b[4m', '\u001b[24m'];
const WEIGHTS = { bold: '1', dim: '2' } as const;
const CUBE = [0, 95, 135, 175, 215, 255];

const rgb = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));

/** Colours 16 to 255, the same in all terminals: a cube of six steps, and greys. */
const FIXED: readonly (readonly number[])[] = [
  ...CUBE.flatMap(red => CUBE.flatMap(green => CUBE.map(blue => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, at) => Array<number>(3).fill(8 + at * 10)),
];

function nearest(hex: string): number {
  const wanted = rgb(hex);
  const distances = FIXED.map(parts => Math.hypot(...parts.map((part, at) => part - (wanted[at] ?? 0))));
  return 16 + distances.indexOf(Math.min(...distances));
}

/** Undefined where the terminal has too few colours. */
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

/** Without colours it has weights and inverse, so that the selection is visible. */
export function themeOf(name: string, { depth, links }: TerminalStyle): Theme {
  const skinStyles: Skin['styles'] = depth === 'mono' ? weights : skinNamed(name).styles;
  const styles = Object.fromEntries(
    Object.entries(skinStyles).map(([style, appearance]) => [style, sgr(appearance, depth)]),
  );
  const [on, off] = styles['strong'] ?? NONE;
  const insertion: Sgr = [on + INSERTION_POINT[0], INSERTION_POINT[1] + off];
  return { styles: { ...styles, insertion, field: INVERSE, match: UNDERLINE, cursor: INVERSE }, links };
}

/** Ground colours, and ASCII characters on request. */
export function screenStyleOf(name: string, { depth, ascii }: TerminalStyle): ScreenStyle {
  const { ground } = skinNamed(name);
  const glyph = ascii ? asciiText : unchanged;
  if (ground === undefined) return { ground: {}, glyph };
  const front = colour(ground.front, depth, '38');
  const back = colour(ground.back, depth, '48');
  return { ground: { front, back }, glyph };
}

export function styleText({ styles }: Theme, style: Style | 'cursor', text: string): string {
  const [on, off] = styles[style] ?? NONE;
  return text === '' ? '' : on + text + off;
}

export function appearanceOf(values: Values, env: Environment) {
  const isSpoken = isOn(values, 'screenReader');
  if (env['TERM'] === 'dumb' && !isSpoken)
    return badSetting(
      safe`TERM is "dumb": the explorer needs a terminal that moves its cursor. If this one does: TERM=xterm-256color botscope. Else: botscope --screen-reader, in plain lines.`,
    );
  const skin = choiceOf(values, 'skin');
  if ('kind' in skin) return skin;
  return {
    skin: skin.choice,
    ascii: isOn(values, 'ascii'),
    // Printed lines stay in the terminal and may be read aloud, so secrets stay masked.
    canReveal: !isSpoken && !isOn(values, 'noReveal'),
    isSpoken,
    hasTitle: isOn(values, 'title'),
    depth: skin.choice === 'mono' ? 'mono' : colourDepth(env),
    links: supportsLinks(env),
    problems: skin.problems,
  };
}

export type Appearance = Exclude<ReturnType<typeof appearanceOf>, Failure>;

export const screenOf = ({ skin, canReveal, isSpoken, ascii }: Appearance): Partial<Screen> => ({
  skin: skin === 'auto' ? 'terminal' : skin,
  isRevealOff: !canReveal,
  pane: isSpoken ? 'none' : 'auto',
  hasArrows: !ascii && !isSpoken,
});
