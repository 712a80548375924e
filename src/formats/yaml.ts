import type { Json } from '../json/json.ts';
import { documentOf } from '../json/tree.ts';
import { documentText } from '../json/tree-lines.ts';
import { escaped } from '../text/sanitise.ts';
import { listKey, masked, type Sheet } from './records.ts';

const printed = (value: Json): string => `${escaped(documentText(documentOf(value), 'yaml'))}\n`;

/** The same shape as JSON: a record as it is, a list below its name after whether it is complete. */
export function* yaml(sheet: Sheet): Iterable<string> {
  const { resource, records, is, missing } = sheet;
  if (is === 'record') return yield printed(masked(sheet, records[0] ?? {}));
  yield printed({ complete: missing === undefined, ...(missing === undefined ? {} : { missing }) });
  yield `${listKey(resource)}:${records.length === 0 ? ' []' : ''}\n`;
  for (const record of records)
    yield printed([masked(sheet, record)]).replace(/^(?=[^\n])|\n(?=[^\n])/g, '$&  ');
}
