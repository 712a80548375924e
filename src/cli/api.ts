import type { Outcome } from '../api/client.ts';
import { type Operation, pathTemplate, typedOperation } from '../api/operation.ts';
import { type Page, readNextToken } from '../api/response.ts';
import { parsePath } from '../api/url.ts';
import { badArgument, type Failure } from '../failure.ts';
import { defined, isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { redactResponse } from '../resources/redact-response.ts';
import { documentedOperations, resourceNamed } from '../resources/registry.ts';
import { defineResource, ownId, type Resource, refTo } from '../resources/resource.ts';
import { kept } from '../text/memo.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { endList } from './list.ts';
import { type CommandCall, done, type Ending, readOptions, type Service } from './shared/context.ts';
import { listPrinter, type Printer, printRecord } from './shared/output.ts';
import { memoryLimit, pagesFrom, takePages } from './shared/paginate.ts';

export const responseShape: Resource = defineResource({
  kind: 'response',
  title: safe`Response`,
  ids: ['id'],
  fields: {},
});

/** Formats that print the response as it is. */
const WHOLE: ReadonlySet<string> = new Set(['json', 'ndjson', 'yaml']);

const isListOfRecords = (value: Json | undefined): value is readonly Json[] =>
  isList(value) && (value.length === 0 || value.some(isObject));

function recordsOf(body: JsonObject, { output }: CommandCall['style']) {
  const whole = { resource: responseShape, records: [body], isList: false };
  if (WHOLE.has(output)) return whole;
  const members = Object.entries(body);
  // A record may hold lists, too.
  const lists = ownId(body) === undefined ? members.filter(([, value]) => isListOfRecords(value)) : [];
  const [[name = '', value] = []] = lists.length === 1 ? lists : members.length === 1 ? members : [];
  const resource = resourceNamed(name) ?? responseShape;
  if (isListOfRecords(value)) return { resource, records: value.filter(isObject), isList: true };
  return isObject(value) ? { resource, records: [value], isList: false } : whole;
}

function printerContext({ context, style }: CommandCall, found: ReturnType<typeof recordsOf>) {
  const { resource, records, isList } = found;
  // Records without a description have the columns of the first one.
  const only = resource === responseShape && isList ? Object.keys(records[0] ?? {}) : style.only;
  // Masking by names alone would mask the token of the next page, too.
  const reveals = style.reveals || WHOLE.has(style.output);
  return { context, resource, style: { ...style, only, reveals } };
}

async function printResponse(call: CommandCall, body: JsonObject, missing?: SafeText) {
  const found = recordsOf(body, call.style);
  const { resource, records, isList } = found;
  const [first = {}] = records;
  const context = printerContext(call, found);
  if (!isList) return printRecord(context, first, refTo(resource, ownId(first) ?? ''));
  const printer = listPrinter(context);
  await printer.add(records);
  await printer.end(missing);
}

/** Prints records as they come, `-o ndjson` page by page; the other formats all pages as one response. */
function pagePrinter(call: CommandCall) {
  const { context, style } = call;
  const lists = new Map<string, Json[]>();
  let last: JsonObject = {};
  let rows: Printer | undefined;
  function join(page: JsonObject) {
    last = page;
    for (const [name, value] of Object.entries(page)) {
      if (!isList(value)) continue;
      const list = kept(lists, name, () => []);
      for (const item of value) list.push(item);
    }
  }
  return {
    add: async (page: JsonObject) => {
      const found = recordsOf(page, style);
      if (found.isList) rows ??= listPrinter(printerContext(call, found));
      if (rows !== undefined) return rows.add(found.records);
      if (style.output === 'ndjson') await printResponse(call, page);
      else join(page);
      return !context.io.isClosed();
    },
    end: async (missing?: SafeText) => {
      if (rows !== undefined) return rows.end(missing);
      if (style.output === 'ndjson') return;
      const marks = defined({ complete: missing === undefined, missing });
      const joined = { ...last, ...Object.fromEntries(lists) };
      // The marks come first, and replace members of the same name.
      const response = WHOLE.has(style.output) ? { ...marks, ...joined, ...marks } : joined;
      await printResponse(call, response, missing);
    },
  };
}

/** A query makes a read undocumented, except for the token of a page. */
function documentedRead(path: string, search: string): Operation | undefined {
  if ([...new URLSearchParams(search).keys()].some(name => name !== 'nextToken')) return undefined;
  const isOf = (operation: Operation) =>
    new RegExp(`^${pathTemplate(operation).replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return documentedOperations
    .map(({ operation }) => operation)
    .find(operation => operation.method === 'GET' && isOf(operation));
}

function operationOf(text: string, service: Service): ReturnType<typeof typedOperation> | Failure {
  const parsed = parsePath(text);
  if (!parsed.ok) return badArgument(safe`${clean(text, 80)} is not a path of the API: ${parsed.why}.`);
  const { path, search } = parsed.value;
  const documented = documentedRead(path, search);
  if (service.strict && documented === undefined)
    return { kind: 'outside', detail: safe`--strict allows only documented paths without a query.` };
  const operation = typedOperation(parsed.value, documented);
  return operation.area === 'chat' && service.defaultIds['botId'] === undefined
    ? badArgument(safe`A path below /v1/chat needs --bot-id <id>.`)
    : operation;
}

type ResponsePage = Page & { readonly body: JsonObject };

async function readPage(
  call: CommandCall,
  service: Service,
  operation: ReturnType<typeof typedOperation>,
  token: { readonly page?: string } = {},
): Promise<Outcome<ResponsePage>> {
  const options = { ...readOptions(call), ...token };
  const outcome = await service.client.send(operation, service.defaultIds, options);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  const masked = call.style.reveals ? value : redactResponse(operation.id, value);
  const body = isObject(masked) ? masked : {};
  const lists = Object.values(body).filter(isList);
  const items = lists.flatMap(list => list.map(item => (isObject(item) ? item : {})));
  // Lists have the token in `meta`, logs beside their entries.
  const next = readNextToken(member(member(value, 'meta'), 'nextToken') ?? member(value, 'nextToken'));
  return { ...outcome, value: { items, skipped: 0, ...next, body } };
}

async function printPages(call: CommandCall, pages: ReturnType<typeof pagesFrom<ResponsePage>>) {
  const { context, style, values } = call;
  const { output } = style;
  const printer = pagePrinter(call);
  let [found, records, bytes] = [0, 0, 0];
  const end = await takePages(pages, async ({ page, isLast, sent }) => {
    found++;
    if (!(await printer.add(page.body))) return {};
    records += page.items.length;
    bytes += sent.bytes ?? 0;
    const size = { output, isSorted: false, limit: undefined, records, received: records, bytes };
    const missing = isLast ? undefined : memoryLimit(size);
    context.io.progress(safe`${counted(found, safe`page`)} loaded`);
    return missing && { missing };
  });
  context.io.progress(undefined);
  // Errors are JSON only if `-o json` asks for it.
  const errors = values['output'] === undefined ? 'table' : output;
  return endList({ context, style: { ...style, output: errors } }, printer, { found, ...end });
}

export async function api(typed: CommandCall): Promise<Ending> {
  const [text] = typed.words;
  if (text === undefined) return badArgument(safe`Which path? For example: botscope api /v1/admin/bots`);
  const output = typed.values['output'] === undefined ? 'json' : typed.style.output;
  const call = { ...typed, style: { ...typed.style, output } };
  const service = await call.context.connect();
  if ('kind' in service) return service;
  const operation = operationOf(text, service);
  if ('kind' in operation) return operation;
  if (call.values['paginate'] === true)
    return printPages(
      call,
      pagesFrom(token => readPage(call, service, operation, token)),
    );
  const outcome = await readPage(call, service, operation);
  if (!outcome.ok) return outcome.failure;
  await printResponse(call, outcome.value.body);
  if (outcome.value.next !== undefined)
    call.context.io.remark('botscope: more pages: --paginate loads them all\n');
  return done;
}
