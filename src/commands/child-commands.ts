import { resources } from '../resources/index.ts';
import { type Child, nameOf, type Resource } from '../resources/resource.ts';
import { cursorRef } from '../store/going.ts';
import { knownRecord, type State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Command } from './command.ts';

type Typed = Extract<Child, { readonly from: 'typed' }>;

const lower = (text: SafeText): SafeText => clean(text.toLowerCase());

function blocked(state: State, parent: Resource, child: Resource): SafeText | undefined {
  const ref = cursorRef(state);
  if (ref?.kind !== parent.kind) return safe`There is no ${lower(parent.title)} under the cursor.`;
  if (child.read === undefined && state.server?.readOnly) return safe`Read-only: nothing can be deleted.`;
  return undefined;
}

/** The command that asks for the id of a record which the API does not list: open it, or delete it unread. */
function typedCommand(parent: Resource, { to, key }: Typed): Command {
  const child = resources.find(resource => resource.kind === to) ?? parent;
  const reads = child.read !== undefined;
  const verb = reads ? safe`open` : safe`delete`;
  return {
    id: `${to}.${verb}`,
    keys: key === undefined ? [] : [key],
    title: safe`${verb} one ${lower(child.title)} of this ${lower(parent.title)}, by id`,
    group: reads ? 'Look' : 'Act',
    where: ['list', 'record', 'raw'],
    inMenu: true,
    ...(reads ? {} : { destructive: true }),
    blocked: state => blocked(state, parent, child),
    run: ({ store, askForId }) => {
      const ref = cursorRef(store.getState());
      if (ref !== undefined) askForId(to, ref.ids);
    },
  };
}

/** Commands that follow from the descriptions: one for every child that is reached by a typed id. */
export const childCommands: readonly Command[] = resources.flatMap(parent =>
  parent.children.flatMap(child => (child.from === 'typed' ? [typedCommand(parent, child)] : [])),
);

/** The name of the record that a prompt belongs to. */
export function ownerName(
  state: State,
  owner: { readonly kind: string; readonly ids: Readonly<Record<string, string>> },
): SafeText {
  const resource = resources.find(each => each.kind === owner.kind);
  const record = knownRecord(state, owner);
  const id = Object.values(owner.ids).at(-1) ?? '';
  return resource === undefined || record === undefined ? clean(id, 80) : nameOf(resource, record);
}
