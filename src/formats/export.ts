import { csv } from './csv.ts';
import { json, ndjson, yaml } from './documents.ts';
import { markdown } from './markdown.ts';
import type { ExportInput } from './records.ts';

export type Format = {
  readonly name: string;
  readonly extension: string;
  readonly marksIncomplete: boolean;
  /** Yields the text in chunks, about one per record, so that a long list is never in memory as one text. */
  readonly print: (input: ExportInput) => Iterable<string>;
};

export const formats: readonly [Format, ...Format[]] = [
  { name: 'json', extension: 'json', marksIncomplete: true, print: json },
  { name: 'ndjson', extension: 'ndjson', marksIncomplete: false, print: ndjson },
  { name: 'yaml', extension: 'yaml', marksIncomplete: true, print: yaml },
  { name: 'csv', extension: 'csv', marksIncomplete: false, print: csv },
  { name: 'markdown', extension: 'md', marksIncomplete: true, print: markdown },
];

/** Returns the format with this name, or for a file name with this extension; undefined if unknown. */
export function formatOf(text: string): Format | undefined {
  const word = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return formats.find(({ name, extension }) => word === name || word === extension);
}
