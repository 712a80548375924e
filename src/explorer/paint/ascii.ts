/** By ASCII sign, our own characters of one cell that some fonts and width tables get wrong. */
const ASCII: Readonly<Record<string, string>> = {
  '.': '·',
  '*': '•●★☆',
  '~': '…',
  '<': '←',
  '>': '→▸›',
  '^': '↑',
  v: '↓▾',
  '-': '─╌░⠄⠐',
  '=': '━',
  '|': '│⠁⢀',
  '+': '╭╮╰╯✓',
  '#': '█▇▓',
  o: '○',
  x: '✗×',
  '/': '⠂⠠',
  '\\': '⡀⠈',
};
const REPLACEMENTS = new Map(
  Object.entries(ASCII).flatMap(([ascii, own]) => Array.from(own, one => [one, ascii] as const)),
);
const REPLACED = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}]`, 'g');

export const asciiText = (text: string) => text.replace(REPLACED, one => REPLACEMENTS.get(one) ?? one);
