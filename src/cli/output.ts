import { csvColumns, csvHead, csvRows } from '../formats/csv.ts';
import { json, ndjson } from '../formats/json.ts';
import type { ExportInput } from '../formats/records.ts';
import { yaml } from '../formats/yaml.ts';
import type { JsonObject } from '../json/json.ts';
import type { Cell } from '../resources/cell.ts';
import type { Clock } from '../resources/field.ts';
import { ownId } from '../resources/record-ids.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import { columnsOf } from './columns.ts';
import type { Io } from './io.ts';
import { recordLines, tableCell, tableLines } from './table.ts';
import type { Output } from './verbs.ts';

/** How records are printed: in which format, which of their fields, and whether secrets stay as they are. */
export type Style = {
  readonly output: Output;
  readonly only: readonly string[] | undefined;
  readonly reveals: boolean;
  readonly clock: Clock;
};

/** Prints records as they come, or, where a format needs all of them, at the end. */
export type Printer = {
  /** False when nobody reads any more. */
  readonly add: (records: readonly JsonObject[]) => Promise<boolean>;
  /** Prints what is known of a record that could not be read, with its error. Formats of rows alone leave it out. */
  readonly fail: (record: JsonObject, error: JsonObject) => Promise<boolean>;
  /** `missing`: why there may be more than was printed. */
  readonly end: (missing?: SafeText) => Promise<void>;
};

type PrinterContext = { readonly io: Io; readonly resource: Resource; readonly style: Style };

const text = (pieces: Iterable<string>): string => [...pieces].join('');

const noRow = async (): Promise<boolean> => true;

/** Formats of which each record stands by itself: every page is printed as it comes, and then forgotten. */
function streaming(
  { io, resource, style }: PrinterContext,
  print: (sheet: ExportInput) => string,
  head?: string,
): Printer {
  let isBegun = head === undefined;
  const begin = (): string => {
    const first = isBegun ? '' : (head ?? '');
    isBegun = true;
    return first;
  };
  return {
    add: records => io.write(begin() + print({ resource, records, kind: 'list', ...style })),
    fail: noRow,
    end: async () => {
      if (!isBegun) await io.write(begin());
    },
  };
}

/** As much as is written at once, about: small writes cost more than what is in them. */
const CHUNK_CHARS = 64 * 1024;

/** Formats that are whole only at the end. */
function gathering(
  { io, resource, style }: PrinterContext,
  print: (sheet: ExportInput) => Iterable<string>,
): Printer {
  const records: JsonObject[] = [];
  const errors = new Map<JsonObject, JsonObject>();
  return {
    add: async more => {
      for (const record of more) records.push(record);
      return true;
    },
    fail: async (record, error) => {
      records.push(record);
      errors.set(record, error);
      return true;
    },
    end: async missing => {
      let part = '';
      for (const piece of print({ resource, records, kind: 'list', missing, errors, ...style })) {
        part += piece;
        if (part.length < CHUNK_CHARS) continue;
        if (!(await io.write(part))) return;
        part = '';
      }
      await io.write(part);
    },
  };
}

function table({ io, resource, style }: PrinterContext): Printer {
  const columns = columnsOf(resource, style.only);
  const look = { ...style, resource };
  const rows: (readonly Cell[])[] = [];
  return {
    add: async records => {
      for (const record of records) rows.push(columns.map(column => tableCell(look, record, column)));
      return true;
    },
    fail: noRow,
    end: async () => {
      const lines = tableLines(columns, rows, {
        width: io.width,
        hasColours: io.hasColours,
        isChosen: style.only !== undefined,
      });
      await io.write(`${lines.join('\n')}\n`);
    },
  };
}

const names = ({ records }: ExportInput): string =>
  records
    .flatMap(record => ownId(record) ?? [])
    .map(id => `${clean(id)}\n`)
    .join('');

/** A printer of a list. */
export function listPrinter(means: PrinterContext): Printer {
  const { resource, style } = means;
  const { only } = style;
  switch (style.output) {
    case 'ndjson':
      return {
        ...streaming(means, sheet => text(ndjson(sheet))),
        fail: (record, error) => {
          const errors = new Map([[record, error]]);
          return means.io.write(
            text(ndjson({ resource, records: [record], kind: 'list', errors, ...style })),
          );
        },
      };
    case 'name':
      return streaming(means, names);
    case 'csv': {
      // The columns are known before the first page and are the same every time.
      const columns = csvColumns({ resource, records: [], kind: 'list', only });
      const onTerminal = means.io.width !== undefined;
      const print = (sheet: ExportInput): string => text(csvRows({ ...sheet, onTerminal }, columns));
      return streaming(means, print, csvHead(columns, { onTerminal }));
    }
    case 'json':
      return gathering(means, json);
    case 'yaml':
      return gathering(means, yaml);
    case 'table':
      return table(means);
  }
}

/** Prints one record by itself. */
export async function printRecord(
  { io, resource, style }: PrinterContext,
  record: JsonObject,
  self: Ref,
): Promise<void> {
  const onTerminal = io.width !== undefined;
  const sheet: ExportInput = { resource, records: [record], kind: 'record', onTerminal, ...style };
  switch (style.output) {
    case 'json':
      return void (await io.write(text(json(sheet))));
    case 'yaml':
      return void (await io.write(text(yaml(sheet))));
    case 'ndjson':
      return void (await io.write(text(ndjson(sheet))));
    case 'csv': {
      const columns = csvColumns(sheet);
      return void (await io.write(csvHead(columns, sheet) + text(csvRows(sheet, columns))));
    }
    case 'name':
      return void (await io.write(names(sheet)));
    case 'table': {
      const lines = recordLines({ ...style, resource }, record, self);
      return void (await io.write(`${lines.map(line => line.trimEnd()).join('\n')}\n`));
    }
  }
}
