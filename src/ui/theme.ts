import type { Style } from '../store/line.ts';

/** SGR codes of a style: on and off. Colours are the terminal's own sixteen, so any background works. */
type Sgr = readonly [on: string, off: string];

const NONE: Sgr = ['', ''];
const BOLD: Sgr = ['\u001b[1m', '\u001b[22m'];
const DIM: Sgr = ['\u001b[2m', '\u001b[22m'];
const INVERSE: Sgr = ['\u001b[7m', '\u001b[27m'];
const colour = (code: number): Sgr => [`\u001b[${code}m`, '\u001b[39m'];

export type Theme = { readonly [S in Style | 'cursor']: Sgr };

const plain: Theme = {
  plain: NONE,
  dim: DIM,
  good: NONE,
  warn: NONE,
  bad: BOLD,
  title: BOLD,
  label: DIM,
  strong: BOLD,
  key: BOLD,
  field: INVERSE,
  cursor: INVERSE,
};

const coloured: Theme = { ...plain, good: colour(32), warn: colour(33), bad: colour(31), label: colour(36) };

/** NO_COLOR leaves weight and inverse: what is selected must be seen without colour. */
export function themeOf(env: Readonly<Record<string, string | undefined>>): Theme {
  return (env['NO_COLOR'] ?? '') === '' ? coloured : plain;
}

export function styled(theme: Theme, style: Style | 'cursor', text: string): string {
  const [on, off] = theme[style];
  return text === '' ? '' : on + text + off;
}
