import { ownMember } from '../../json/json.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import type { Hint, Line, Span, Spans } from './line.ts';

const MOVING =
  / of \d+\+?|\b(\d+ (second|minute|hour|day|week|month|year)s?|\d+ ?(s|m|h|d|w|mo|y))( ago)?\b|\bnow\b/g;
const DRAWN = /[─│╭╮╰╯█▓░▸▾●○]/g;
/** A word beside them has the same meaning. */
const BESIDE_A_WORD: ReadonlySet<string> = new Set(['✗', '✓', '!', '›']);
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['·', ','],
  ['→', 'to'],
  ['★', 'bookmark'],
  ['☆', ''],
  ['×', 'times'],
]);
const LEADS: ReadonlyMap<string, string> = new Map([
  ['✗', 'problem: '],
  ['!', 'warning: '],
  ['~', 'changed: '],
]);

const isBlank = ({ text }: Span) => text.trim() === '';

const signText = (token: string, at: number) =>
  BESIDE_A_WORD.has(token) && (at === 0 || token !== '!') ? '' : (SIGNS.get(token) ?? token);

export function spokenText(text: SafeText): SafeText {
  const [first = ''] = text.trim().split(' ', 1);
  const lead = LEADS.get(first) ?? '';
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
  '\\': 'backslash',
  Esc: 'Escape',
  PgDn: 'Page Down',
  PgUp: 'Page Up',
};

function keyWords(key: string): string {
  const control = /^Ctrl-(.+)$/.exec(key)?.[1];
  if (control !== undefined) return `Control ${ownMember(KEYS, control) ?? control}`;
  return ownMember(KEYS, key) ?? (/^[A-Z]$/.test(key) ? `capital ${key}` : key);
}

function labelText(part: Span): string {
  if (isBlank(part)) return part.text;
  if (part.style === 'label') return `  ${part.text.trim()}: `;
  if (part.style !== 'key') return part.text;
  return `  ${part.text.trim().split(/ +/).map(keyWords).join(' or ')}: `;
}

function rowWords(spans: Spans, titles: Spans): SafeText {
  let isFirst = true;
  const parts = spans.flatMap((part, at) => {
    const title = spokenText(titles[at]?.text ?? safe``);
    const words = spokenText(part.text);
    if (words === '' || words === '-') return [];
    const isName = title !== '' && isFirst;
    if (isName) isFirst = false;
    return [title === '' || isName ? words : safe`${lower(title)} ${words}`];
  });
  return joinSafe(parts);
}

export const isHeading = (line: Line): boolean =>
  line.kind === 'text' &&
  line.id === '' &&
  line.spans.some(part => !isBlank(part)) &&
  line.spans.every(part => isBlank(part) || part.style === 'label');

export function lineWords(line: Line, titles?: Line): SafeText {
  if (line.kind === 'blank') return safe``;
  if (titles?.kind === 'text' && titles.spans.length === line.spans.length)
    return rowWords(line.spans, titles.spans);
  const words = clean(spokenText(clean(line.spans.map(labelText).join(''))).replace(/:(,| :)/g, ':'));
  return line.kind === 'title' && line.right !== undefined
    ? safe`${words}, ${spokenText(line.right)}`
    : words;
}

export const hintWords = (hints: readonly Hint[]): readonly SafeText[] =>
  hints.map(({ key, text }) => clean(`${key.split(' ').map(keyWords).join(' ')} ${spokenText(text)}`.trim()));

export const sentence = (text: SafeText) => (/[.?!:]$/.test(text) ? text : safe`${text}.`);

const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};

export function timeWords(text: SafeText): SafeText {
  const [, count = '', unit = ''] = /^(\d+)(s|m|h|d|w|mo|y)$/.exec(text) ?? [];
  if (unit === '') return text;
  return clean(`${count} ${UNITS[unit]}${count === '1' ? '' : 's'} ago`);
}

/** Times and counts change by themselves. */
export const timeless = (text: SafeText) => text.replace(MOVING, '');
