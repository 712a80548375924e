import { targetWords } from '../deletion/results.ts';
import { type Failure, hasTrait } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { nameOf, type Ref } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { ActionCall, KindCall } from './context.ts';
import { readOne } from './get.ts';
import { twoAtATime } from './paginate.ts';

/** A record that is to be deleted, as it was read just now; `failure`: it could not be. */
export type DeleteTarget = {
  readonly ref: Ref;
  readonly id: string;
  /** Undefined where none can be read. */
  readonly record: JsonObject | undefined;
  readonly name: SafeText | undefined;
  readonly failure?: Failure;
};

/** So many are described one by one. */
const MAX_LINES = 20;

/** Reads again what is to be deleted; a failure that all would meet ends it. */
export async function readTargets(
  call: KindCall,
  refs: readonly Ref[],
): Promise<readonly DeleteTarget[] | { readonly failure: Failure }> {
  const { resource, context } = call;
  const own = ownIdName(resource);
  const unread = (ref: Ref): DeleteTarget => ({
    ref,
    id: ref.ids[own] ?? '',
    record: undefined,
    name: undefined,
  });
  if (resource.read === undefined) return refs.map(unread);
  const victims: DeleteTarget[] = [];
  for await (const [ref, answer] of twoAtATime(refs, each => readOne(call, each))) {
    if (!answer.ok && hasTrait(answer.failure, 'stops-reads')) return { failure: answer.failure };
    victims.push(
      answer.ok
        ? { ...unread(ref), record: answer.value, name: nameOf(resource, answer.value) }
        : { ...unread(ref), failure: answer.failure },
    );
    if (refs.length > 1) context.io.progress(safe`${victims.length} of ${refs.length} read`);
  }
  context.io.progress(undefined);
  return victims;
}

/** What is known of what will be hit, a line for each. */
export function targetLines(call: ActionCall, victims: readonly DeleteTarget[]): readonly SafeText[] {
  const { action, context } = call;
  const clock = { now: context.now(), exact: false };
  const facts = ({ record }: DeleteTarget): readonly SafeText[] =>
    record === undefined ? [] : action.notes.flatMap(({ one }) => one(record, clock)?.text ?? []);
  const targets = victims.filter(({ failure }) => failure === undefined);
  const lines = targets.slice(0, MAX_LINES).map(victim => {
    const said = joinSafe(facts(victim), ', ');
    return safe`  ${targetWords(victim.ref, victim.name)}${said === '' ? safe`` : safe`: ${said}`}`;
  });
  const more = targets.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...(targets.length === 0 ? [] : [safe`  ${clean(action.verb)}s ${action.consequence}`]),
  ];
}
