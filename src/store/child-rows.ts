import type { ChildRow } from '../resources/resource.ts';
import { safe } from '../text/sanitise.ts';
import { cells, sized } from '../text/width.ts';
import { type Line, linkLine, MARKS, span, textLine } from './line.ts';

/** The records below a record, a line each; one that says so when there is none. */
export function childRows(rows: readonly ChildRow[], id: string): Line[] {
  if (rows.length === 0) return [textLine(`${id}:none`, span(safe`   none`, 'dim'))];
  const nameCells = rows.reduce((most, row) => Math.min(32, Math.max(most, cells(row.name))), 12);
  return rows.map(row =>
    linkLine(
      `${id}:${row.id}`,
      { to: 'place', place: { screen: 'record', ref: row.ref } },
      span(safe`   ${MARKS[row.tone]} `, row.tone),
      span(safe`${sized(row.name, nameCells)}  `, 'strong'),
      span(row.detail, row.tone),
    ),
  );
}
