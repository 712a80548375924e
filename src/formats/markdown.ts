import { cellOf } from '../resources/cells.ts';
import { CLOCK, recordMarkdown } from './markdown-record.ts';
import { head, plain, row } from './markdown-text.ts';
import { masked, type Sheet } from './sheet.ts';

/** A list as a table with the columns it has on the screen; one record as sections. */
export function* markdown(sheet: Sheet): Iterable<string> {
  const { resource, records, is, missing } = sheet;
  if (is === 'record') return yield* recordMarkdown(sheet);
  const { columns } = resource;
  yield `# ${resource.plural}: ${records.length}\n\n`;
  if (missing !== undefined) yield `Not complete: ${plain(missing)}\n\n`;
  yield head(columns);
  for (const record of records) {
    const cells = columns.map(column => cellOf(resource, masked(sheet, record), { column, clock: CLOCK }));
    yield row(cells.map(({ text }) => plain(text)));
  }
}
