import type { Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, printedMembers } from './records.ts';

/** Returns a value as YAML, with escapes for all that could control a terminal. */
export const yamlText = (value: Json): string =>
  `${escaped(documentText(documentOf(value), 'yaml'), 'yaml')}\n`;

function* listText(name: string, items: Iterable<Json>): Iterable<string> {
  let isFirst = true;
  for (const item of items) {
    if (isFirst) yield yamlText({ [name]: [item] });
    else yield yamlText([item]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
    isFirst = false;
  }
  if (isFirst) yield yamlText({ [name]: [] });
}

/** Prints the same shape as JSON: a record, or an object with `complete` and the list. */
export function* yaml(input: ExportInput): Iterable<string> {
  const members = printedMembers(input);
  if (members.length === 0) yield yamlText({});
  for (const member of members)
    if ('value' in member) yield yamlText({ [member.name]: member.value });
    else yield* listText(member.name, member.items);
}
