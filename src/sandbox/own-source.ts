import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { resources } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { isWithin, recordKey } from './changes.ts';
import { listItem, traitsOf } from './fixtures/blank.ts';
import { type IsGone, LISTED, withoutGone } from './fixtures/bots.ts';
import { hubIntegration } from './fixtures/fixtures.ts';
import type { Source } from './fixtures/source.ts';
import type { OwnRecord, OwnRecords } from './records.ts';

/** Returns a source of records that are given, not generated. */
function ownSource(resource: Resource, records: readonly OwnRecord[]): Source {
  const parents = resource.ids.length > 1 ? resource.ids.slice(0, -1) : ['workspaceId'];
  const listKey = (ids: Ids): string => JSON.stringify(parents.map(name => ids[name] ?? ''));
  const createdAt = ({ record }: OwnRecord): number => traitsOf(resource, record).createdAt;
  const lists = Map.groupBy(
    records.toSorted((a, b) => createdAt(b) - createdAt(a)),
    ({ ids }) => listKey(ids),
  );
  const places = new Map(
    [...lists.values()].flatMap(list =>
      list.map((own, index) => [recordKey(resource, own.ids), { own, index }] as const),
    ),
  );
  const isNamed = (ids: Ids): boolean => ids[ownIdName(resource)] !== undefined;
  const record = (ids: Ids, index: number): JsonObject => {
    const own = isNamed(ids) ? places.get(recordKey(resource, ids))?.own : lists.get(listKey(ids))?.[index];
    return own?.record ?? {};
  };
  return {
    count: parent => lists.get(listKey(parent))?.length ?? 0,
    indexOf: ids => {
      const place = places.get(recordKey(resource, ids));
      return place !== undefined && isWithin(place.own.ids, ids) ? place.index : undefined;
    },
    traits: (parent, index) => traitsOf(resource, record(parent, index)),
    item: record,
    record,
  };
}

/** Returns the source of each kind of record, with the given records alone. */
export function ownSources({ byKind }: OwnRecords, isGone: IsGone): Readonly<Record<string, Source>> {
  const sources = [...resources, hubIntegration].map(
    resource => [resource.kind, ownSource(resource, byKind.get(resource.kind) ?? [])] as const,
  );
  const all: Readonly<Record<string, Source>> = Object.fromEntries(sources);
  const bots = all[bot.kind] ?? ownSource(bot, []);
  return {
    ...all,
    [bot.kind]: {
      ...bots,
      listed: LISTED,
      item: (parent, index) => listItem(bots.record(parent, index), LISTED),
      present: record => withoutGone(record, isGone),
    },
  };
}
