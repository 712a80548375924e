import { targetWords } from '../deletion/results.ts';
import { requestPath } from '../resources/record-ids.ts';
import type { Action } from '../resources/resource.ts';
import { clean, safe } from '../text/sanitise.ts';
import { type ActionTarget, readTargets, targetLines } from './action-targets.ts';
import { confirmProblem } from './confirm.ts';
import { type ActionCall, done, type Ending, type KindCall, writeProblem } from './shared/context.ts';
import { refsOf } from './shared/ids.ts';

/** Sends the request of an action for each record, one after the other, until one fails. */
async function sendActions(call: ActionCall, targets: readonly ActionTarget[]): Promise<Ending> {
  const { action, context, service } = call;
  const { verb, operation } = action;
  for (const { ref, name } of targets) {
    if (context.io.signal.aborted) return { kind: 'cancelled' };
    const outcome = await service.client.send(operation, ref.ids);
    const request = safe`${clean(operation.method)} ${requestPath(operation, ref.ids)}`;
    if (!outcome.ok && outcome.failure.kind !== 'dry-run') return outcome.failure;
    const line = outcome.ok ? safe`${clean(verb)}: ${targetWords(ref, name)}` : safe`dry run: ${request}`;
    await context.io.write(`${line}\n`);
  }
  return done;
}

/**
 * Runs an action that has no code of its own. Like a delete it re-reads each record, shows the targets, and
 * requires the right `--confirm`.
 */
export async function runAction(kindCall: KindCall, action: Action): Promise<Ending> {
  const call = { ...kindCall, action };
  const { context, service, values } = call;
  const refs = await refsOf(call, action.verb);
  if ('kind' in refs) return refs;
  const problem = writeProblem(service);
  if (problem !== undefined) return problem;
  const targets = await readTargets(call, refs);
  if ('failure' in targets) return targets.failure;
  const failure = targets.find(target => target.failure !== undefined)?.failure;
  if (failure !== undefined) return failure;
  context.io.writeError(
    targetLines(call, targets)
      .map(line => `${line}\n`)
      .join(''),
  );
  const isDryRun = service.writes === 'dry-run' && values['confirm'] === undefined;
  const unconfirmed = isDryRun ? undefined : await confirmProblem(call, targets);
  if (context.io.signal.aborted) return { kind: 'cancelled' };
  return unconfirmed === undefined
    ? sendActions(call, targets)
    : { kind: 'unconfirmed', detail: unconfirmed };
}
