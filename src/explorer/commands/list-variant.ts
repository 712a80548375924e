import { undocumentedRefusal } from '../../api/policy.ts';
import { resources } from '../../resources/registry.ts';
import type { ListVariant, Resource } from '../../resources/resource.ts';
import { clean, safe } from '../../text/sanitise.ts';
import type { ListPlace } from '../state/place.ts';
import { currentView, newView } from '../state/state.ts';
import { isSamePlace } from '../state/view-stacks.ts';
import type { Command } from './command.ts';

/** Returns the command that opens the second list of a kind, and from there the first one. */
const variantCommand = (resource: Resource, { name, plural, key, list }: ListVariant): Command => {
  const words = clean(plural.toLowerCase());
  return {
    id: `${resource.kind}.${name}`,
    keys: [key],
    title: safe`${words}, and back (${clean(name)}=true, undocumented)`,
    word: words,
    group: 'Look',
    where: ['list', 'record'],
    blocked: ({ session: { undocumented } }) =>
      undocumented === 'never' ? undocumentedRefusal(list).detail : undefined,
    run: ({ store, jump }) => {
      const own: ListPlace = { screen: 'list', kind: resource.kind, ids: {} };
      const second = { ...own, variant: name };
      const isThere = isSamePlace(currentView(store.getState()).place, second);
      jump(newView(isThere ? own : second));
    },
  };
};

/** Commands derived from the resources: one for each second list. */
export const variantCommands: readonly Command[] = resources.flatMap(resource =>
  resource.variant === undefined ? [] : [variantCommand(resource, resource.variant)],
);
