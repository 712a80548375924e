import { csv } from './csv.ts';
import { json, ndjson } from './json.ts';
import { markdown } from './markdown.ts';
import type { ExportInput } from './records.ts';
import { yaml } from './yaml.ts';

/** A way to print records. The name is what a person types and sees. */
export type Format = {
  readonly name: string;
  /** The end of a file's name, without the dot. */
  readonly extension: string;
  /** The text itself says when records are missing. */
  readonly marksIncomplete: boolean;
  /** The text in pieces, about one for each record: a long list is never whole in memory. */
  readonly print: (sheet: ExportInput) => Iterable<string>;
};

export const formats: readonly [Format, ...Format[]] = [
  { name: 'json', extension: 'json', marksIncomplete: true, print: json },
  { name: 'ndjson', extension: 'ndjson', marksIncomplete: false, print: ndjson },
  { name: 'yaml', extension: 'yaml', marksIncomplete: true, print: yaml },
  { name: 'csv', extension: 'csv', marksIncomplete: false, print: csv },
  { name: 'markdown', extension: 'md', marksIncomplete: true, print: markdown },
];

/** The format of a name, or of a file's name by its end; undefined when it is none of ours. */
export function formatOf(text: string): Format | undefined {
  const word = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return formats.find(({ name, extension }) => word === name || word === extension);
}
