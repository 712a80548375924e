import { isList, type Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord } from './records.ts';

type PrintedMember = { readonly name: string } & (
  | { readonly value: Json }
  | { readonly items: Iterable<Json> }
);

/** Returns the members of a record, or those of the object around a list of records. */
function printedMembers(input: ExportInput): readonly PrintedMember[] {
  const { resource, records, kind, missing } = input;
  if (kind === 'record')
    return Object.entries(exportedRecord(input, records[0] ?? {})).map(([name, value]) =>
      isList(value) ? { name, items: value } : { name, value },
    );
  // A list has the key of the API's response.
  const response = resource.list?.response;
  const name = response?.shape === 'page' ? response.key : resource.kind;
  return [
    { name: 'complete', value: missing === undefined },
    ...(missing === undefined ? [] : [{ name: 'missing', value: missing }]),
    { name, items: records.values().map(record => exportedRecord(input, record)) },
  ];
}

/** Returns a value as JSON whose lines below the first are indented by this many levels. */
const indented = (value: Json, depth: number): string =>
  escaped(documentText(documentOf(value), 'json')).replaceAll('\n', `\n${'  '.repeat(depth)}`);

/** Prints one object per line and nothing else: NDJSON cannot mark an incomplete list. */
export function* ndjson(input: ExportInput): Iterable<string> {
  const lines = input.records.map(record => JSON.stringify(exportedRecord(input, record)));
  // One chunk: a chunk per record is slower.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

function* jsonList(items: Iterable<Json>): Iterable<string> {
  let open = '[';
  for (const item of items) {
    yield `${open}\n    ${indented(item, 2)}`;
    open = ',';
  }
  yield open === '[' ? '[]' : '\n  ]';
}

/** Prints a record, or an object with `complete` and the list. Numbers keep their digits. */
export function* json(input: ExportInput): Iterable<string> {
  let open = '{';
  for (const member of printedMembers(input)) {
    yield `${open}\n  ${escaped(JSON.stringify(member.name))}: `;
    if ('value' in member) yield indented(member.value, 1);
    else yield* jsonList(member.items);
    open = ',';
  }
  yield open === '{' ? '{}\n' : '\n}\n';
}

/** Returns a value as YAML, with escapes for all that could control a terminal. */
export const yamlText = (value: Json): string =>
  `${escaped(documentText(documentOf(value), 'yaml'), 'yaml')}\n`;

function* yamlList(name: string, items: Iterable<Json>): Iterable<string> {
  let isFirst = true;
  for (const item of items) {
    if (isFirst) yield yamlText({ [name]: [item] });
    else yield yamlText([item]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
    isFirst = false;
  }
  if (isFirst) yield yamlText({ [name]: [] });
}

export function* yaml(input: ExportInput): Iterable<string> {
  const members = printedMembers(input);
  if (members.length === 0) yield yamlText({});
  for (const member of members)
    if ('value' in member) yield yamlText({ [member.name]: member.value });
    else yield* yamlList(member.name, member.items);
}
