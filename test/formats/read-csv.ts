import { parse } from 'csv-parse/sync';

export const readCsv = (text: string): readonly (readonly string[])[] =>
  parse(text, { recordDelimiter: '\r\n' }) as string[][];
