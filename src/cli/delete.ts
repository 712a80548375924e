import { scopeOf } from '../api/request.ts';
import {
  type DeleteContext,
  type DeleteResult,
  deleteMany,
  NOT_STARTED,
  recordUnsent,
} from '../deletion/delete.ts';
import {
  deletion,
  exitCodeOf,
  failedReadResult,
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
import type { ActionCall, Ending, KindCall } from './shared/context.ts';
import { failureText } from './shared/errors.ts';
import { listPrinter } from './shared/output.ts';

const printNotice = ({ context: { io } }: ActionCall, text: SafeText) => io.writeError(`botscope: ${text}\n`);

type TargetResult = Readonly<{ target: ActionTarget; result: DeleteResult }>;

const ignoresMissing = ({ values }: ActionCall) => values['ignoreMissing'] === true;

function printedResult(
  { action: { operation }, context, service }: ActionCall,
  { target: { ref, name }, result }: TargetResult,
): JsonObject {
  const record = resultRecord({ ref, name }, result, context.now());
  if (result.end !== 'played') return record;
  const { header, value } = scopeOf(operation, service, ref.ids);
  const scope = `${header}: ${value}`;
  const url = `${service.baseUrl}${requestPath(operation, ref.ids)}`;
  return { method: operation.method, url, header: scope, ...record, scope };
}

/** The reason of a failed read, or of the only delete, is on standard error. */
function resultLine(call: ActionCall, ended: TargetResult, isOnly: boolean) {
  const { target, result } = ended;
  const { ref, name, failure } = target;
  const { method, url, header, message } = printedResult(call, ended);
  if (result.end === 'played') return `${clean(`${method} ${url}  ${header}`)}\n`;
  const what = targetWords(ref, name);
  const words = resultWords(result, { kind: ref.kind, what });
  const isNamed = failure === undefined && result.end !== 'unsent';
  const whole = isNamed ? clean(`${message}`) : safe`${what}: ${words}`;
  return `${clean(result.end.padEnd(12))}${isOnly ? words : whole}\n`;
}

/** Lines for people are written without delaying the next delete. */
function resultPrinter(call: ActionCall, targets: readonly ActionTarget[], resource = deletion) {
  const { context, style } = call;
  if (style.output === 'table')
    return {
      add: (all: readonly TargetResult[]) =>
        context.io.write(all.map(ended => resultLine(call, ended, targets.length === 1)).join('')),
      end: () => Promise.resolve(),
    };
  // `-o name` prints what is gone, `-o id` what was tried.
  const isPrinted = ({ result }: TargetResult) =>
    style.output === 'name'
      ? isGone(result) || result.end === 'played'
      : style.output !== 'id' || !isStopped(result);
  const { add, end } = listPrinter({ ...call, resource });
  return {
    add: (all: readonly TargetResult[]) =>
      add(all.filter(isPrinted).map(ended => printedResult(call, ended))),
    end,
  };
}

const failedReadResults = (targets: readonly ActionTarget[]): readonly TargetResult[] =>
  targets.flatMap(target =>
    target.failure === undefined ? [] : [{ target, result: failedReadResult(target.failure) }],
  );

async function sendDeletes(call: ActionCall, targets: readonly ActionTarget[]) {
  const { context, service, resource } = call;
  const { io, now } = context;
  const { client, deleteStorage } = service;
  const printer = resultPrinter(call, targets);
  let printing: Promise<unknown> = Promise.resolve();
  const all: TargetResult[] = [];
  const settle = (ended: TargetResult) => {
    all.push(ended);
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
    onWait: ms => io.progress(safe`waiting ${Math.ceil(ms / 1000)} s, as the server asks`),
    onSend: () => io.progress(safe`${all.length + 1} of ${targets.length}: deleting`),
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
      onResult: (at, result) => {
        io.progress(undefined);
        const target = readable[at];
        if (target !== undefined) settle({ target, result });
      },
    },
  );
  io.progress(undefined);
  const unsent = readable.slice(results.length);
  recordUnsent(unsent, deleteContext);
  for (const target of unsent) settle({ target, result: NOT_STARTED });
  await printing;
  const left = all.filter(({ result }) => isStopped(result)).length;
  await printer.end(left === 0 ? undefined : safe`${counted(left, safe`was`, safe`were`)} not started.`);
  return all;
}

function endingFor(call: ActionCall, targets: readonly ActionTarget[], all: readonly TargetResult[]): Ending {
  const results = all.map(({ result }) => result);
  const settled = results.filter(result => !isStopped(result));
  const left = targets.length - settled.length;
  const failed = settled.filter(result => isFailed(result, ignoresMissing(call)));
  if (call.context.io.signal.aborted && left > 0) {
    const ended = settled.length - failed.length;
    printNotice(call, safe`Stopped: ${ended} deleted or gone, ${failed.length} failed, ${left} not sent.`);
    return { code: 130 };
  }
  if (call.context.io.isClosed() && left > 0) {
    const unsent = counted(left, safe`delete was`, safe`deletes were`);
    printNotice(call, safe`The output was closed: ${unsent} not sent.`);
    return { code: 1 };
  }
  const isMany = targets.length > 1;
  // Of a batch only the failure that stopped it.
  const failure = isMany && left === 0 ? undefined : failed.at(-1)?.failure;
  // Failures of re-reads were printed before anything was sent.
  const isNew = failure !== undefined && targets.every(target => target.failure !== failure);
  if (isNew) call.context.io.writeError(failureText(failure, call.style.output));
  const notDeleted = failed.length + left;
  if (isMany && notDeleted > 0) {
    const verb = notDeleted === 1 ? safe`was` : safe`were`;
    printNotice(call, safe`${notDeleted} of ${targets.length} ${verb} not deleted.`);
  }
  return { code: exitCodeOf(results, ignoresMissing(call)) };
}

async function printDryRun(call: ActionCall, targets: readonly ActionTarget[]): Promise<Ending> {
  const { operation } = call.action;
  const simulated = targets.filter(isReadable).map((target): TargetResult => {
    const request = safe`${clean(operation.method)} ${requestPath(operation, target.ref.ids)}`;
    return { target, result: { end: 'played', request } };
  });
  const all = [...simulated, ...failedReadResults(targets)];
  const printer = resultPrinter(call, targets, simulatedDelete);
  await printer.add(all);
  await printer.end();
  printNotice(call, safe`Dry run: only reads were sent.`);
  const results = all.map(({ result }) => result);
  return { code: exitCodeOf(results, ignoresMissing(call)) };
}

/** Sends one request at a time, none twice, with backup and journal as in the explorer. */
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
