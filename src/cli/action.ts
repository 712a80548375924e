import { idEnd, LOOK_MS, secondLookProblem, typeableName } from '../deletion/confirmation.ts';
import { targetWords } from '../deletion/results.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { refId } from '../resources/registry.ts';
import { nameOf, ownId, type RecordAction, rawName, requestPath } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { shellWord } from '../text/words.ts';
import { type ActionCall, done, type Ending, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { failureText, isJsonOutput } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import { pagesOf } from './shared/paginate.ts';
import { readRecords, stopsReads, type TypedRef } from './shared/reads.ts';

export type ActionTarget = Readonly<{
  ref: TypedRef;
  record?: JsonObject;
  name?: SafeText;
  failure?: Failure;
}>;

const MAX_PAGES = 50;

/** Kinds without a documented list count as unique, because nothing can be listed. */
async function nameUniqueness(call: KindCall, { ref }: ActionTarget, name: string) {
  const { resource, service } = call;
  const { list } = resource;
  if (list === undefined || list.isUndocumented === true) return 'unique';
  const request = { client: service.client, ids: ref.ids, options: readOptions(call) };
  let pages = 0;
  for await (const step of pagesOf(list, request)) {
    if (step.kind !== 'page' || pages++ >= MAX_PAGES) return 'unknown';
    if (step.items.some(item => rawName(resource, item) === name && ownId(item) !== refId(ref)))
      return 'shared';
  }
  return 'unique';
}

/** Of several records only if names chose them. */
function repeatedIds({ values }: ActionCall, targets: readonly ActionTarget[]): readonly string[] {
  const [first, ...others] = targets;
  if (values['stdin'] === true || first === undefined) return [];
  if (others.length === 0) return Object.values(first.ref.ids);
  return targets.some(({ ref }) => ref.isByName) ? targets.map(({ ref }) => refId(ref)) : [];
}

function confirmHint(call: ActionCall, targets: readonly ActionTarget[], confirmation: string): SafeText {
  const { action, resource, service, values } = call;
  const { unlock } = values;
  const isDry = service.writes === 'dry-run';
  const ids = repeatedIds(call, targets).map(shellWord);
  const words = [
    'botscope',
    ...service.serverFlags.map(shellWord),
    nounOf(resource),
    action.verb,
    ...(ids.length === 0 ? ['…'] : ids),
    ...(typeof unlock === 'string' ? ['--unlock', shellWord(unlock)] : []),
    ...(isDry ? ['--dry-run'] : []),
    '--confirm',
    shellWord(confirmation),
  ];
  const what = targets.length > 1 ? safe`them` : safe`it`;
  return safe`To ${isDry ? safe`simulate` : clean(action.verb)} ${what}, run: ${clean(words.join(' '))}`;
}

const canPrompt = ({ values, style, context }: ActionCall) =>
  values['stdin'] !== true && !isJsonOutput(style.output) && context.io.canPrompt();

const NOT_CONFIRMED = safe`That does not confirm it. `;

async function countProblem(call: ActionCall, targets: readonly ActionTarget[]) {
  const { confirm } = call.values;
  const confirmation = String(targets.length);
  if (targets.some(({ ref }) => ref.isByName))
    return safe`A name works for one record; for several give their number. ${confirmHint(call, targets, confirmation)}`;
  if (confirm === confirmation) return undefined;
  const hint = confirmHint(call, targets, confirmation);
  if (confirm === undefined && canPrompt(call)) {
    const words = safe`${clean(call.action.verb)} ${targets.length}`;
    const typed = await call.context.io.prompt(safe`Type ${words} to confirm: `);
    return typed === words ? undefined : safe`${NOT_CONFIRMED}${hint}`;
  }
  const given =
    typeof confirm === 'string' &&
    safe`--confirm says "${clean(confirm, 40)}", but there are ${targets.length} ids. `;
  return safe`${given}${hint}`;
}

/** Asks for the name of the only record, or the end of its id if another has that name. */
async function promptProblem(call: ActionCall, target: ActionTarget, name: string | undefined, end: string) {
  const isUnique = name !== undefined && (await nameUniqueness(call, target, name)) === 'unique';
  const words = isUnique ? name : end;
  const what = !isUnique && safe`, the end of its id,`;
  const typed = await call.context.io.prompt(
    safe`Type ${clean(words)}${what} to ${clean(call.action.verb)} it: `,
  );
  if (typed === words || typed === end) return undefined;
  return safe`${NOT_CONFIRMED}${confirmHint(call, [target], words)}`;
}

/** Undefined if `--confirm` is right, or a person at a terminal has confirmed. */
async function confirmProblem(call: ActionCall, targets: readonly ActionTarget[]) {
  const { action, resource, values } = call;
  const { confirm } = values;
  const [only] = targets;
  if (only === undefined) return undefined;
  if (targets.length > 1 || values['stdin'] === true) return countProblem(call, targets);
  const end = idEnd(resource, only.ref, action);
  if (confirm === end) return undefined;
  // A name that chose the record must not confirm it, too.
  const name = only.ref.isByName ? undefined : typeableName(resource, only.record);
  if (typeof confirm !== 'string')
    return canPrompt(call) ? promptProblem(call, only, name, end) : confirmHint(call, targets, name ?? end);
  if (confirm !== name) {
    const wrong =
      name === undefined ? safe`not the end of its id` : safe`neither its name nor the end of its id`;
    return safe`--confirm "${clean(confirm, 40)}" is ${wrong}. ${confirmHint(call, targets, name ?? end)}`;
  }
  const uniqueness = await nameUniqueness(call, only, name);
  if (uniqueness === 'unique') return undefined;
  const words = uniqueness === 'shared' ? safe`has this name too` : safe`may have this name`;
  return safe`Another record ${words}. ${confirmHint(call, targets, end)}`;
}

const MAX_LINES = 20;

async function readTargets(call: ActionCall, refs: readonly TypedRef[]) {
  const { resource, context } = call;
  if (resource.read === undefined) return refs.map((ref): ActionTarget => ({ ref }));
  const targets: ActionTarget[] = [];
  for await (const { ref, outcome, isEnd } of readRecords(call, refs, stopsReads)) {
    if (!outcome.ok && isEnd) return outcome.failure;
    targets.push(
      outcome.ok
        ? { ref, record: outcome.value, name: nameOf(resource, outcome.value) }
        : { ref, failure: outcome.failure },
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
    return safe`  ${targetWords(ref, name)}${notes.length > 0 && safe`: ${joinSafe(notes)}`}`;
  });
  const more = targets.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...(targets.length === 0 ? [] : [safe`  ${clean(action.verb)}s ${action.consequence}`]),
  ];
}

export const isReadable = ({ failure }: ActionTarget) => failure === undefined;

function showTargets(call: ActionCall, targets: readonly ActionTarget[]) {
  const { io } = call.context;
  const { output } = call.style;
  // Programs read the failure, the requests of a dry run, or the results instead.
  const lines = isJsonOutput(output) ? [] : targetLines(call, targets.filter(isReadable));
  io.writeError(lines.map(line => `${line}\n`).join(''));
  for (const { failure } of targets)
    if (failure !== undefined && !(call.values['ignoreMissing'] === true && failure.kind === 'not-found'))
      io.writeError(failureText(failure, output));
}

/** Confirms anew what changed during a slow answer. `isWhole`: a target that cannot be read ends it. */
async function confirmed(
  call: ActionCall,
  targets: readonly ActionTarget[],
  isWhole: boolean,
): Promise<readonly ActionTarget[] | Failure> {
  const unread = isWhole ? targets.find(({ failure }) => failure)?.failure : undefined;
  if (unread !== undefined) return unread;
  const { context, service, values, resource } = call;
  const shownAt = context.now();
  showTargets(call, targets);
  const isAsked = values['confirm'] === undefined;
  if (!targets.some(isReadable) || (service.writes === 'dry-run' && isAsked)) return targets;
  const problem = await confirmProblem(call, targets);
  if (context.io.signal.aborted) return { kind: 'cancelled' };
  if (problem !== undefined) return { kind: 'unconfirmed', detail: problem };
  if (!isAsked || resource.read === undefined || context.now() - shownAt <= LOOK_MS) return targets;
  // Without the responses that found the records: they are older than the question.
  const refs = targets.map(({ ref: { outcome: _found, ...ref } }) => ref);
  const again = await readTargets(call, refs);
  if ('kind' in again) return again;
  const change = secondLookProblem(
    targets.flatMap((target, at) =>
      isReadable(target) ? [{ before: target.record, after: again[at]?.record }] : [],
    ),
  );
  if (change === undefined) return again;
  context.io.writeError(`botscope: ${change}\n`);
  return confirmed(call, again, isWhole);
}

function changeProblem({ readOnly, readOnlyBy: by, writes }: KindCall['service']): Failure | undefined {
  if (writes === 'dry-run') return undefined;
  if (readOnly) return { kind: 'read-only', ...(by !== undefined && { by }) };
  return writes === 'locked' ? { kind: 'locked' } : undefined;
}

/** Re-reads and shows the records, and requires `--confirm`. `isWhole`: one that cannot be read ends it. */
export async function confirmedTargets(call: ActionCall, { isWhole }: { readonly isWhole: boolean }) {
  const refs = await refsOf(call, call.action.verb);
  if ('kind' in refs) return refs;
  const forbidden = changeProblem(call.service);
  if (forbidden !== undefined) return forbidden;
  const targets = await readTargets(call, refs);
  return 'kind' in targets ? targets : confirmed(call, targets, isWhole);
}

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
