/** ASCII replacements, one cell each, for our own characters that some fonts and width tables get wrong. */
const ASCII: Readonly<Record<string, string>> = {
  // Not `*`, which marks a row.
  '·': '.',
  '•': '*',
  '…': '~',
  '←': '<',
  '→': '>',
  '↑': '^',
  '↓': 'v',
  '─': '-',
  '━': '=',
  '╌': '-',
  '│': '|',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
  '█': '#',
  '▓': '#',
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
  // The turns of the spinner.
  '⠁': '|',
  '⠂': '/',
  '⠄': '-',
  '⡀': '\\',
  '⢀': '|',
  '⠠': '/',
  '⠐': '-',
  '⠈': '\\',
};

const REPLACED = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'g');

/** Returns a text for `--ascii`, of the same width. */
export const asciiText = (text: string): string => text.replace(REPLACED, one => ASCII[one] ?? one);

export const unchanged = (text: string): string => text;
