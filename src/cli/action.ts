import { targetWords } from '../deletion/results.ts';
import { requestPath } from '../resources/record-ids.ts';
import type { Action } from '../resources/resource.ts';
import { clean, safe } from '../text/sanitise.ts';
import { confirmProblem } from './confirm.ts';
import { type ActionCall, done, type Ending, type KindCall, writeProblem } from './context.ts';
import { type DeleteTarget, readTargets, targetLines } from './delete-targets.ts';
import { refsOf } from './ids.ts';

/** Sends the request of an action for each record, one after another. The first failure ends it. */
async function sendActions(call: ActionCall, targets: readonly DeleteTarget[]): Promise<Ending> {
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
 * Runs an action that is described by its kind and has no code of its own. Like a delete it reads each record again,
 * lists them, and sends nothing before `--confirm` has the name of the record or the number of records.
 */
export async function runAction(kindCall: KindCall, action: Action): Promise<Ending> {
  const call = { ...kindCall, action };
  const { context, service, values } = call;
  const refs = await refsOf(call, action.verb);
  if ('kind' in refs) return refs;
  const refused = writeProblem(service);
  if (refused !== undefined) return refused;
  const targets = await readTargets(call, refs);
  if ('failure' in targets) return targets.failure;
  const unread = targets.find(({ failure }) => failure !== undefined)?.failure;
  if (unread !== undefined) return unread;
  context.io.writeError(
    targetLines(call, targets)
      .map(line => `${line}\n`)
      .join(''),
  );
  const isDryRun = service.writes === 'played' && values['confirm'] === undefined;
  const problem = isDryRun ? undefined : await confirmProblem(call, targets);
  return problem === undefined ? sendActions(call, targets) : { kind: 'unconfirmed', detail: problem };
}
