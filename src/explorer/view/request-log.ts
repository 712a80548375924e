import type { Exchange } from '../../api/client.ts';
import { pathTemplate } from '../../api/operation.ts';
import type { RequestLog } from '../../api/request-log.ts';
import { explain } from '../../failure.ts';
import { documentOf } from '../../json/tree.ts';
import { documentText } from '../../json/tree-lines.ts';
import { MASK } from '../../resources/field.ts';
import { redactResponse } from '../../resources/redact-response.ts';
import { operationsOf, resources } from '../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { clockTime, counted } from '../../text/units.ts';
import { cells, cutMiddle, sized, wrap } from '../../text/width.ts';
import type { LogDialog } from '../state/dialogs.ts';
import { editorText, emptyEditor } from '../state/text-field.ts';
import { isNarrow } from './layout.ts';
import { type Line, span, textLine } from './line.ts';

/** Maximum number of rows of a response. */
const MAX_ROWS = 400;

/** Returns true for failures; a simulated request did not fail. */
const isFailed = ({ failure }: Exchange): boolean => failure !== undefined && !isSimulated(failure);
const isSimulated = (failure: Exchange['failure']): boolean => failure?.kind === 'dry-run';

/** Returns the dialog with the requests so far, on the last one. */
export function logDialog(log: RequestLog): LogDialog {
  const exchanges = log.exchanges();
  return {
    kind: 'log',
    exchanges,
    count: log.count(),
    cursor: Math.max(0, exchanges.length - 1),
    opened: undefined,
    isFailedOnly: false,
    editor: emptyEditor,
    isSearching: false,
    top: Number.MAX_SAFE_INTEGER,
  };
}

/** Returns the words of the search in lower case. */
const searchWords = ({ editor }: LogDialog): readonly string[] =>
  editorText(editor)
    .toLowerCase()
    .split(' ')
    .filter(word => word !== '');

function hasWords({ method, path, status, failure }: Exchange, words: readonly string[]): boolean {
  const title = failure === undefined ? '' : explain(failure).title;
  const text = `${method} ${path} ${status ?? ''} ${title}`.toLowerCase();
  return words.every(word => text.includes(word));
}

/** Returns the requests that are failed, if only those are shown, and have the words of the search. */
export function shownExchanges(dialog: LogDialog): readonly Exchange[] {
  const { exchanges, isFailedOnly } = dialog;
  const words = searchWords(dialog);
  if (!isFailedOnly && words.length === 0) return exchanges;
  return exchanges.filter(exchange => (!isFailedOnly || isFailed(exchange)) && hasWords(exchange, words));
}

/** Fewest reads of the same operation that are shown as one row. */
const MIN_RUN = 3;

/** A row of the log: the request at a position, or a run of several from there on. */
type LogRow = { readonly at: number; readonly count: number };

const operations = new Map(resources.flatMap(operationsOf).map(each => [each.id, each]));

/** Returns true for a successful read of a single record. */
const isPlainRead = (exchange: Exchange): boolean =>
  exchange.failure === undefined && operations.get(exchange.operation)?.response.shape === 'record';

/** Returns the rows of the log: a run of plain reads of the same operation is one, unless it was unfolded. */
export function logRows(dialog: LogDialog): readonly LogRow[] {
  const shown = shownExchanges(dialog);
  const rows: LogRow[] = [];
  for (let at = 0; at < shown.length; ) {
    const first = shown[at];
    let end = at + 1;
    while (first && isPlainRead(first) && isAlike(first, shown[end])) end++;
    const isFolded = end - at >= MIN_RUN && dialog.unfolded?.includes(at) !== true;
    if (isFolded) rows.push({ at, count: end - at });
    else for (let each = at; each < end; each++) rows.push({ at: each, count: 1 });
    at = end;
  }
  return rows;
}

const isAlike = (first: Exchange, next: Exchange | undefined): boolean =>
  next !== undefined &&
  isPlainRead(next) &&
  next.operation === first.operation &&
  next.isAutomatic === first.isAutomatic;

/** Returns the row of the cursor by its index. */
export const cursorRow = ({ cursor }: LogDialog, rows: readonly LogRow[]): number =>
  Math.max(
    0,
    rows.findIndex(({ at, count }) => cursor < at + count),
  );

const padStart = (text: string, width: number): SafeText => clean(text.padStart(width));

function codeOf({ status, failure }: Exchange): SafeText {
  if (status !== undefined) return safe`${status}`;
  if (failure?.kind === 'dry-run') return safe`dry`;
  return failure?.kind === 'timed-out' ? safe`time` : failure?.kind === 'cancelled' ? safe`stop` : safe`none`;
}

/** Returns bytes for a narrow column: `495`, `4.1k`, `1.2M`. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes}`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)}k` : `${(bytes / 1e6).toFixed(1)}M`;
}

const NUMBERS = safe`CODE     MS  BYTES `;

/** Returns the column titles, if there is room for all columns. */
function heading(width: number): readonly Line[] {
  if (isNarrow(width)) return [];
  const names = safe`   TIME     METHOD PATH`;
  const gap = clean(' '.repeat(Math.max(1, width - cells(names) - cells(NUMBERS))));
  return [textLine('log', span(safe`${names}${gap}${NUMBERS}`, 'label'))];
}

/** Returns a run of reads as one request, with the path of all, the longest time and all bytes. */
function joinedReads(first: Exchange, run: readonly Exchange[]): Exchange {
  const operation = operations.get(first.operation);
  return {
    ...first,
    path: operation === undefined ? first.path : pathTemplate(operation).replace(/\{\w+\}/g, '{id}'),
    ms: Math.max(...run.map(({ ms }) => ms)),
    bytes: run.reduce((sum, { bytes }) => sum + bytes, 0),
    tries: 1,
  };
}

/** Returns one request, or several as one, as a row. Narrow screens leave out time and bytes. */
function row(exchange: Exchange, { at, count }: LogRow, width: number): Line {
  const { failure, method, path, ms, bytes, tries, isAutomatic } = exchange;
  const style = isFailed(exchange) ? 'bad' : isSimulated(failure) ? 'warn' : 'good';
  const narrow = isNarrow(width);
  const time = narrow ? safe`   ` : safe`   ${clockTime(exchange.at)} `;
  const size = narrow ? safe`` : padStart(sizeText(bytes), 7);
  const by = isAutomatic === undefined ? safe`` : safe` auto`;
  const again = safe`${tries > 1 ? safe` (try ${tries})` : safe``}${by}`;
  const verb = count === 1 ? sized(clean(method), 6) : safe`${count} × ${clean(method)}`;
  const room = Math.max(8, width - cells(time) - cells(verb) - 1 - cells(again) - 12 - cells(size) - 2);
  const words = cutMiddle(clean(path), room);
  return textLine(
    `log:${at}`,
    span(time, 'dim'),
    span(safe`${verb} `, method === 'GET' ? 'label' : 'bad'),
    span(sized(safe`${words}${again}`, room + cells(again)), isFailed(exchange) ? 'bad' : 'plain'),
    span(safe` ${padStart(codeOf(exchange), 4)}`, style),
    span(safe` ${padStart(`${ms}`, 6)}${size}`, 'dim'),
  );
}

/** Returns the details of a request and its response, secrets masked. */
function detail(exchange: Exchange, at: number, width: number): readonly Line[] {
  const { failure, scope, baseUrl, path } = exchange;
  const line = (name: string, text: SafeText, style: Parameters<typeof span>[1] = 'plain'): readonly Line[] =>
    wrap(text, Math.max(20, width - 8)).map((words, part) =>
      textLine(`log:${at}:${name}:${part}`, span(safe`     ${words}`, style)),
    );
  const sentScope =
    scope === undefined ? safe`` : safe`   ${clean(scope.header)}: ${clean(scope.value, 100)}`;
  const failureDetail = failure?.detail === undefined ? safe`` : safe`: ${failure.detail}`;
  return [
    ...line('url', safe`${clean(baseUrl)}${clean(path)}`, 'dim'),
    ...line('sent', safe`sent   authorization: Bearer ${MASK}${sentScope}`, 'dim'),
    ...(failure === undefined ? [] : line('failure', safe`${explain(failure).title}${failureDetail}`, 'bad')),
    ...bodyLines(exchange, at),
  ];
}

function bodyLines({ operation, body, bytes }: Exchange, at: number): readonly Line[] {
  const id = `log:${at}:body`;
  if (body === undefined)
    return [
      textLine(id, span(bytes > 0 ? safe`     (response not stored)` : safe`     (no response)`, 'dim')),
    ];
  const rows = documentText(documentOf(redactResponse(operation, body)), 'json').split('\n');
  const shown = rows
    .slice(0, MAX_ROWS)
    .map((text, part) => textLine(`${id}:${part}`, span(safe`     ${clean(text)}`)));
  const more = rows.length - shown.length;
  return more <= 0
    ? shown
    : [...shown, textLine(`${id}:more`, span(safe`     … ${counted(more, safe`more line`)}`, 'dim'))];
}

/** Returns the log as lines, and the line of the cursor. */
export function logLines(
  dialog: LogDialog,
  width: number,
): { readonly lines: readonly Line[]; readonly cursor: number } {
  const shown = shownExchanges(dialog);
  if (shown.length === 0) {
    const none = dialog.isFailedOnly ? safe`   No failed requests.` : safe`   No requests yet.`;
    const words = searchWords(dialog).length > 0 ? safe`   No matches.` : none;
    return { lines: [textLine('log:none', span(words, 'dim'))], cursor: 0 };
  }
  const lines: Line[] = [...heading(width)];
  let cursor = 0;
  const rows = logRows(dialog);
  const here = cursorRow(dialog, rows);
  for (const [index, { at, count }] of rows.entries()) {
    const exchange = shown[at];
    if (exchange === undefined) continue;
    if (index === here) cursor = lines.length;
    const joined = count === 1 ? exchange : joinedReads(exchange, shown.slice(at, at + count));
    lines.push(row(joined, { at, count }, width));
    if (at === dialog.opened) lines.push(...detail(exchange, at, width));
  }
  return { lines, cursor };
}

/** Returns `31 sent · 1 failed · median 204 ms`; narrow screens leave out the last. */
export function logCounts({ exchanges, count }: LogDialog, width: number): SafeText {
  const failed = exchanges.filter(isFailed).length;
  const simulated = exchanges.filter(({ failure }) => isSimulated(failure)).length;
  const times = exchanges.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const took = median === undefined || isNarrow(width) ? safe`` : safe` · median ${median} ms`;
  const dry = simulated === 0 ? safe`` : safe` · ${simulated} simulated`;
  return safe`${count - simulated} sent · ${failed} failed${dry}${took}`;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a request as a curl command that reads the token from the environment. */
export function curlText({
  method,
  baseUrl,
  path,
  scope,
}: Pick<Exchange, 'method' | 'baseUrl' | 'path' | 'scope'>): string {
  const parts = [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "authorization: Bearer $BP_TOKEN"',
    ...(scope === undefined ? [] : [`-H ${shellQuote(`${scope.header}: ${scope.value}`)}`]),
    shellQuote(`${baseUrl}${path}`),
  ];
  return parts.join(' ');
}
