import { setImmediate } from 'node:timers/promises';
import { csvColumns, csvHead, csvRows } from '../../formats/csv.ts';
import { json, ndjson, yaml } from '../../formats/documents.ts';
import { markdown } from '../../formats/markdown.ts';
import { columnsOf, type ExportInput } from '../../formats/records.ts';
import type { JsonObject } from '../../json/json.ts';
import { ownId, type Ref, type Resource } from '../../resources/resource.ts';
import { clean, type SafeText } from '../../text/sanitise.ts';
import type { Io, Output, Style } from './context.ts';
import { errorOf, type FailedRead } from './errors.ts';
import { createTable, recordLines, tableCell, tableWidth } from './table.ts';

/** Prints records as they come, or at the end if the format needs all of them. */
export type Printer = {
  /** False if nobody reads any more. */
  readonly add: (records: readonly JsonObject[]) => Promise<boolean>;
  /** Prints a record that could not be read, with its error. Formats of plain rows leave it out. */
  readonly fail: (failed: FailedRead) => Promise<boolean>;
  readonly end: (missing?: SafeText) => Promise<void>;
};

type PrinterContext = { readonly io: Io; readonly resource: Resource; readonly style: Style };

/** Approximate size of one write: small writes cost more than their contents. */
const CHUNK_CHARS = 64 * 1024;

/** Writes a text that is made in pieces. Returns false if standard output is closed. */
async function writeAll(io: Io, pieces: Iterable<string>): Promise<boolean> {
  let part = '';
  for (const piece of pieces) {
    part += piece;
    if (part.length < CHUNK_CHARS) continue;
    if (!(await io.write(part))) return false;
    part = '';
  }
  return part === '' ? !io.isClosed() : io.write(part);
}

type Print = (input: ExportInput) => Iterable<string>;

const inputOf = (
  { io, resource, style }: PrinterContext,
  records: readonly JsonObject[],
  kind: ExportInput['kind'] = 'list',
): ExportInput => ({ resource, records, kind, onTerminal: io.width !== undefined, ...style });

const noRow = async (): Promise<boolean> => true;

/**
 * Creates a printer for formats whose records are independent: each page is printed at once and forgotten.
 */
function streamPrinter(context: PrinterContext, print: Print, head = ''): Printer {
  const { io } = context;
  let isBegun = false;
  function* withHead(pieces: Iterable<string>): Iterable<string> {
    if (!isBegun) yield head;
    isBegun = true;
    yield* pieces;
  }
  return {
    add: records => writeAll(io, withHead(print(inputOf(context, records)))),
    fail: noRow,
    end: async () => void (await writeAll(io, withHead([]))),
  };
}

function wholePrinter(context: PrinterContext, print: Print): Printer {
  const records: JsonObject[] = [];
  const errors = new Map<JsonObject, JsonObject>();
  return {
    add: async more => {
      for (const record of more) records.push(record);
      return true;
    },
    fail: async ({ record, failure }) => {
      records.push(record);
      errors.set(record, errorOf(failure));
      return true;
    },
    end: async missing => {
      await writeAll(context.io, print({ ...inputOf(context, records), missing, errors }));
    },
  };
}

/** Rows that a table takes in one turn of the event loop. */
const ROWS_A_TURN = 1000;

function tablePrinter({ io, resource, style }: PrinterContext): Printer {
  const { only, hasHeaders } = style;
  const columns = columnsOf(resource, only);
  const { width, hasColours } = io;
  const table = createTable(columns, { width, hasColours, hasHeaders, isChosen: only !== undefined });
  let count = 0;
  return {
    add: async records => {
      for (const record of records) {
        table.add(columns.map(column => tableCell({ ...style, resource }, record, column)));
        count++;
        // Signals are heard meanwhile.
        if (count % ROWS_A_TURN === 0) await setImmediate();
      }
      return !io.isClosed();
    },
    fail: noRow,
    end: async missing => {
      if (count === 0 && missing === undefined)
        io.remark(`botscope: no ${resource.plural.toLowerCase()} found\n`);
      await writeAll(io, table.lines());
    },
  };
}

function* ids({ records }: ExportInput): Iterable<string> {
  for (const record of records) {
    const id = ownId(record);
    if (id !== undefined) yield `${clean(id)}\n`;
  }
}

/** Returns the title line of CSV, or nothing if it is not wanted. */
const csvTitles = (columns: readonly string[], context: PrinterContext): string =>
  context.style.hasHeaders ? csvHead(columns, inputOf(context, [])) : '';

/** A format of commands: the printer of a list, and the text of a single record. */
type OutputFormat = {
  readonly list: (context: PrinterContext) => Printer;
  readonly record: (input: ExportInput, context: PrinterContext, self: Ref) => Iterable<string>;
};

const wholeFormat = (print: Print): OutputFormat => ({
  list: context => wholePrinter(context, print),
  record: print,
});

const idFormat: OutputFormat = { list: context => streamPrinter(context, ids), record: ids };

const formats: { readonly [O in Output]: OutputFormat } = {
  table: {
    list: tablePrinter,
    record: ({ records: [record = {}] }, { style, resource }, self) => {
      const lines = recordLines({ ...style, resource }, record, self);
      return lines.map(line => `${line.trimEnd()}\n`);
    },
  },
  json: wholeFormat(json),
  ndjson: {
    list: context => ({
      ...streamPrinter(context, ndjson),
      fail: ({ record, failure }) => {
        const errors = new Map([[record, errorOf(failure)]]);
        return writeAll(context.io, ndjson({ ...inputOf(context, [record]), errors }));
      },
    }),
    record: ndjson,
  },
  yaml: wholeFormat(yaml),
  csv: {
    list: context => {
      // The columns are known before the first page and never change.
      const columns = csvColumns(inputOf(context, []));
      return streamPrinter(context, input => csvRows(input, columns), csvTitles(columns, context));
    },
    record: (input, context) => {
      const columns = csvColumns(input);
      return [csvTitles(columns, context), ...csvRows(input, columns)];
    },
  },
  md: {
    // The columns of a table: a list lacks the other columns of the screen.
    list: context => {
      const { resource, style } = context;
      const only = columnsOf(resource, style.only).map(({ field }) => field);
      return { ...wholePrinter({ ...context, style: { ...style, only } }, markdown), fail: noRow };
    },
    record: (input, { style }) => markdown({ ...input, at: style.clock.now }),
  },
  id: idFormat,
  name: idFormat,
};

export const listPrinter = (context: PrinterContext): Printer => formats[context.style.output].list(context);

export async function printRecord(context: PrinterContext, record: JsonObject, self: Ref): Promise<void> {
  const input = inputOf(context, [record], 'record');
  await writeAll(context.io, formats[context.style.output].record(input, context, self));
}

type ItemForms<T> = {
  readonly record: (item: T) => JsonObject;
  /** An item where the terminal is too narrow for all columns of the table. */
  readonly lines: (item: T, width: number) => readonly string[];
  readonly missing?: SafeText | undefined;
};

/** Prints a short list as records, or on a narrow terminal as lines. */
export async function printItems<T>(
  context: PrinterContext,
  items: readonly T[],
  { record, lines, missing }: ItemForms<T>,
): Promise<void> {
  const { io, resource, style } = context;
  const { width } = io;
  if (style.output === 'table' && width !== undefined && width < tableWidth(resource)) {
    const all = items.flatMap(item => lines(item, width));
    return void (await io.write(all.map(line => `${line}\n`).join('')));
  }
  const printer = listPrinter(context);
  await printer.add(items.map(record));
  await printer.end(missing);
}
