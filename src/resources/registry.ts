import type { Operation } from '../api/operation.ts';
import { bot } from './bot.ts';
import { cause } from './cause-kind.ts';
import { conversation } from './conversation.ts';
import { integration } from './integration.ts';
import { event, issue } from './issue.ts';
import * as localKinds from './local-kinds.ts';
import { ownIdName, type Ref, type Resource } from './resource.ts';
import { workspace } from './workspace.ts';

const kinds: readonly Resource[] = [workspace, bot, integration, issue, event, conversation];

const tabsOn = (owner: Resource): Resource['children'] =>
  kinds.flatMap(({ kind: to, plural: title, ids, onTab }) =>
    onTab && ids.slice(0, -1).join() === owner.ids.join() ? [{ to, title, ...onTab }] : [],
  );

/** From the top of the hierarchy to its leaves. Only these have tabs: kinds are compared by `kind`. */
export const resources: readonly Resource[] = kinds.map(owner => ({
  ...owner,
  children: [...owner.children, ...tabsOn(owner)],
}));

/** Of this machine, in files or in memory, in the order of their export names. */
export const localResources: readonly Resource[] = [cause, ...Object.values(localKinds)];

const all = [...resources, ...localResources];

export const root = resourceOf(workspace.kind);

/** Throws if unknown, which is a defect of ours. */
export function resourceOf(kind: string): Resource {
  const found = all.find(resource => resource.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

export const refId = (ref: Ref) => ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';

export const resourceNamed = (word: string): Resource | undefined =>
  all.find(resource => resource.kind === word || resource.aliases.includes(word));

/** Itself, or a local kind that lists those in use. */
export const listingKind = (resource: Resource): Resource =>
  localResources.find(({ listsKind }) => listsKind === resource.kind) ?? resource;

export function ownerOf({ ids }: Resource): Resource | undefined {
  const parents = ids.slice(0, -1).join('/');
  return parents === '' ? undefined : resources.find(each => each.ids.join('/') === parents);
}

/** Issues for bots. */
export const problemKindOf = ({ kind }: Resource): Resource | undefined =>
  resources.find(each => each.asFinding !== undefined && ownerOf(each)?.kind === kind);

export function ownerRef(ref: Ref): Ref | undefined {
  const owner = ownerOf(resourceOf(ref.kind));
  if (owner === undefined) return undefined;
  return { kind: owner.kind, ids: Object.fromEntries(owner.ids.map(name => [name, ref.ids[name] ?? ''])) };
}

export const operationsOf = ({ list, read, actions }: Resource): readonly Operation[] =>
  [list, read, ...actions.map(({ operation }) => operation)].filter(operation => operation !== undefined);

const kindOperations = resources.flatMap(resource =>
  operationsOf(resource).map(operation => ({ resource, operation })),
);

type KindOperation = Readonly<{ resource: Resource; operation: Operation }>;

/** The table of spec 4, in its order. */
export const documentedOperations: readonly KindOperation[] = kindOperations
  .filter(({ operation }) => operation.isUndocumented !== true)
  .sort((a, b) => (a.operation.row ?? 99) - (b.operation.row ?? 99));

/** Sent only with the person's consent (not in the spec). */
export const undocumentedOperations: readonly KindOperation[] = kindOperations.filter(
  ({ operation }) => operation.isUndocumented === true,
);
