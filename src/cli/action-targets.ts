import { sendEach } from '../api/send-each.ts';
import { targetWords } from '../deletion/results.ts';
import { type Failure, hasTrait } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { nameOf } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { ActionCall, KindCall } from './shared/context.ts';
import type { TypedRef } from './shared/names.ts';
import { readOne } from './shared/reads.ts';

/** A record to delete or otherwise change, re-read just now. `failure`: it could not be read. */
export type ActionTarget = {
  readonly ref: TypedRef;
  readonly id: string;
  /** Undefined if the API cannot read the kind. */
  readonly record: JsonObject | undefined;
  readonly name: SafeText | undefined;
  readonly failure?: Failure;
};

/** Limit of the targets described one by one. */
const MAX_LINES = 20;

/** Re-reads the records to change. Stops at a failure that all reads would meet. */
export async function readTargets(
  call: KindCall,
  refs: readonly TypedRef[],
): Promise<readonly ActionTarget[] | { readonly failure: Failure }> {
  const { resource, context } = call;
  const own = ownIdName(resource);
  const withoutRecord = (ref: TypedRef): ActionTarget => ({
    ref,
    id: ref.ids[own] ?? '',
    record: undefined,
    name: undefined,
  });
  if (resource.read === undefined) return refs.map(withoutRecord);
  const targets: ActionTarget[] = [];
  for await (const [ref, outcome] of sendEach(refs, each => readOne(call, each), call.service.client.limit)) {
    if (!outcome.ok && hasTrait(outcome.failure, 'stops-reads')) return { failure: outcome.failure };
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

/** Describes the targets, one line each, and the consequence of the action. */
export function targetLines(call: ActionCall, targets: readonly ActionTarget[]): readonly SafeText[] {
  const { action, context } = call;
  const clock = { now: context.now(), exact: false };
  const facts = ({ record }: ActionTarget): readonly SafeText[] =>
    record === undefined ? [] : action.notes.flatMap(({ one }) => one(record, clock)?.text ?? []);
  const readable = targets.filter(({ failure }) => failure === undefined);
  const lines = readable.slice(0, MAX_LINES).map(target => {
    const notes = joinSafe(facts(target), ', ');
    return safe`  ${targetWords(target.ref, target.name)}${notes === '' ? safe`` : safe`: ${notes}`}`;
  });
  const more = readable.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...(readable.length === 0 ? [] : [safe`  ${clean(action.verb)}s ${action.consequence}`]),
  ];
}
