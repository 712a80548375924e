import type { Token, Tokens } from 'marked';

/** Returns the text of parsed Markdown; undefined if any part of it is more than text. */
export const plainText = (tokens: readonly Token[]): string | undefined =>
  tokens.every(({ type }) => type === 'text' || type === 'escape')
    ? tokens.map(token => (token as Tokens.Text).text).join('')
    : undefined;
