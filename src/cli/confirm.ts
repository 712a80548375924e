import { idEnd, typeableName } from '../deletion/confirmation.ts';
import { ownId } from '../resources/record-ids.ts';
import { rawName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type ActionCall, type KindCall, readOptions } from './context.ts';
import type { DeleteTarget } from './delete-targets.ts';
import { pagesOf } from './paginate.ts';
import { nounOf } from './verbs.ts';

/** So many pages are looked through for another record of the same name. */
const MAX_PAGES = 50;

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Whether a name names one record only, as far as a list tells; where there is no list nobody can know. */
async function nameUniqueness(
  call: KindCall,
  { ref, id }: DeleteTarget,
  name: string,
): Promise<'alone' | 'shared' | 'unknown'> {
  const { resource, service } = call;
  const { list } = resource;
  if (list === undefined || list.isUndocumented === true) return 'alone';
  let pages = 0;
  for await (const step of pagesOf({
    client: service.client,
    list,
    ids: ref.ids,
    options: readOptions(call),
  })) {
    if (step.is !== 'page' || pages++ >= MAX_PAGES) return 'unknown';
    if (step.items.some(item => rawName(resource, item) === name && ownId(item) !== id)) return 'shared';
  }
  return 'alone';
}

/** The command with its confirmation, as it has to be typed. */
function confirmedCommand(
  { action, resource, values }: ActionCall,
  victims: readonly DeleteTarget[],
  token: string,
): SafeText {
  const ids =
    values['stdin'] === true || victims.length !== 1 ? [] : Object.values(victims[0]?.ref.ids ?? {});
  const words = [
    'botscope',
    nounOf(resource),
    action.verb,
    ...ids,
    ...(ids.length === 0 ? ['…'] : []),
    '--confirm',
    token,
  ];
  return clean(words.map(word => (word === '…' ? word : quoted(word))).join(' '));
}

const confirmHint = (call: ActionCall, victims: readonly DeleteTarget[], token: string): SafeText =>
  safe`To ${clean(call.action.verb)}, type: ${confirmedCommand(call, victims, token)}`;

/** Why none of several is deleted yet: their number confirms them. */
function countProblem(call: ActionCall, victims: readonly DeleteTarget[]): SafeText | undefined {
  const { confirm } = call.values;
  const token = String(victims.length);
  if (confirm === token) return undefined;
  const given =
    typeof confirm === 'string'
      ? safe`--confirm says "${clean(confirm, 40)}", but there are ${victims.length} ids. `
      : safe``;
  return safe`${given}${confirmHint(call, victims, token)}`;
}

/** Why nothing is deleted yet, with what has to be typed; undefined when `--confirm` says what is meant. */
export async function confirmProblem(
  call: ActionCall,
  victims: readonly DeleteTarget[],
): Promise<SafeText | undefined> {
  const { action, resource, values } = call;
  const { confirm } = values;
  const [only] = victims;
  if (only === undefined) return undefined;
  if (victims.length > 1 || values['stdin'] === true) return countProblem(call, victims);
  const end = idEnd(resource, only.ref, action);
  if (confirm === end) return undefined;
  const name = typeableName(resource, only.record);
  if (typeof confirm !== 'string') return confirmHint(call, victims, name ?? end);
  if (confirm !== name) {
    const wrong =
      name === undefined ? safe`not the end of its id` : safe`neither its name nor the end of its id`;
    return safe`--confirm "${clean(confirm, 40)}" is ${wrong}. ${confirmHint(call, victims, name ?? end)}`;
  }
  const told = await nameUniqueness(call, only, name);
  if (told === 'alone') return undefined;
  const why =
    told === 'shared'
      ? safe`Another one has this name too.`
      : safe`Whether another one has this name is not known.`;
  return safe`${why} ${confirmHint(call, victims, end)}`;
}
