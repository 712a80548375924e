import { sendEach } from '../api/limiter.ts';
import { LOOK_MS, secondLookProblem } from '../deletion/confirmation.ts';
import { targetWords } from '../deletion/results.ts';
import { type Failure, hasTrait } from '../failure.ts';
import { nameOf, ownIdName, type RecordAction, requestPath } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type ActionTarget, confirmProblem } from './confirm.ts';
import { type ActionCall, changeProblem, done, type Ending, type KindCall } from './shared/context.ts';
import { failureText, isJsonOutput } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import type { TypedRef } from './shared/names.ts';
import { readOne } from './shared/reads.ts';

const MAX_LINES = 20;

/** Re-reads the records to change. Stops at a failure that all reads would meet. */
async function readTargets(
  call: ActionCall,
  refs: readonly TypedRef[],
): Promise<readonly ActionTarget[] | Failure> {
  const { resource, context, service } = call;
  const own = ownIdName(resource);
  const withoutRecord = (ref: TypedRef): ActionTarget => ({
    ref,
    id: ref.ids[own] ?? '',
    record: undefined,
    name: undefined,
  });
  if (resource.read === undefined) return refs.map(withoutRecord);
  const targets: ActionTarget[] = [];
  for await (const [ref, outcome] of sendEach(refs, each => readOne(call, each), service.client.limit)) {
    if (!outcome.ok && hasTrait(outcome.failure, 'stops-reads')) return outcome.failure;
    targets.push(
      outcome.ok
        ? { ...withoutRecord(ref), record: outcome.value, name: nameOf(resource, outcome.value) }
        : { ...withoutRecord(ref), failure: outcome.failure },
    );
    if (refs.length > 1) context.io.progress(safe`${targets.length} of ${refs.length} loaded`);
  }
  context.io.progress(undefined);
  return targets;
}

function targetLines({ action, context }: ActionCall, targets: readonly ActionTarget[]): readonly SafeText[] {
  const clock = { now: context.now(), exact: false };
  const lines = targets.slice(0, MAX_LINES).map(({ ref, name, record }) => {
    const notes =
      record === undefined ? [] : action.notes.flatMap(({ one }) => one(record, clock)?.text ?? []);
    return safe`  ${targetWords(ref, name)}${notes.length === 0 ? safe`` : safe`: ${joinSafe(notes, ', ')}`}`;
  });
  const more = targets.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...(targets.length === 0 ? [] : [safe`  ${clean(action.verb)}s ${action.consequence}`]),
  ];
}

export const isReadable = ({ failure }: ActionTarget): boolean => failure === undefined;

function showTargets(call: ActionCall, targets: readonly ActionTarget[]): void {
  const { io } = call.context;
  const { output } = call.style;
  // Programs read the failure, the requests of a dry run, or the results instead.
  const lines = isJsonOutput(output) ? [] : targetLines(call, targets.filter(isReadable));
  io.writeError(lines.map(line => `${line}\n`).join(''));
  for (const { failure } of targets)
    if (failure !== undefined && !(call.values['ignoreMissing'] === true && failure.kind === 'not-found'))
      io.writeError(failureText(failure, output));
}

/**
 * Returns the targets once they are confirmed, or why they are not. After a slow answer at the prompt they
 * are read again, and whatever has changed is shown and confirmed anew. `isWhole`: a target that cannot be
 * read ends it, also then.
 */
async function confirmed(
  call: ActionCall,
  targets: readonly ActionTarget[],
  isWhole: boolean,
): Promise<readonly ActionTarget[] | Failure> {
  const unread = isWhole ? targets.find(target => !isReadable(target))?.failure : undefined;
  if (unread !== undefined) return unread;
  const { context, service, values, resource } = call;
  const shownAt = context.now();
  showTargets(call, targets);
  const isAsked = values['confirm'] === undefined;
  // Without a target that could be read there is nothing to confirm.
  if (!targets.some(isReadable) || (service.writes === 'dry-run' && isAsked)) return targets;
  const problem = await confirmProblem(call, targets);
  if (context.io.signal.aborted) return { kind: 'cancelled' };
  if (problem !== undefined) return { kind: 'unconfirmed', detail: problem };
  if (!isAsked || resource.read === undefined || context.now() - shownAt <= LOOK_MS) return targets;
  const again = await readTargets(
    call,
    targets.map(({ ref }) => ref),
  );
  if ('kind' in again) return again;
  const change = secondLookProblem(
    targets.filter(isReadable).map(({ ref, record }) => ({
      before: record,
      after: again.find(each => each.ref === ref)?.record,
    })),
  );
  if (change === undefined) return again;
  context.io.writeError(`botscope: ${change}\n`);
  return confirmed(call, again, isWhole);
}

/**
 * Re-reads the records that the words name, shows them, and requires the right `--confirm`. Returns them, or
 * why nothing may be sent. `isWhole`: one that cannot be read ends it.
 */
export async function confirmedTargets(
  call: ActionCall,
  { isWhole }: { readonly isWhole: boolean },
): Promise<readonly ActionTarget[] | Failure> {
  const refs = await refsOf(call, call.action.verb);
  if ('kind' in refs) return refs;
  const forbidden = changeProblem(call.service);
  if (forbidden !== undefined) return forbidden;
  const targets = await readTargets(call, refs);
  return 'kind' in targets ? targets : confirmed(call, targets, isWhole);
}

/** Runs an action that has no code of its own: for one record after the other, until one request fails. */
export async function runAction(call: KindCall, action: RecordAction): Promise<Ending> {
  const { context, service } = call;
  const { verb, operation } = action;
  const targets = await confirmedTargets({ ...call, action }, { isWhole: true });
  if ('kind' in targets) return targets;
  for (const { ref, name } of targets) {
    if (context.io.signal.aborted) return { kind: 'cancelled' };
    const outcome = await service.client.send(operation, ref.ids);
    if (!outcome.ok && outcome.failure.kind !== 'dry-run') return outcome.failure;
    const request = safe`${clean(operation.method)} ${requestPath(operation, ref.ids)}`;
    const line = outcome.ok ? safe`${clean(verb)}: ${targetWords(ref, name)}` : safe`dry run: ${request}`;
    await context.io.write(`${line}\n`);
  }
  return done;
}
