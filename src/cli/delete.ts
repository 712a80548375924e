import { scopeOf } from '../api/request.ts';
import { type DeleteContext, type DeleteResult, deleteMany, recordUnsent } from '../deletion/delete.ts';
import {
  type DeleteBatch,
  deletion,
  exitCodeOf,
  failedReadResult,
  failureOf,
  isFailed,
  isGone,
  isStopped,
  resultRecord,
  resultWords,
  simulatedDelete,
  targetWords,
} from '../deletion/results.ts';
import type { JsonObject } from '../json/json.ts';
import { deleteAction, requestPath } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { type ActionTarget, confirmedTargets, isReadable } from './action.ts';
import type { ActionCall, CommandCall, Ending, KindCall } from './shared/context.ts';
import { failureText } from './shared/errors.ts';
import { listPrinter, type Printer } from './shared/output.ts';

const printNotice = ({ context: { io } }: CommandCall, text: SafeText): void =>
  io.writeError(`botscope: ${text}\n`);

type TargetResult = { readonly target: ActionTarget; readonly result: DeleteResult };

const batchOf = ({ values }: CommandCall, targets: readonly ActionTarget[]): DeleteBatch => ({
  count: targets.length,
  ignoresMissing: values['ignoreMissing'] === true,
});

const printedResult = (
  { context }: CommandCall,
  { target: { ref, name }, result }: TargetResult,
): JsonObject => resultRecord({ ref, name }, result, context.now());

/** Returns a result in words. The reason of a failed read, or of the only delete, is on standard error. */
function lineWords(call: CommandCall, ended: TargetResult, isOnly: boolean): SafeText {
  const { target, result } = ended;
  const what = targetWords(target.ref, target.name);
  const words = resultWords(result, { kind: target.ref.kind, what });
  if (isOnly) return words;
  return target.failure === undefined
    ? clean(`${printedResult(call, ended)['message']}`)
    : safe`${what}: ${words}`;
}

type ResultPrinter = Pick<Printer, 'end'> & {
  readonly add: (all: readonly TargetResult[]) => Promise<boolean>;
};

/** Creates the printer of results. Lines for people are written without delaying the next delete. */
function resultPrinter(call: KindCall, targets: readonly ActionTarget[]): ResultPrinter {
  const { context, style } = call;
  if (style.output !== 'table') {
    const { add, end } = listPrinter({ io: context.io, resource: deletion, style });
    return { add: all => add(all.map(ended => printedResult(call, ended))), end };
  }
  const line = (ended: TargetResult): string =>
    `${clean(ended.result.end.padEnd(12))}${lineWords(call, ended, targets.length === 1)}\n`;
  return { add: all => context.io.write(all.map(line).join('')), end: () => Promise.resolve() };
}

const failedReadResults = (targets: readonly ActionTarget[]): readonly TargetResult[] =>
  targets.flatMap(target =>
    target.failure === undefined ? [] : [{ target, result: failedReadResult(target.failure) }],
  );

async function sendDeletes(
  call: KindCall,
  targets: readonly ActionTarget[],
): Promise<readonly TargetResult[]> {
  const { context, service, resource, style } = call;
  const { io, now } = context;
  const { client, deleteStorage } = service;
  const printer = resultPrinter(call, targets);
  let printing: Promise<unknown> = Promise.resolve();
  const all: TargetResult[] = [];
  const settle = (ended: TargetResult): void => {
    all.push(ended);
    if (style.output === 'name' && !isGone(ended.result)) return;
    printing = printing.then(() => printer.add([ended]));
  };
  failedReadResults(targets).forEach(settle);
  const readable = targets.filter(isReadable);
  const { read } = resource;
  const deleteContext: DeleteContext = {
    ...deleteStorage,
    client,
    now,
    waitSignal: io.signal,
    // Re-reads a record after a lost response. Not aborted by Ctrl-C: the outcome must be recorded.
    readAgain: async ref =>
      read === undefined ? { ok: false, failure: { kind: 'no-connection' } } : client.send(read, ref.ids),
  };
  const results = await deleteMany(
    readable.map(({ ref, record }) => ({ ref, record })),
    deleteContext,
    {
      isStopped: async () => {
        // Waits one turn: the event that nobody reads the output arrives in it.
        await new Promise(resolve => setImmediate(resolve));
        return io.signal.aborted || io.isClosed();
      },
      onBegin: at => io.progress(safe`${at + 1} of ${readable.length}: deleting`),
      onResult: (at, result) => {
        io.progress(undefined);
        const target = readable[at];
        // A delete stopped before it was sent counts as not started.
        if (target !== undefined && !isStopped(result)) settle({ target, result });
      },
    },
  );
  io.progress(undefined);
  if (io.isClosed()) recordUnsent(readable.slice(results.length), deleteContext);
  await printing;
  const left = targets.length - all.length;
  await printer.end(left === 0 ? undefined : safe`${counted(left, safe`was`, safe`were`)} not started.`);
  return all;
}

function endingFor(call: KindCall, targets: readonly ActionTarget[], all: readonly TargetResult[]): Ending {
  const batch = batchOf(call, targets);
  const results = all.map(({ result }) => result);
  const left = targets.length - all.length;
  const failed = results.filter(result => isFailed(result, batch));
  if (call.context.io.signal.aborted && left > 0) {
    const ended = all.length - failed.length;
    printNotice(call, safe`Stopped: ${ended} deleted or gone, ${failed.length} failed, ${left} not sent.`);
    return { code: 130 };
  }
  if (call.context.io.isClosed() && left > 0) {
    printNotice(
      call,
      safe`The output was closed: ${counted(left, safe`delete was`, safe`deletes were`)} not sent.`,
    );
    return { code: 1 };
  }
  const isMany = targets.length > 1;
  // The failure of a single delete; of a batch that stopped, the failure that stopped it.
  const failure = isMany && left === 0 ? undefined : failed.map(failureOf).at(-1);
  // Failures of re-reads were printed before anything was sent.
  const isNew = failure !== undefined && targets.every(target => target.failure !== failure);
  if (isNew) call.context.io.writeError(failureText(failure, call.style.output));
  const notDeleted = failed.length + left;
  if (isMany && notDeleted > 0) {
    const verb = notDeleted === 1 ? safe`was` : safe`were`;
    printNotice(call, safe`${notDeleted} of ${targets.length} ${verb} not deleted.`);
  }
  return { code: exitCodeOf(results, batch) };
}

async function printDryRun(call: ActionCall, targets: readonly ActionTarget[]): Promise<Ending> {
  const { context, service, style } = call;
  const { operation } = call.action;
  const readable = targets.filter(isReadable);
  const simulated = readable.map((target): TargetResult => {
    const request = safe`${clean(operation.method)} ${requestPath(operation, target.ref.ids)}`;
    return { target, result: { end: 'played', request } };
  });
  const rows = simulated.map((ended): JsonObject => {
    const { ref } = ended.target;
    const { header, value } = scopeOf(operation, service, ref.ids);
    const scope = `${header}: ${value}`;
    const url = `${service.baseUrl}${requestPath(operation, ref.ids)}`;
    return { method: operation.method, url, header: scope, ...printedResult(call, ended), scope };
  });
  const line = ({ method, url, header }: JsonObject): string => `${clean(`${method} ${url}  ${header}`)}\n`;
  const failedReads = failedReadResults(targets);
  if (style.output === 'table') await context.io.write(rows.map(line).join(''));
  else {
    const printer = listPrinter({ io: context.io, resource: simulatedDelete, style });
    await printer.add(rows);
    if (style.output !== 'name') await printer.add(failedReads.map(ended => printedResult(call, ended)));
    await printer.end();
  }
  if (style.output === 'table') await resultPrinter(call, targets).add(failedReads);
  printNotice(call, safe`Dry run: only reads were sent.`);
  const results = [...failedReads, ...simulated].map(({ result }) => result);
  return { code: exitCodeOf(results, batchOf(call, targets)) };
}

/**
 * Deletes records. Re-reads each one, shows the targets, and requires the right `--confirm`. Then sends one
 * request at a time, none twice, with backup and journal as in the explorer.
 */
export async function deleteRecords(kindCall: KindCall): Promise<Ending> {
  const action = deleteAction(kindCall.resource);
  if (action === undefined) return { kind: 'bad-argument' };
  const call = { ...kindCall, action };
  const targets = await confirmedTargets(call, { isWhole: false });
  if ('kind' in targets) return targets;
  if (call.context.io.signal.aborted) return { kind: 'cancelled' };
  if (call.service.writes === 'dry-run') return printDryRun(call, targets);
  return endingFor(call, targets, await sendDeletes(call, targets));
}
