import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { isList, isObject, isTooDeep, type Json, type JsonObject, member } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { ownerOf, resources } from '../resources/registry.ts';
import { ownIdName, type Resource } from '../resources/resource.ts';
import { workspace } from '../resources/workspace.ts';
import { DataError, type DataPath, readDataFile } from './data-file.ts';
import { type IsGone, LISTED, withoutGone } from './fixtures/bots.ts';
import { workspaceIds as generatedWorkspaceIds, hubIntegration } from './fixtures/fixtures.ts';
import { blankRecord, type Source, traitsOf } from './fixtures/source.ts';
import { checkMembers, parentNames } from './records-schema.ts';
import { isWithin, recordKey } from './store.ts';
import type { SandboxOptions } from './types.ts';

/** A record of one's own, with all ids on the way to it, those of its scope included. */
type OwnRecord = { readonly ids: Ids; readonly record: JsonObject };

export type OwnRecords = {
  readonly byKind: ReadonlyMap<string, readonly OwnRecord[]>;
  /** Kinds that an export has not read: nobody knows whether there were any. */
  readonly unread: readonly string[];
  readonly workspaceIds: readonly string[];
  /** The records have any members. */
  readonly isOdd: boolean;
};

/** Members of a file beside the kinds: `complete` and `missing` are those of every export. */
const OTHERS = ['odd', 'complete', 'missing'];

function refuse(path: DataPath, problem: string): never {
  throw new DataError(path, problem);
}

type Place = { readonly resource: Resource; readonly path: DataPath };

type Context = {
  readonly isOdd: boolean;
  /** Main one first. */
  readonly workspaceIds: readonly string[];
  /** Time of members that a record lacks, in epoch milliseconds. */
  readonly now: number;
  /** Keys of all records so far: parents come before their children. */
  readonly known: Set<string>;
};

function idOf(entry: Json, path: DataPath): string {
  const id = member(entry, 'id');
  if (typeof id !== 'string' || badId(id) !== undefined)
    refuse([...path, 'id'], 'must be the id of the record, a text');
  return id;
}

function parentsOf({ resource, path }: Place, entry: JsonObject): Ids {
  const { needed, optional } = parentNames(resource);
  const given = member(entry, 'in') ?? {};
  const names = [...needed, ...optional];
  if (!isObject(given)) refuse([...path, 'in'], `must have: ${names.join(', ')}`);
  const extra = Object.keys(given).find(name => !names.includes(name));
  if (extra !== undefined) refuse([...path, 'in', extra], 'is not the id of a parent');
  for (const name of needed)
    if (typeof given[name] !== 'string') refuse([...path, 'in'], `must have ${name}, the id of a parent`);
  return given as Ids;
}

/** Throws if the parent is not in the file, or another record has the same ids. */
function idsOf(place: Place, entry: JsonObject, { workspaceIds, known }: Context): Ids {
  const { resource, path } = place;
  const parents = parentsOf(place, entry);
  const scope = parentNames(resource).optional.length === 0 ? {} : { workspaceId: workspaceIds[0] ?? '' };
  const ids: Ids = { ...scope, ...parents, [ownIdName(resource)]: idOf(entry, path) };
  const { workspaceId } = parents;
  if (workspaceId !== undefined && !workspaceIds.includes(workspaceId))
    refuse([...path, 'in', 'workspaceId'], 'names no workspace of this file');
  const owner = ownerOf(resource);
  if (owner !== undefined && !known.has(recordKey(owner, ids)))
    refuse([...path, 'in', ownIdName(owner)], `names no ${owner.kind} of this file`);
  const key = recordKey(resource, ids);
  if (known.has(key)) refuse([...path, 'id'], 'is the id of an earlier record, too');
  known.add(key);
  return ids;
}

function ownRecord(place: Place, entry: Json, context: Context): OwnRecord {
  const { resource, path } = place;
  if (!isObject(entry)) refuse(path, 'must be a record');
  if (isTooDeep(entry)) refuse(path, 'nests too deeply');
  const ids = idsOf(place, entry, context);
  const { in: _, ...record } = entry;
  if (context.isOdd) return { ids, record };
  checkMembers(resource.fields, record, path);
  return { ids, record: { ...blankRecord(resource, `${record['id']}`, context.now), ...record } };
}

function entriesOf(json: JsonObject, { kind }: Resource): readonly Json[] {
  const list = member(json, kind) ?? [];
  return isList(list) ? list : refuse([kind], 'must be a list of records');
}

/** Throws a `DataError`. */
function checkRecords(
  json: Json,
  { workspaceId, seed = 1, now = Date.now(), odd: isAllOdd }: SandboxOptions,
): OwnRecords {
  if (!isObject(json)) refuse([], 'The records must be a map of kinds to lists');
  const kinds = resources.map(({ kind }) => kind);
  const other = Object.keys(json).find(name => !kinds.includes(name) && !OTHERS.includes(name));
  if (other !== undefined) refuse([other], `is no kind of records: ${kinds.join(', ')}`);
  const { odd = false } = json;
  if (typeof odd !== 'boolean') refuse(['odd'], 'must be true or false');
  const named = entriesOf(json, workspace).map((entry, at) => idOf(entry, [workspace.kind, at]));
  const [generated = ''] = generatedWorkspaceIds(seed, undefined);
  const first = workspaceId ?? named[0] ?? generated;
  const workspaceIds = [...new Set([first, ...named])];
  const isOdd = isAllOdd === true || odd;
  const context: Context = { isOdd, workspaceIds, now, known: new Set() };
  const byKind = new Map(
    resources.map(resource => [
      resource.kind,
      entriesOf(json, resource).map((entry, at) =>
        ownRecord({ resource, path: [resource.kind, at] }, entry, context),
      ),
    ]),
  );
  if (!named.includes(first))
    byKind
      .get(workspace.kind)
      ?.unshift({ ids: { workspaceId: first }, record: blankRecord(workspace, first, now) });
  const unread = 'complete' in json ? kinds.filter(kind => !(kind in json)) : [];
  return { byKind, unread, workspaceIds, isOdd };
}

/** Undefined if they are to be generated. Throws a `TypeError`. */
export async function readOwnRecords(options: SandboxOptions): Promise<OwnRecords | undefined> {
  const { records = options.empty === true ? {} : undefined } = options;
  const take = (json: Json): OwnRecords => checkRecords(json, options);
  if (typeof records === 'string') return readDataFile(records, take);
  // As JSON: without undefined members, and a copy.
  return records && take(JSON.parse(JSON.stringify(records)));
}

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
  return {
    count: parent => lists.get(listKey(parent))?.length ?? 0,
    indexOf: ids => {
      const place = places.get(recordKey(resource, ids));
      return place !== undefined && isWithin(place.own.ids, ids) ? place.index : undefined;
    },
    record: (ids, index) => {
      const own = isNamed(ids) ? places.get(recordKey(resource, ids))?.own : lists.get(listKey(ids))?.[index];
      return own?.record ?? {};
    },
  };
}

export function ownSources({ byKind }: OwnRecords, isGone: IsGone): Readonly<Record<string, Source>> {
  const sources = [...resources, hubIntegration].map(resource => {
    const source = ownSource(resource, byKind.get(resource.kind) ?? []);
    const ofBots = { listed: LISTED, present: (record: JsonObject) => withoutGone(record, isGone) };
    return [resource.kind, resource === bot ? { ...source, ...ofBots } : source] as const;
  });
  return Object.fromEntries(sources);
}
