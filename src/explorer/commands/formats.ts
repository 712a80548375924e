import { csv, json, ndjson, yaml } from '../../formats/documents.ts';
import { markdown } from '../../formats/markdown.ts';
import type { ExportInput } from '../../formats/records.ts';

type Format = Readonly<{
  name: string;
  extension: string;
  marksIncomplete: boolean;
  /** In chunks, so that a long list is never in memory as one text. */
  print: (input: ExportInput) => Iterable<string>;
}>;

export const formats: readonly [Format, ...Format[]] = [
  { name: 'json', extension: 'json', marksIncomplete: true, print: json },
  { name: 'ndjson', extension: 'ndjson', marksIncomplete: false, print: ndjson },
  { name: 'yaml', extension: 'yaml', marksIncomplete: true, print: yaml },
  { name: 'csv', extension: 'csv', marksIncomplete: false, print: csv },
  { name: 'markdown', extension: 'md', marksIncomplete: true, print: markdown },
];

export function formatOf(text: string): Format | undefined {
  const word = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return formats.find(({ name, extension }) => word === name || word === extension);
}
