import { isList, isObject, type Json, type JsonObject } from '../json/json.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { resourceNamed } from '../resources/registry.ts';
import { defineResource, type Resource } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { CommandCall } from './shared/context.ts';
import { listPrinter, type Printer, printRecord } from './shared/output.ts';

/** The shape of a response without a description. */
export const responseShape: Resource = defineResource({
  kind: 'response',
  title: safe`Response`,
  plural: safe`Responses`,
  ids: ['id'],
  fields: {},
});

/** The records in a response: those of its only list, or else the one that it holds or is. */
type Records = {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
  readonly isList: boolean;
};

const isListOfRecords = (value: Json | undefined): value is readonly Json[] =>
  isList(value) && (value.length === 0 || value.some(isObject));

function recordsOf(body: JsonObject): Records {
  const members = Object.entries(body);
  // A record may hold lists, too.
  const lists = ownId(body) === undefined ? members.filter(([, value]) => isListOfRecords(value)) : [];
  const [[name = '', value] = []] = lists.length === 1 ? lists : members.length === 1 ? members : [];
  const resource = resourceNamed(name) ?? responseShape;
  if (isListOfRecords(value)) return { resource, records: value.filter(isObject), isList: true };
  if (isObject(value)) return { resource, records: [value], isList: false };
  return { resource: responseShape, records: [body], isList: false };
}

/** Formats that print the response as it is; the others print its records. */
const WHOLE: ReadonlySet<string> = new Set(['json', 'ndjson', 'yaml']);

/** Why joined pages are incomplete; `missing` is undefined if they are complete. */
type Completeness = { readonly missing: SafeText | undefined };

function marked(body: JsonObject, completeness: Completeness | undefined): JsonObject {
  if (completeness === undefined) return body;
  const { missing } = completeness;
  const marks = { complete: missing === undefined, ...(missing === undefined ? {} : { missing }) };
  // They come first, and replace members of the same name.
  return { ...marks, ...body, ...marks };
}

/** Joins pages: their lists one after the other, everything else as the last page has it. */
function createJoin() {
  const lists = new Map<string, Json[]>();
  let last: JsonObject = {};
  return {
    add: (page: JsonObject): void => {
      last = page;
      for (const [name, value] of Object.entries(page)) {
        if (!isList(value)) continue;
        const list = lists.get(name) ?? [];
        lists.set(name, list);
        for (const item of value) list.push(item);
      }
    },
    body: (): JsonObject => ({ ...last, ...Object.fromEntries(lists) }),
  };
}

function printerContext({ context: { io }, style }: CommandCall, { resource, records, isList }: Records) {
  // Records without a description have the columns of the first one.
  const only = resource === responseShape && isList ? Object.keys(records[0] ?? {}) : style.only;
  // Masking by names alone would mask the token of the next page, too.
  const reveals = style.reveals || WHOLE.has(style.output);
  return { io, resource, style: { ...style, only, reveals } };
}

/** Prints a response whose secrets are masked already. */
export async function printResponse(
  call: CommandCall,
  body: JsonObject,
  completeness?: Completeness,
): Promise<void> {
  const found = WHOLE.has(call.style.output)
    ? { resource: responseShape, records: [marked(body, completeness)], isList: false }
    : recordsOf(body);
  const { resource, records, isList } = found;
  const [first = {}] = records;
  const context = printerContext(call, found);
  if (!isList)
    return printRecord(context, first, {
      kind: resource.kind,
      ids: { [ownIdName(resource)]: ownId(first) ?? '' },
    });
  const printer = listPrinter(context);
  await printer.add(records);
  await printer.end(completeness?.missing);
}

/** Creates the printer of pages: their records as they come, or at the end all pages as one response. */
export function pagePrinter(call: CommandCall): Pick<Printer, 'end'> & {
  readonly add: (page: JsonObject) => Promise<boolean>;
} {
  const { output } = call.style;
  const { isClosed } = call.context.io;
  const join = createJoin();
  let rows: Printer | undefined;
  return {
    add: async page => {
      if (output === 'ndjson') {
        await printResponse(call, page);
        return !isClosed();
      }
      const found = recordsOf(page);
      if (!WHOLE.has(output) && found.isList) rows ??= listPrinter(printerContext(call, found));
      if (rows !== undefined) return rows.add(found.records);
      join.add(page);
      return !isClosed();
    },
    end: async missing => {
      if (rows !== undefined) await rows.end(missing);
      else if (output !== 'ndjson') await printResponse(call, join.body(), { missing });
    },
  };
}
