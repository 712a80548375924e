import type { Operation } from '../api/operation.ts';
import { bot } from './bot.ts';
import { conversation } from './conversation.ts';
import { event } from './event.ts';
import { integration } from './integration.ts';
import { issue } from './issue.ts';
import type { Ref, Resource } from './resource.ts';
import { workspace } from './workspace.ts';

/** Every kind of record, from the top of the drill-down to its ends. */
export const resources: readonly Resource[] = [workspace, bot, integration, issue, event, conversation];

/** The kind that everything starts from. */
export const root: Resource = workspace;

/** The description of a kind; an unknown kind is a defect of ours. */
export function resourceOf(kind: string): Resource {
  const found = resources.find(resource => resource.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found;
}

/** The kind that a word means: its name, its plural or an alias. */
export function resourceNamed(word: string): Resource | undefined {
  return resources.find(resource => resource.kind === word || resource.aliases.includes(word));
}

/** The kind whose records those of this one belong to: the one with all its ids but the last. */
export function ownerOf({ ids }: Resource): Resource | undefined {
  const parents = ids.slice(0, -1).join('/');
  return parents === '' ? undefined : resources.find(each => each.ids.join('/') === parents);
}

/** The address of the record that another one belongs to; undefined when it belongs to none. */
export function ownerRef(ref: Ref): Ref | undefined {
  const owner = ownerOf(resourceOf(ref.kind));
  if (owner === undefined) return undefined;
  return { kind: owner.kind, ids: Object.fromEntries(owner.ids.map(name => [name, ref.ids[name] ?? ''])) };
}

/** The operations of a kind. */
export function operationsOf({ list, read, actions }: Resource): readonly Operation[] {
  return [list, read, ...actions.map(({ operation }) => operation)].filter(
    operation => operation !== undefined,
  );
}

const described = resources.flatMap(resource =>
  operationsOf(resource).map(operation => ({ resource, operation })),
);

type Entry = { readonly resource: Resource; readonly operation: Operation };

/** Every operation of the specification with its kind: the table of spec 4, in its order. */
export const documentedOperations: readonly Entry[] = described
  .filter(({ operation }) => operation.isUndocumented !== true)
  .sort((a, b) => (a.operation.row ?? 99) - (b.operation.row ?? 99));

/** What is asked for beyond the specification, and only with the person's consent (not in the spec). */
export const undocumentedOperations: readonly Entry[] = described.filter(
  ({ operation }) => operation.isUndocumented === true,
);
