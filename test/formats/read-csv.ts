import { parse } from 'csv-parse/sync';

/** Parses CSV as RFC 4180 defines it; returns its rows. */
export const readCsv = (text: string): readonly (readonly string[])[] =>
  parse(text, { recordDelimiter: '\r\n' }) as string[][];
