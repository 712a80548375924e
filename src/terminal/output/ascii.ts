/** Characters of one cell for those of our own that some fonts and some widths tables get wrong. */
const ASCII: Readonly<Record<string, string>> = {
  // Not the star of a marked row, beside which it stands for what was not checked.
  '·': '.',
  '•': '*',
  '…': '~',
  '←': '<',
  '→': '>',
  '↑': '^',
  '↓': 'v',
  '─': '-',
  '│': '|',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
  '█': '#',
  '░': '-',
  '▸': '>',
  '▾': 'v',
  '●': '*',
  '○': 'o',
  '★': '*',
  '☆': '*',
  '✗': 'x',
  '✓': '+',
  '›': '>',
  '×': 'x',
};

const FOREIGN = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'g');

/** A text as it is painted with `--ascii`: as wide as before. */
export const asciiText = (text: string): string => text.replace(FOREIGN, one => ASCII[one] ?? one);

/** A text as it is painted without. */
export const asIs = (text: string): string => text;
