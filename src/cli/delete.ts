import { scopeOf } from '../api/request.ts';
import { deleteMany, recordUnsent } from '../deletion/batch.ts';
import type { DeleteContext, DeleteResult } from '../deletion/delete.ts';
import { deletion, resultRecord } from '../deletion/report.ts';
import {
  type DeleteRequest,
  exitCodeOf,
  failedReadResult,
  failureOf,
  isFailed,
  isGone,
} from '../deletion/results.ts';
import type { JsonObject } from '../json/json.ts';
import { requestPath } from '../resources/record-ids.ts';
import { deleteAction } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { confirmProblem } from './confirm.ts';
import { type ActionCall, type CommandCall, type Ending, type KindCall, writeProblem } from './context.ts';
import { type DeleteTarget, readTargets, targetLines } from './delete-targets.ts';
import { failureText, isJsonOutput } from './errors.ts';
import { requestShape } from './history.ts';
import { refsOf } from './ids.ts';
import { listPrinter, type Printer } from './output.ts';

const printNotice = ({ context: { io } }: CommandCall, text: SafeText): void =>
  io.writeError(`botscope: ${text}\n`);

/** The result of one of them; one that was not begun has none. */
type TargetResult = { readonly victim: DeleteTarget; readonly result: DeleteResult };

const batchOf = ({ values }: CommandCall, victims: readonly DeleteTarget[]): DeleteRequest => ({
  count: victims.length,
  ignoresMissing: values['ignoreMissing'] === true,
});

const printedResult = (
  { context }: CommandCall,
  { victim: { ref, name }, result }: TargetResult,
): JsonObject => resultRecord({ ref, name, result, at: context.now() });

/** Prints results as they come: for people a line each, which the next delete does not wait for. */
function resultPrinter(call: KindCall): Printer {
  const { context, style } = call;
  if (style.output !== 'table') return listPrinter({ io: context.io, resource: deletion, style });
  const line = ({ result, message }: JsonObject): string =>
    `${clean(`${result}`.padEnd(12))}${clean(`${message}`)}\n`;
  return {
    add: records => context.io.write(records.map(line).join('')),
    fail: () => Promise.resolve(true),
    end: () => Promise.resolve(),
  };
}

/** Returns the results of those that could not be read: no DELETE is sent for them. */
const unreadResults = (victims: readonly DeleteTarget[]): readonly TargetResult[] =>
  victims.flatMap(victim =>
    victim.failure === undefined ? [] : [{ victim, result: failedReadResult(victim.failure) }],
  );

async function sendDeletes(
  call: KindCall,
  victims: readonly DeleteTarget[],
): Promise<readonly TargetResult[]> {
  const { context, service, resource, style } = call;
  const { io, now } = context;
  const { client, keeping } = service;
  const printer = resultPrinter(call);
  let printing: Promise<unknown> = Promise.resolve();
  const all: TargetResult[] = [];
  const settle = (ended: TargetResult): void => {
    all.push(ended);
    if (style.output === 'name' && !isGone(ended.result)) return;
    printing = printing.then(() => printer.add([printedResult(call, ended)]));
  };
  unreadResults(victims).forEach(settle);
  const targets = victims.filter(({ failure }) => failure === undefined);
  const { read } = resource;
  const means: DeleteContext = {
    ...keeping,
    client,
    now,
    // After a doubtful answer it is read again, also when somebody has pressed ctrl+c meanwhile.
    readAgain: async ref =>
      read === undefined ? { ok: false, failure: { kind: 'no-connection' } } : client.send(read, ref.ids),
  };
  const results = await deleteMany(
    targets.map(({ ref, record }) => ({ ref, record })),
    means,
    {
      isStopped: async () => {
        // One turn: that nobody reads the last result any more comes as an event.
        await new Promise(resolve => setImmediate(resolve));
        return io.signal.aborted || io.isClosed();
      },
      onBegin: at => io.progress(safe`${at + 1} of ${targets.length}: deleting`),
      onResult: (at, result) => {
        io.progress(undefined);
        const victim = targets[at];
        if (victim !== undefined) settle({ victim, result });
      },
    },
  );
  io.progress(undefined);
  if (io.isClosed()) recordUnsent(targets.slice(results.length), means);
  await printing;
  const left = victims.length - all.length;
  await printer.end(left === 0 ? undefined : safe`${left} were not begun.`);
  return all;
}

/** Writes what the results do not have, and returns the exit code. */
function endingFor(call: KindCall, victims: readonly DeleteTarget[], all: readonly TargetResult[]): Ending {
  const asked = batchOf(call, victims);
  const results = all.map(({ result }) => result);
  const left = victims.length - all.length;
  const failed = results.filter(result => isFailed(result, asked));
  if (call.context.io.signal.aborted && left > 0) {
    const ended = all.length - failed.length;
    printNotice(call, safe`Stopped: ${ended} deleted or gone, ${failed.length} not, ${left} not sent.`);
    return { code: 130 };
  }
  if (call.context.io.isClosed() && left > 0) {
    printNotice(call, safe`Nobody reads the output any more: ${left} deletes were not sent.`);
    return { code: 1 };
  }
  const isMany = victims.length > 1;
  // Of one, why it failed; of several, why the others were not begun.
  const failure = isMany && left === 0 ? undefined : failed.map(failureOf).at(-1);
  // Those that could not be read were reported before anything was sent.
  const isNew = failure !== undefined && victims.every(victim => victim.failure !== failure);
  if (isNew) call.context.io.writeError(failureText(failure, call.style.output));
  if (isMany && failed.length + left > 0)
    printNotice(call, safe`${failed.length + left} of ${victims.length} were not deleted.`);
  return { code: exitCodeOf(results, asked) };
}

/** The requests, not sent. */
async function printDryRun(call: ActionCall, victims: readonly DeleteTarget[]): Promise<Ending> {
  const { context, service, style } = call;
  const { operation } = call.action;
  const targets = victims.filter(({ failure }) => failure === undefined);
  const played = targets.map((victim): TargetResult => {
    const request = safe`${clean(operation.method)} ${requestPath(operation, victim.ref.ids)}`;
    return { victim, result: { end: 'played', request } };
  });
  const rows = played.map((ended): JsonObject => {
    const { ref } = ended.victim;
    const { header, value } = scopeOf(operation, service, ref.ids);
    const scope = `${header}: ${value}`;
    const url = `${service.baseUrl}${requestPath(operation, ref.ids)}`;
    return { method: operation.method, url, header: scope, ...printedResult(call, ended), scope };
  });
  const line = ({ method, url, header }: JsonObject): string => `${clean(`${method} ${url}  ${header}`)}\n`;
  const unread = unreadResults(victims);
  if (style.output === 'table') await context.io.write(rows.map(line).join(''));
  else {
    const printer = listPrinter({ io: context.io, resource: requestShape, style });
    await printer.add(rows);
    if (style.output !== 'name') await printer.add(unread.map(ended => printedResult(call, ended)));
    await printer.end();
  }
  if (style.output === 'table')
    await resultPrinter(call).add(unread.map(ended => printedResult(call, ended)));
  printNotice(call, safe`Dry run: nothing was sent but reads.`);
  const results = [...unread, ...played].map(({ result }) => result);
  return { code: exitCodeOf(results, batchOf(call, victims)) };
}

/**
 * Deletes records: each is read again, what will be hit is said, and only the right `--confirm` sends anything; one
 * request at a time, none twice, with a copy and the journal as in the explorer.
 */
async function confirmAndDelete(call: ActionCall): Promise<Ending> {
  const { context, service, values } = call;
  const { io } = context;
  const isRehearsal = service.writes === 'played';
  const refs = await refsOf(call, 'delete');
  if ('kind' in refs) return refs;
  const barred = writeProblem(service);
  if (barred !== undefined) return barred;
  const victims = await readTargets(call, refs);
  if ('failure' in victims) return victims.failure;
  const { ignoresMissing } = batchOf(call, victims);
  // A program is told by the failure, the requests of a dry run, or the results.
  const lines = isJsonOutput(call.style.output) ? [] : targetLines(call, victims);
  io.writeError(lines.map(line => `${line}\n`).join(''));
  for (const { failure } of victims)
    if (failure !== undefined && !(ignoresMissing && failure.kind === 'not-found'))
      io.writeError(failureText(failure, call.style.output));
  // Where nothing can be deleted nothing has to be confirmed.
  const isAsked = victims.some(({ failure }) => failure === undefined);
  const isDone = !isAsked || (isRehearsal && values['confirm'] === undefined);
  const problem = isDone ? undefined : await confirmProblem(call, victims);
  if (io.signal.aborted) return { kind: 'cancelled' };
  if (problem !== undefined) return { kind: 'unconfirmed', detail: problem };
  if (isRehearsal) return printDryRun(call, victims);
  return endingFor(call, victims, await sendDeletes(call, victims));
}

/** Runs the `delete` verb of a kind. */
export async function deleteRecords(call: KindCall): Promise<Ending> {
  const action = deleteAction(call.resource);
  return action === undefined ? { kind: 'bad-argument' } : confirmAndDelete({ ...call, action });
}
