import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { type Child, type ChildRow, nameOf, type Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import { cells, sized } from '../../../text/width.ts';
import { type Line, linkLine, MARKS, span, textLine, titleLine } from '../../facts/line.ts';
import { hasAllRecords, type KnownRecords } from '../../state/records.ts';

const severity = ({ tone }: ChildRow): number => (tone === 'bad' ? 2 : tone === 'warn' ? 1 : 0);

/** Returns the line with the number of unchecked records, and the command that checks them. */
function restLine({ unchecked, hasMore, plural }: KnownRecords, id: string): Line {
  const rest = unchecked === undefined ? safe`` : safe`${unchecked}${hasMore ? safe`+` : safe``} `;
  return textLine(`${id}:rest`, span(safe`   ${rest}${plural} not checked · :scan all`, 'dim'));
}

/** Returns the line about a second list that is not loaded. */
const unlistedLines = ({ unlisted }: KnownRecords, id: string): readonly Line[] =>
  unlisted === undefined
    ? []
    : [textLine(`${id}:unlisted`, span(safe`   ${unlisted} not loaded yet · :${unlisted}`, 'dim'))];

/**
 * Returns the lines of the loaded records that use this one, failing ones first, and of those not checked.
 */
export function knownLines(
  child: Extract<Child, { from: 'known' }>,
  self: Ref,
  known: KnownRecords | undefined,
): Line[] {
  const id = `child:${child.to}`;
  if (known === undefined) return [titleLine(id, child.title)];
  const resource = resourceOf(child.to);
  const rows = known.records.flatMap(({ ref, loaded }): readonly ChildRow[] => {
    const use = child.uses(loaded.value, self);
    const own = ref.ids[ownIdName(resource)] ?? '';
    return use === undefined ? [] : [{ id: own, name: nameOf(resource, loaded.value), ref, ...use }];
  });
  const sorted = rows.toSorted((a, b) => severity(b) - severity(a));
  const count = safe`${rows.length} found · ${known.count} checked`;
  const rest = hasAllRecords(known) ? [] : [restLine(known, id)];
  return [titleLine(id, child.title, count), ...childRows(sorted, id), ...rest, ...unlistedLines(known, id)];
}

/** Returns the lines of child records, one each, or a line that there are none. */
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
