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

/** The style of output: format, fields, and whether secrets are shown. */
export type Style = {
  readonly output: Output;
  readonly only: readonly string[] | undefined;
  readonly reveals: boolean;
  readonly clock: Clock;
};

/** Prints records as they come, or at the end if the format needs all of them. */
export type Printer = {
  /** False if nobody reads any more. */
  readonly add: (records: readonly JsonObject[]) => Promise<boolean>;
  /** Prints a record that could not be read, with its error. Formats of plain rows leave it out. */
  readonly fail: (record: JsonObject, error: JsonObject) => Promise<boolean>;
  /** `missing`: why the output is incomplete. */
  readonly end: (missing?: SafeText) => Promise<void>;
};

type PrinterContext = { readonly io: Io; readonly resource: Resource; readonly style: Style };

const text = (pieces: Iterable<string>): string => [...pieces].join('');

const noRow = async (): Promise<boolean> => true;

/**
 * Creates a printer for formats whose records are independent: each page is printed at once and forgotten.
 */
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

/** Approximate size of one write: small writes cost more than their contents. */
const CHUNK_CHARS = 64 * 1024;

/** Creates a printer for formats that are printed as a whole. */
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
  const tableStyle = { ...style, resource };
  const rows: (readonly Cell[])[] = [];
  return {
    add: async records => {
      for (const record of records) rows.push(columns.map(column => tableCell(tableStyle, record, column)));
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

/** Creates the printer of a list. */
export function listPrinter(context: PrinterContext): Printer {
  const { resource, style } = context;
  const { only } = style;
  switch (style.output) {
    case 'ndjson':
      return {
        ...streaming(context, sheet => text(ndjson(sheet))),
        fail: (record, error) => {
          const errors = new Map([[record, error]]);
          return context.io.write(
            text(ndjson({ resource, records: [record], kind: 'list', errors, ...style })),
          );
        },
      };
    case 'name':
      return streaming(context, names);
    case 'csv': {
      // The columns are known before the first page and never change.
      const columns = csvColumns({ resource, records: [], kind: 'list', only });
      const onTerminal = context.io.width !== undefined;
      const print = (sheet: ExportInput): string => text(csvRows({ ...sheet, onTerminal }, columns));
      return streaming(context, print, csvHead(columns, { onTerminal }));
    }
    case 'json':
      return gathering(context, json);
    case 'yaml':
      return gathering(context, yaml);
    case 'table':
      return table(context);
  }
}

/** Prints a single record. */
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
