import { idEnd, typeableName } from '../deletion/confirmation.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownId, rawName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { shellWord } from '../text/words.ts';
import { type ActionCall, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { isJsonOutput } from './shared/errors.ts';
import type { TypedRef } from './shared/names.ts';
import { pagesOf } from './shared/paginate.ts';

/** A record to delete or otherwise change, re-read just now. `failure`: it could not be read. */
export type ActionTarget = {
  readonly ref: TypedRef;
  readonly id: string;
  /** Undefined if the API cannot read the kind. */
  readonly record: JsonObject | undefined;
  readonly name: SafeText | undefined;
  readonly failure?: Failure;
};

const MAX_PAGES = 50;

/**
 * Looks for another record of the same name. Kinds without a documented list count as unique, because nothing
 * can be listed.
 */
async function nameUniqueness(
  call: KindCall,
  { ref, id }: ActionTarget,
  name: string,
): Promise<'unique' | 'shared' | 'unknown'> {
  const { resource, service } = call;
  const { list } = resource;
  if (list === undefined || list.isUndocumented === true) return 'unique';
  const request = { client: service.client, ids: ref.ids, options: readOptions(call) };
  let pages = 0;
  for await (const step of pagesOf(list, request)) {
    if (step.kind !== 'page' || pages++ >= MAX_PAGES) return 'unknown';
    if (step.items.some(item => rawName(resource, item) === name && ownId(item) !== id)) return 'shared';
  }
  return 'unique';
}

/** Returns the ids that the confirming command line repeats: of several records only if names chose them. */
function repeatedIds({ values }: ActionCall, targets: readonly ActionTarget[]): readonly string[] {
  const [first, ...others] = targets;
  if (values['stdin'] === true || first === undefined) return [];
  if (others.length === 0) return Object.values(first.ref.ids);
  return targets.some(({ ref }) => ref.isByName) ? targets.map(({ id }) => id) : [];
}

function confirmedCommand(
  call: ActionCall,
  targets: readonly ActionTarget[],
  confirmation: string,
): SafeText {
  const { action, resource, service, values } = call;
  const { unlock } = values;
  const ids = repeatedIds(call, targets).map(shellWord);
  const words = [
    'botscope',
    ...service.serverFlags.map(shellWord),
    nounOf(resource),
    action.verb,
    ...(ids.length === 0 ? ['…'] : ids),
    ...(typeof unlock === 'string' ? ['--unlock', shellWord(unlock)] : []),
    ...(service.writes === 'dry-run' ? ['--dry-run'] : []),
    '--confirm',
    shellWord(confirmation),
  ];
  return clean(words.join(' '));
}

function confirmHint(call: ActionCall, targets: readonly ActionTarget[], confirmation: string): SafeText {
  const what = targets.length > 1 ? safe`them` : safe`it`;
  const verb = call.service.writes === 'dry-run' ? safe`simulate` : clean(call.action.verb);
  return safe`To ${verb} ${what}, run: ${confirmedCommand(call, targets, confirmation)}`;
}

const canPrompt = ({ values, style, context }: ActionCall): boolean =>
  values['stdin'] !== true && !isJsonOutput(style.output) && context.io.canPrompt();

const NOT_CONFIRMED = safe`That does not confirm it. `;

/** Returns why several records are not changed yet: their number must confirm them. */
async function countProblem(
  call: ActionCall,
  targets: readonly ActionTarget[],
): Promise<SafeText | undefined> {
  const { confirm } = call.values;
  const confirmation = String(targets.length);
  if (targets.some(({ ref }) => ref.isByName))
    return safe`Names stand for one record only. ${confirmHint(call, targets, confirmation)}`;
  if (confirm === confirmation) return undefined;
  const hint = confirmHint(call, targets, confirmation);
  if (confirm === undefined && canPrompt(call)) {
    const words = safe`${clean(call.action.verb)} ${targets.length}`;
    const typed = await call.context.io.prompt(safe`Type ${words} to confirm: `);
    return typed === words ? undefined : safe`${NOT_CONFIRMED}${hint}`;
  }
  const given =
    typeof confirm === 'string'
      ? safe`--confirm says "${clean(confirm, 40)}", but there are ${targets.length} ids. `
      : safe``;
  return safe`${given}${hint}`;
}

/** Asks the person to type the name of the only record, or the end of its id if another has that name. */
async function promptProblem(
  call: ActionCall,
  target: ActionTarget,
  { name, end }: { readonly name: string | undefined; readonly end: string },
): Promise<SafeText | undefined> {
  const isUnique = name !== undefined && (await nameUniqueness(call, target, name)) === 'unique';
  const words = isUnique ? name : end;
  const what = isUnique ? safe`` : safe`, the end of its id,`;
  const typed = await call.context.io.prompt(
    safe`Type ${clean(words)}${what} to ${clean(call.action.verb)} it: `,
  );
  return typed === words || typed === end
    ? undefined
    : safe`${NOT_CONFIRMED}${confirmHint(call, [target], words)}`;
}

/**
 * Returns why nothing is deleted yet, with the command line that confirms it; undefined if `--confirm` is
 * right. Without `--confirm` a person at a terminal is asked.
 */
export async function confirmProblem(
  call: ActionCall,
  targets: readonly ActionTarget[],
): Promise<SafeText | undefined> {
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
    return canPrompt(call)
      ? promptProblem(call, only, { name, end })
      : confirmHint(call, targets, name ?? end);
  if (confirm !== name) {
    const wrong =
      name === undefined ? safe`not the end of its id` : safe`neither its name nor the end of its id`;
    return safe`--confirm "${clean(confirm, 40)}" is ${wrong}. ${confirmHint(call, targets, name ?? end)}`;
  }
  const uniqueness = await nameUniqueness(call, only, name);
  if (uniqueness === 'unique') return undefined;
  const why =
    uniqueness === 'shared'
      ? safe`Another record has this name too.`
      : safe`Another record may have this name.`;
  return safe`${why} ${confirmHint(call, targets, end)}`;
}
