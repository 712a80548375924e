import { resources } from '../../resources/registry.ts';
import type { ListVariant, Resource } from '../../resources/resource.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { variantRefusal } from '../actions/list-variant.ts';
import type { Command } from './command.ts';

/** Returns the command that opens the second list of a kind, and from there the first one. */
const variantCommand = (resource: Resource, { name, plural, key }: ListVariant): Command => {
  const words = clean(plural.toLowerCase());
  return {
    id: `${resource.kind}.${name}`,
    keys: [key],
    title: safe`${words}, and back (${clean(name)}=true, undocumented)`,
    word: words,
    group: 'Look',
    where: ['list', 'record'],
    blocked: state => variantRefusal(state, resource),
    run: ({ openOtherList }) => openOtherList(resource),
  };
};

/** Commands derived from the resources: one for each second list. */
export const variantCommands: readonly Command[] = resources.flatMap(resource =>
  resource.variant === undefined ? [] : [variantCommand(resource, resource.variant)],
);
