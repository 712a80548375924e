import type { JsonObject } from '../api/json.ts';
import { scopeOf } from '../api/request.ts';
import { deleteMany } from '../deleting/delete-many.ts';
import type { Result } from '../deleting/delete-one.ts';
import { told } from '../deleting/words.ts';
import { explain, type Failure } from '../failure.ts';
import { requestPath } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Call, done, type Ending, type KindCall, type Service } from './call.ts';
import { confirmProblem } from './confirming.ts';
import { failureLine, failureText, saysJson } from './failing.ts';
import { refsOf } from './given-ids.ts';
import { requestShape, resultShape } from './kept-shapes.ts';
import { listPrinter, type Printer } from './printing.ts';
import { readVictims, type Victim, victimLines, victimWords } from './victims.ts';

const say = ({ setting: { io } }: Call, text: SafeText): void => io.writeError(`botscope: ${text}\n`);

/** How it ended for one of them; what was not begun is not there. */
type Ended = { readonly victim: Victim; readonly result: Result };

const isGone = ({ result: { end } }: Ended): boolean => end === 'deleted' || end === 'gone';

const failureOf = ({ result }: Ended): Failure | undefined =>
  'failure' in result ? result.failure : undefined;

/** A result as a record to be printed. */
function printedResult(call: KindCall, ended: Ended): JsonObject {
  const { victim, result } = ended;
  const failure = failureOf(ended);
  const status = failure?.sent?.status;
  const words = told(result, victimWords(call, victim)).words;
  return {
    result: result.end,
    kind: victim.ref.kind,
    id: victim.id,
    name: victim.name ?? null,
    status: status ?? null,
    message: failure === undefined || isGone(ended) ? words : `${words} ${failureLine(failure)}`,
  };
}

/** Prints results as they come: for people a line each, which the next delete does not wait for. */
function resultPrinter(call: KindCall): Printer {
  const { setting, style } = call;
  if (style.output !== 'table') return listPrinter({ io: setting.io, resource: resultShape, style });
  const line = ({ result, message }: JsonObject): string =>
    `${clean(`${result}`.padEnd(12))}${clean(`${message}`)}\n`;
  return { add: records => setting.io.write(records.map(line).join('')), end: () => Promise.resolve() };
}

/** What was read before a delete and is not there any more, or could not be read: no request is sent for it. */
function unsent({ failure }: Victim): Result | undefined {
  if (failure === undefined) return undefined;
  return failure.kind === 'not-found' ? { end: 'gone', failure } : { end: 'unsent', failure };
}

async function send(call: KindCall, victims: readonly Victim[]): Promise<readonly Ended[]> {
  const { setting, service, resource, style } = call;
  const { io, now } = setting;
  const { client, keeping } = service;
  const printer = resultPrinter(call);
  let printing: Promise<unknown> = Promise.resolve();
  const all: Ended[] = [];
  const settle = (ended: Ended): void => {
    all.push(ended);
    if (style.output === 'name' && !isGone(ended)) return;
    printing = printing.then(() => printer.add([printedResult(call, ended)]));
  };
  for (const victim of victims) {
    const result = unsent(victim);
    if (result !== undefined) settle({ victim, result });
  }
  const targets = victims.filter(({ failure }) => failure === undefined);
  const { read } = resource;
  await deleteMany(
    targets.map(({ ref, record }) => ({ ref, record })),
    {
      ...keeping,
      client,
      now,
      // After a lost answer it is read again, also when somebody has pressed ctrl+c meanwhile.
      readAgain: async ref =>
        read === undefined ? { ok: false, failure: { kind: 'no-connection' } } : client.send(read, ref.ids),
    },
    {
      isStopped: () => io.signal.aborted,
      onBegin: at => io.progress(safe`${at + 1} of ${targets.length}: deleting`),
      onResult: (at, result) => {
        io.progress(undefined);
        const victim = targets[at];
        if (victim !== undefined) settle({ victim, result });
      },
    },
  );
  io.progress(undefined);
  await printing;
  await printer.end();
  return all;
}

/** The exit code, and what is left to say. */
function endingFor(call: KindCall, victims: readonly Victim[], all: readonly Ended[]): Ending {
  const left = victims.length - all.length;
  const failed = all.filter(ended => !isGone(ended));
  if (call.setting.io.signal.aborted && left > 0) {
    say(
      call,
      safe`Stopped: ${all.length - failed.length} deleted or gone, ${failed.length} not, ${left} not sent.`,
    );
    return { code: 130 };
  }
  const [first] = failed;
  if (first === undefined && left === 0) return done;
  if (victims.length > 1 || first === undefined) {
    const failure = left === 0 ? undefined : failed.map(failureOf).at(-1);
    // What would have met the others as well.
    if (failure !== undefined) call.setting.io.writeError(failureText(failure, call.style.output));
    say(call, safe`${failed.length + left} of ${victims.length} were not deleted.`);
    return { code: 1 };
  }
  const failure = failureOf(first);
  if (failure === undefined) return { code: 1 };
  // What is known of this delete is in its result; here is only why.
  call.setting.io.writeError(failureText(failure, call.style.output));
  return { code: explain(failure).exitCode };
}

/** The requests, not sent. */
async function rehearse(call: KindCall, victims: readonly Victim[]): Promise<Ending> {
  const { setting, service, resource, style } = call;
  const operation = resource.remove?.operation;
  if (operation === undefined) return done;
  const targets = victims.filter(({ failure }) => failure === undefined);
  const rows = targets.map(({ ref, id, name }): JsonObject => {
    const { header, value } = scopeOf(operation, service, ref.ids);
    return {
      method: operation.method,
      url: `${service.baseUrl}${requestPath(operation, ref.ids)}`,
      header: `${header}: ${value}`,
      id,
      name: name ?? null,
    };
  });
  const line = ({ method, url, header }: JsonObject): string => `${clean(`${method} ${url}  ${header}`)}\n`;
  if (style.output === 'table') await setting.io.write(rows.map(line).join(''));
  else {
    const printer = listPrinter({ io: setting.io, resource: requestShape, style });
    await printer.add(rows);
    await printer.end();
  }
  say(call, safe`Dry run: nothing was sent but reads.`);
  return done;
}

/** Why nothing may be deleted here; a rehearsal deletes nothing. */
function barredBy({ readOnly, readOnlyBy: by, writes }: Service): Failure | undefined {
  if (writes === 'played') return undefined;
  if (readOnly) return { kind: 'read-only', ...(by === undefined ? {} : { by }) };
  return writes === 'locked' ? { kind: 'locked' } : undefined;
}

/**
 * Deletes records: each is read again, what will be hit is said, and only the right `--confirm` sends anything; one
 * request at a time, none twice, with a copy and the journal as in the explorer.
 */
export async function remove(call: KindCall): Promise<Ending> {
  const { setting, service, values } = call;
  const { io } = setting;
  const isRehearsal = service.writes === 'played';
  const refs = await refsOf(call, 'delete');
  if ('kind' in refs) return refs;
  const barred = barredBy(service);
  if (barred !== undefined) return barred;
  const victims = await readVictims(call, refs);
  if ('failure' in victims) return victims.failure;
  const [only] = victims;
  if (victims.length === 1 && only?.failure !== undefined) return only.failure;
  // A program is told by the failure, the requests of a dry run, or the results.
  const lines = saysJson(call.style.output) ? [] : victimLines(call, victims);
  io.writeError(lines.map(line => `${line}\n`).join(''));
  for (const { failure } of victims)
    if (failure !== undefined) io.writeError(failureText(failure, call.style.output));
  const problem =
    isRehearsal && values['confirm'] === undefined ? undefined : await confirmProblem(call, victims);
  if (io.signal.aborted) return { kind: 'cancelled' };
  if (problem !== undefined) return { kind: 'unconfirmed', detail: problem };
  if (isRehearsal) return rehearse(call, victims);
  return endingFor(call, victims, await send(call, victims));
}
