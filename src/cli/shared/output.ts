import { setImmediate } from 'node:timers/promises';
import { bareJson, json, ndjson, rowColumns, rows, rowTitles, yaml } from '../../formats/documents.ts';
import { markdown } from '../../formats/markdown.ts';
import { columnsOf, type ExportInput } from '../../formats/records.ts';
import { isList, type Json, type JsonObject } from '../../json/json.ts';
import { valueAt } from '../../resources/fields.ts';
import { ownId, type Ref, type Resource } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText } from '../../text/sanitise.ts';
import type { Io, Output, Style } from './context.ts';
import { errorOf, type FailedRead } from './errors.ts';
import { createTable, recordLines, tableCell } from './table.ts';

export type Printer = Readonly<{
  /** False if nobody reads any more. */
  add: (records: readonly JsonObject[]) => Promise<boolean>;
  /** Prints the error in place of the record; formats of plain rows leave it out. */
  fail: (failed: FailedRead) => Promise<boolean>;
  /** `more`: members of the whole, for formats that have one. */
  end: (missing?: SafeText, more?: JsonObject) => Promise<void>;
}>;

type PrinterContext = Readonly<{ context: { readonly io: Io }; style: Style; resource: Resource }>;

/** Small writes cost more than their contents. */
const CHUNK_CHARS = 64 * 1024;

async function writeAll(io: Io, pieces: Iterable<string>) {
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
  { context: { io }, resource, style }: PrinterContext,
  records: readonly JsonObject[],
  kind: ExportInput['kind'] = 'list',
): ExportInput => ({ resource, records, kind, onTerminal: io.width !== undefined, ...style });

const noRow = async () => true;

function streamPrinter(call: PrinterContext, print: Print, head = ''): Printer {
  const { io } = call.context;
  let isBegun = false;
  function* withHead(pieces: Iterable<string>): Iterable<string> {
    if (!isBegun) yield head;
    isBegun = true;
    yield* pieces;
  }
  return {
    add: records => writeAll(io, withHead(print(inputOf(call, records)))),
    fail: noRow,
    end: async () => void (await writeAll(io, withHead([]))),
  };
}

function wholePrinter(call: PrinterContext, print: Print): Printer {
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
    end: async (missing, more) => {
      await writeAll(call.context.io, print({ ...inputOf(call, records), missing, errors, more }));
    },
  };
}

const ROWS_A_TURN = 1000;

function tablePrinter({ context: { io }, resource, style }: PrinterContext): Printer {
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

type OutputFormat = Readonly<{
  list: (call: PrinterContext) => Printer;
  record: (input: ExportInput, call: PrinterContext, self: Ref) => Iterable<string>;
}>;

const wholeFormat = (print: Print): OutputFormat => ({
  list: call => wholePrinter(call, print),
  record: print,
});

function rowFormat(form: 'csv' | 'text'): OutputFormat {
  const titles = (columns: readonly string[], call: PrinterContext) =>
    call.style.hasHeaders ? rowTitles(columns, inputOf(call, []), form) : '';
  return {
    list: call => {
      const columns = rowColumns(inputOf(call, []));
      return streamPrinter(call, input => rows(input, columns, form), titles(columns, call));
    },
    record: (input, call) => {
      const columns = rowColumns(input);
      return [titles(columns, call), ...rows(input, columns, form)];
    },
  };
}

const idFormat: OutputFormat = { list: call => streamPrinter(call, ids), record: ids };

const formats: { readonly [O in Output]: OutputFormat } = {
  table: {
    list: tablePrinter,
    record: ({ records: [record = {}] }, { style, resource }, self) =>
      recordLines({ ...style, resource }, record, self).map(line => `${line.trimEnd()}\n`),
  },
  json: wholeFormat(input => (input.isBare ? bareJson : json)(input)),
  ndjson: {
    list: call => ({
      ...streamPrinter(call, ndjson),
      fail: ({ record, failure }) => {
        const errors = new Map([[record, errorOf(failure)]]);
        return writeAll(call.context.io, ndjson({ ...inputOf(call, [record]), errors }));
      },
    }),
    record: ndjson,
  },
  yaml: wholeFormat(yaml),
  csv: rowFormat('csv'),
  text: rowFormat('text'),
  md: {
    list: call => {
      const { resource, style } = call;
      const only = columnsOf(resource, style.only).map(({ field }) => field);
      return { ...wholePrinter({ ...call, style: { ...style, only } }, markdown), fail: noRow };
    },
    record: (input, { style }) => markdown({ ...input, at: style.clock.now }),
  },
  id: idFormat,
  name: idFormat,
};

/** An empty map or list tells nothing of the path below it. */
const hasValue = (value: Json | undefined) =>
  isList(value) ? value.length === 0 || value.some(each => each !== null) : value !== undefined;

/** Reports paths of `--columns` that no record has: they may be mistyped. */
export function listPrinter(call: PrinterContext): Printer {
  const printer = formats[call.style.output].list(call);
  const absent = new Set(call.style.only?.filter(path => path.includes('.')));
  return {
    ...printer,
    add: records => {
      for (const path of absent)
        if (records.some(record => hasValue(valueAt(record, path)))) absent.delete(path);
      return printer.add(records);
    },
    end: async (missing, more) => {
      await printer.end(missing, more);
      const paths = joinSafe([...absent].map(path => clean(path)));
      if (absent.size > 0) call.context.io.remark(`botscope: --columns: no record has ${paths}\n`);
    },
  };
}

export async function printRecord(call: PrinterContext, record: JsonObject, self: Ref): Promise<void> {
  const input = inputOf(call, [record], 'record');
  await writeAll(call.context.io, formats[call.style.output].record(input, call, self));
}
