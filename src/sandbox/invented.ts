import type { Ids } from '../api/operation.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Field, Fields } from '../resources/field.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';
import { type Dice, dice, iso, prefixedId } from './dice.ts';
import { HOUR, type Origin, type Source, type Traits } from './source.ts';

const PER_PARENT = 5;

/** A value of the type that the description of a field names. */
function madeUp(field: Field, from: Dice, at: number): Json {
  if (field.type === 'timestamp') return iso(at);
  if (field.type === 'boolean') return from.chance(0.5);
  if (field.type === 'integer') return from.below(1000);
  if (field.type.startsWith('array')) return [];
  if (field.type === 'object (map)') return {};
  if (field.type === 'object') return objectOf(field.inner ?? {}, from, at);
  return `text-${from.below(1000)}`;
}

function objectOf(fields: Fields, from: Dice, at: number): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, madeUp(field, from, at)]));
}

/** Records of a kind that nobody made up: a few under each parent, from nothing but the kind's description. */
export function inventedSource(origin: Origin, resource: Resource): Source {
  const own = ownIdName(resource);
  const diceOf = (parent: Ids, index: number): Dice => {
    const parents = resource.ids.filter(name => name !== own).map(name => parent[name] ?? '');
    return dice(origin.seed, resource.kind, ...parents, index);
  };
  const idAt = (parent: Ids, index: number): string => prefixedId(resource.kind, diceOf(parent, index));
  const traits = (_parent: Ids, index: number): Traits => {
    const createdAt = origin.now - (index + 1) * 5 * HOUR;
    return { createdAt, updatedAt: createdAt + HOUR };
  };
  const record = (parent: Ids, index: number): JsonObject => ({
    ...objectOf(resource.fields, diceOf(parent, index), traits(parent, index).createdAt),
    id: idAt(parent, index),
  });
  return {
    count: () => PER_PARENT,
    indexOf: ids => {
      const index = Array.from({ length: PER_PARENT }, (_, at) => idAt(ids, at)).indexOf(ids[own] ?? '');
      return index < 0 ? undefined : index;
    },
    traits,
    item: record,
    record,
  };
}
