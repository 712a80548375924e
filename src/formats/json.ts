import type { Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { type ExportInput, exportedRecord, printedMembers } from './records.ts';

/** Returns a value as JSON whose lines below the first are indented by this many levels. */
const indented = (value: Json, depth: number): string =>
  escaped(documentText(documentOf(value), 'json')).replaceAll('\n', `\n${'  '.repeat(depth)}`);

/** Prints one object per line and nothing else: NDJSON cannot mark an incomplete list. */
export function* ndjson(input: ExportInput): Iterable<string> {
  const lines = input.records.map(record => JSON.stringify(exportedRecord(input, record)));
  // One chunk: a chunk per record is slower.
  if (lines.length > 0) yield `${escaped(lines.join('\n'))}\n`;
}

function* listText(items: Iterable<Json>): Iterable<string> {
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
    else yield* listText(member.items);
    open = ',';
  }
  yield open === '{' ? '{}\n' : '\n}\n';
}
