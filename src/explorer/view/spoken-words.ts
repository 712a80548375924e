import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import type { Hint, Line, Span } from './line.ts';

const MOVING =
  / of \d+\+?|\b(\d+ (second|minute|hour|day|week|month|year)s?|\d+(s|m|h|d|w|mo|y))( ago)?\b|\bnow\b/g;
/** What is drawn and says nothing. */
const DRAWN = /[─│╭╮╰╯█░▸▾●○]/g;
/** Marks that stand beside a word which says the same. */
const BESIDE_A_WORD: ReadonlySet<string> = new Set(['✗', '✓', '!', '›']);
const SIGNS: Readonly<Record<string, string>> = {
  '·': ',',
  '→': 'to',
  '★': 'bookmark',
  '☆': '',
  '×': 'times',
};
/** Marks that say what follows them: at the beginning of a line no word does. */
const LEADS: Readonly<Record<string, string>> = { '✗': 'problem: ', '!': 'warning: ', '~': 'changed: ' };

const isBlank = ({ text }: Span): boolean => text.trim() === '';

const signText = (token: string, at: number): string =>
  BESIDE_A_WORD.has(token) && (at === 0 || token !== '!')
    ? ''
    : Object.hasOwn(SIGNS, token)
      ? (SIGNS[token] ?? '')
      : token;

/** Text of a screen for ears: without what is drawn, columns as a list, the marks that matter as words. */
export function heard(text: SafeText): SafeText {
  const [first = ''] = text.trim().split(' ', 1);
  const lead = Object.hasOwn(LEADS, first) ? (LEADS[first] ?? '') : '';
  const parts = text
    .replace(DRAWN, ' ')
    .replace(/•{2,}/g, 'hidden')
    .replaceAll('…', '...')
    .trim()
    .slice(lead === '' ? 0 : first.length)
    .split(/ {2,}/)
    .map(part => part.split(' ').map(signText).join(' ').replace(/ {2,}/g, ' ').trim())
    .filter(part => part !== '');
  return clean(
    lead +
      parts
        .join(', ')
        .replace(/(?<![, ])[, ]+,/g, ',')
        .replace(/^, /, ''),
  );
}

const KEYS: Readonly<Record<string, string>> = {
  '/': 'slash',
  '?': 'question mark',
  "'": 'apostrophe',
  '*': 'star',
  '-': 'minus',
  '=': 'equals',
  ':': 'colon',
  '!': 'exclamation mark',
  '[': 'left bracket',
  ']': 'right bracket',
  Esc: 'Escape',
  PgDn: 'Page Down',
  PgUp: 'Page Up',
};

/** A key as it is said. */
export const spokenKey = (key: SafeText): SafeText => clean(keyWords(key));

function keyWords(key: string): string {
  if (Object.hasOwn(KEYS, key)) return KEYS[key] ?? key;
  const control = /^ctrl\+(.+)$/.exec(key)?.[1];
  if (control !== undefined) return `Control ${keyWords(control).replace('\\', 'backslash')}`;
  return /^[A-Z]$/.test(key) ? `capital ${key}` : key;
}

/** A label is followed by what it is of, and so is a key. */
function labelled(part: Span): string {
  if (isBlank(part)) return part.text;
  if (part.style === 'label') return `  ${part.text.trim()}: `;
  if (part.style !== 'key') return part.text;
  return `  ${part.text.trim().split(/ +/).map(keyWords).join(' or ')}: `;
}

/** A row of a table with its titles: each cell says what it is of; the first one is the name. */
function zipped(spans: readonly Span[], titles: readonly Span[]): SafeText {
  let isFirst = true;
  const parts = spans.flatMap((part, at) => {
    const title = heard(titles[at]?.text ?? safe``);
    const words = heard(part.text);
    if (words === '' || words === '-') return [];
    const isName = title !== '' && isFirst;
    if (isName) isFirst = false;
    return [title === '' || isName ? words : safe`${clean(title.toLowerCase())} ${words}`];
  });
  return joinSafe(parts, ', ');
}

/** The titles of a table among lines: nothing but labels, and no cursor stands there. */
export const isHeading = (line: Line): boolean =>
  line.kind === 'text' &&
  line.id === '' &&
  line.spans.some(part => !isBlank(part)) &&
  line.spans.every(part => isBlank(part) || part.style === 'label');

/** A line in words, `titles` being those of the table it is a row of. */
export function lineWords(line: Line, titles?: Line): SafeText {
  if (line.kind === 'blank') return safe``;
  if (titles?.kind === 'text' && titles.spans.length === line.spans.length)
    return zipped(line.spans, titles.spans);
  const words = clean(heard(clean(line.spans.map(labelled).join(''))).replaceAll(': :', ':'));
  return line.kind === 'title' && line.right !== undefined ? safe`${words}, ${heard(line.right)}` : words;
}

/** Keys and what they do, each as it is said: `slash filter`. */
export const hintWords = (hints: readonly Hint[]): readonly SafeText[] =>
  hints.map(({ key, text }) => clean(`${key.split(' ').map(keyWords).join(' ')} ${heard(text)}`.trim()));

/** Words as a sentence. */
export const sentence = (text: SafeText): SafeText => (/[.?!:]$/.test(text) ? text : safe`${text}.`);

const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};

/** A short time of a column in words: `12m` is `12 minutes ago`. */
export function timeWords(text: SafeText): SafeText {
  const [, count = '', unit = ''] = /^(\d+)(s|m|h|d|w|mo|y)$/.exec(text) ?? [];
  if (unit === '') return text;
  return clean(`${count} ${UNITS[unit]}${count === '1' ? '' : 's'} ago`);
}

/** The same without what moves on by itself: its times, and of how many rows it is one. */
export const timeless = (text: SafeText): string => text.replace(MOVING, '');
