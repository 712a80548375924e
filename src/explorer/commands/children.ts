import { undocumentedRefusal } from '../../api/request.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import { type Child, isShown, type ListVariant, type Ref, type Resource } from '../../resources/resource.ts';
import { lower, type SafeText, safe } from '../../text/sanitise.ts';
import { withTab } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { currentTab, tabsOf } from '../facts/tabs.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { subjectRef } from '../selection/copy-text.ts';
import { cursorRef } from '../selection/cursor.ts';
import { listPlace } from '../state/place.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { isSamePlace } from '../state/view-stacks.ts';
import type { CommandDescription } from './command.ts';

type TypedChild = Extract<Child, { readonly from: 'typed' }>;

const refOfKind = (state: State, kind: string): Ref | undefined =>
  [subjectRef(state), cursorRef(state)].find(ref => ref?.kind === kind);

function blocked(state: State, parent: Resource, child: Resource): SafeText | undefined {
  if (refOfKind(state, parent.kind) === undefined) return safe`No ${lower(parent.title)} under the cursor.`;
  return isShown(child) ? undefined : deleteRefusal(state);
}

function typedCommand(parent: Resource, { to }: TypedChild): CommandDescription {
  const child = resourceOf(to);
  const canOpen = isShown(child);
  const verb = canOpen ? safe`open` : safe`delete`;
  return {
    id: `${to}.${verb}`,
    title: safe`${verb} ${lower(child.title)} of this ${lower(parent.title)} by id`,
    group: canOpen ? 'Look' : 'Act',
    inMenu: true,
    ...(!canOpen && { destructive: true }),
    blocked: state => blocked(state, parent, child),
    run: ({ store, openIdPrompt }) => {
      const ref = refOfKind(store.getState(), parent.kind);
      if (ref !== undefined) openIdPrompt(to, ref.ids);
    },
  };
}

function isOnTab(state: State, parent: Resource, tab: string): boolean {
  const { place } = currentView(state);
  return place.screen === 'record' && place.ref.kind === parent.kind && currentTab(state)?.title === tab;
}

function tabCommand(parent: Resource, { to, key }: Child): readonly CommandDescription[] {
  const child = resourceOf(to);
  const tab = tabsOf(parent).find(({ children }) => children.some(each => each.to === to));
  if (key === undefined || tab === undefined) return [];
  const many = lower(child.plural);
  return [
    {
      id: `${to}.list`,
      keys: [key],
      title: safe`${many} of this ${lower(parent.title)}`,
      inMenu: true,
      hint: { text: many, rank: 6 },
      blocked: state =>
        isOnTab(state, parent, tab.title)
          ? safe`This is the tab of its ${many}.`
          : blocked(state, parent, child),
      run: explorer => openTab(explorer, parent.kind, tab.title),
    },
  ];
}

function openTab({ store, openView, change }: Explorer, kind: string, tab: string): void {
  const ref = refOfKind(store.getState(), kind);
  if (ref === undefined) return;
  openView(newView({ screen: 'record', ref }));
  change(state => withTab(state, tab));
}

export const childCommands: readonly CommandDescription[] = resources.flatMap(parent =>
  parent.children.flatMap(child => [
    ...tabCommand(parent, child),
    ...(child.from === 'typed' ? [typedCommand(parent, child)] : []),
  ]),
);

const variantCommand = (resource: Resource, { name, plural, key, list }: ListVariant): CommandDescription => {
  const words = lower(plural);
  return {
    id: `${resource.kind}.${name}`,
    keys: key === undefined ? [] : [key],
    title: safe`show ${words} / production ${lower(resource.plural)}`,
    word: words,
    where: ['list', 'record'],
    blocked: ({ session: { undocumented } }) =>
      undocumented === 'never' ? undocumentedRefusal(list).detail : undefined,
    run: ({ store, jump }) => {
      const own = listPlace(resource.kind);
      const second = { ...own, variant: name };
      const isThere = isSamePlace(currentView(store.getState()).place, second);
      jump(newView(isThere ? own : second));
    },
  };
};

export const variantCommands: readonly CommandDescription[] = resources.flatMap(resource =>
  resource.variant === undefined ? [] : [variantCommand(resource, resource.variant)],
);
