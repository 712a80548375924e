import type { Outcome } from '../api/client.ts';
import { type Operation, pathTemplate, typedOperation } from '../api/operation.ts';
import { type Page, readNextToken } from '../api/response.ts';
import { parsePath } from '../api/url.ts';
import { badArgument, type Failure } from '../failure.ts';
import { isList, isObject, type JsonObject, member } from '../json/json.ts';
import { redactResponse } from '../resources/redact-response.ts';
import { documentedOperations } from '../resources/registry.ts';
import { clean, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { pagePrinter, printResponse } from './api-response.ts';
import { endList, type ListEnd } from './list.ts';
import { memoryLimit } from './list-sources.ts';
import { type CommandCall, done, type Ending, readOptions, type Service } from './shared/context.ts';
import { pagesFrom } from './shared/paginate.ts';

/** Returns true if a path has the form of a template, where `{name}` stands for one segment. */
function hasForm(template: string, path: string): boolean {
  const [names, segments] = [template.split('/'), path.split('/')];
  return (
    names.length === segments.length &&
    names.every((name, at) => (name.startsWith('{') ? segments[at] !== '' : name === segments[at]))
  );
}

/** Returns the documented read of a path. A query makes it undocumented, except for the token of a page. */
function documentedRead(path: string, search: string): Operation | undefined {
  const hasOtherQuery = [...new URLSearchParams(search).keys()].some(name => name !== 'nextToken');
  if (hasOtherQuery) return undefined;
  return documentedOperations
    .map(({ operation }) => operation)
    .find(operation => operation.method === 'GET' && hasForm(pathTemplate(operation), path));
}

/** Reads the token of the next page, where lists (`meta`) and logs have it. */
const nextPage = (body: JsonObject): Pick<Page, 'next' | 'cut'> =>
  readNextToken(member(member(body, 'meta'), 'nextToken') ?? member(body, 'nextToken'));

type TypedOperation = ReturnType<typeof typedOperation>;

type ApiRequest = {
  readonly call: CommandCall;
  readonly service: Service;
  readonly operation: TypedOperation;
};

/** A response, masked unless secrets are shown; its `items` are those of its lists. */
type ResponsePage = Page & { readonly body: JsonObject };

/** Sends the request for one page. `token`: that of the page; none for the first one. */
async function readPage(
  { call, service, operation }: ApiRequest,
  token: { readonly page?: string },
): Promise<Outcome<ResponsePage>> {
  const outcome = await service.client.send(operation, service.defaultIds, {
    ...readOptions(call),
    ...token,
  });
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  const masked = call.style.reveals ? value : redactResponse(operation.id, value);
  const body = isObject(masked) ? masked : {};
  const items = Object.values(body).flatMap(list => (isList(list) ? list : []));
  const page = { items: items.map(item => (isObject(item) ? item : {})), skipped: 0, ...nextPage(value) };
  return { ...outcome, value: { ...page, body } };
}

/** Reads all pages and passes each on, until `take` returns false, or the format can hold no more. */
async function readPages(
  request: ApiRequest,
  take: (page: JsonObject) => Promise<boolean>,
): Promise<ListEnd & { readonly found: number }> {
  const { context, style } = request.call;
  const { output } = style;
  let [found, records, bytes] = [0, 0, 0];
  for await (const step of pagesFrom(token => readPage(request, token))) {
    if (step.kind === 'endless') return { found, missing: step.why };
    if (step.kind === 'failed')
      return { found, missing: safe`A page could not be read.`, failure: step.failure };
    found++;
    if (!(await take(step.page.body))) break;
    records += step.page.items.length;
    bytes += step.sent.bytes ?? 0;
    const size = { output, isSorted: false, limit: undefined, records, received: records, bytes };
    const missing = step.isLast ? undefined : memoryLimit(size);
    if (missing !== undefined) return { found, missing };
    context.io.progress(safe`${counted(found, safe`page`)} loaded`);
  }
  return { found };
}

/** Prints all pages as one response, or with `-o ndjson` each page on a line as it arrives. */
async function printPages(request: ApiRequest): Promise<Ending> {
  const { context, style, values } = request.call;
  const printer = pagePrinter(request.call);
  const end = await readPages(request, printer.add);
  context.io.progress(undefined);
  // Errors are JSON only if `-o json` asks for it.
  const output = values['output'] === undefined ? 'table' : style.output;
  return endList({ context, style: { ...style, output } }, printer, {
    missing: undefined,
    failure: undefined,
    isLimit: false,
    ...end,
  });
}

/** Returns the operation of a typed path, or why it cannot be sent. */
function operationOf(text: string, service: Service): TypedOperation | Failure {
  const parsed = parsePath(text);
  if (!parsed.ok) return badArgument(safe`${clean(text, 80)} is no path of the API: ${parsed.why}.`);
  const { path, search } = parsed.value;
  const documented = documentedRead(path, search);
  if (service.strict && documented === undefined)
    return { kind: 'outside', detail: safe`--strict allows only documented paths without a query.` };
  const operation = typedOperation(parsed.value, documented);
  return operation.area === 'chat' && service.defaultIds['botId'] === undefined
    ? badArgument(safe`A path below /v1/chat needs --bot-id <id>.`)
    : operation;
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
  const request = { call, service, operation };
  if (call.values['paginate'] === true) return printPages(request);
  const outcome = await readPage(request, {});
  if (!outcome.ok) return outcome.failure;
  await printResponse(call, outcome.value.body);
  if (outcome.value.next !== undefined)
    call.context.io.remark('botscope: more pages: --paginate loads them all\n');
  return done;
}
