import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { isList, isObject, isTooDeep, type Json, type JsonObject, member } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { ownerOf, resources } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { workspace } from '../resources/workspace.ts';
import { recordKey } from './changes.ts';
import { DataError, type DataPath } from './data-file.ts';
import { blankRecord } from './fixtures/blank.ts';
import { memberProblem, parentNames } from './records-schema.ts';

/** A record of one's own, with all ids on the way to it, those of its scope included. */
export type OwnRecord = { readonly ids: Ids; readonly record: JsonObject };

/** All records of a sandbox that generates none, by kind. */
export type OwnRecords = {
  readonly byKind: ReadonlyMap<string, readonly OwnRecord[]>;
  /** Kinds that an export has not read: nobody knows whether there were any. */
  readonly unread: readonly string[];
  /** Ids of the workspaces, main one first. */
  readonly workspaceIds: readonly string[];
  /** The records have any members. */
  readonly isOdd: boolean;
};

/** Members of a file beside the kinds: `complete` and `missing` are those of every export. */
const OTHERS = ['odd', 'complete', 'missing'];

function refuse(path: DataPath, problem: string): never {
  throw new DataError(path, problem);
}

/** The kind of an entry, and its path. */
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

/** Returns the ids that an entry has under `in`. */
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

/**
 * Returns all ids of an entry. Throws if its parent is not in the file, or another record has the same ids.
 */
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
  const found = memberProblem(resource.fields, record);
  if (found !== undefined) refuse([...path, ...found.path], found.problem);
  return { ids, record: { ...blankRecord(resource, `${record['id']}`, context.now), ...record } };
}

function entriesOf(json: JsonObject, { kind }: Resource): readonly Json[] {
  const list = member(json, kind) ?? [];
  return isList(list) ? list : refuse([kind], 'must be a list of records');
}

type RecordsOptions = {
  /** Serves records as they are. Otherwise members have the right type, and missing ones get defaults. */
  readonly isOdd: boolean;
  /** Id of the main workspace. Default: that of the first record of a workspace. */
  readonly workspaceId: string | undefined;
  /** Id of the main workspace if nothing names one. */
  readonly otherwise: string;
  readonly now: number;
};

/** Checks the records of a file or an option. Throws a `DataError`. */
export function ownRecords(
  json: Json,
  { workspaceId, otherwise, now, ...options }: RecordsOptions,
): OwnRecords {
  if (!isObject(json)) refuse([], 'The records must be a map of kinds to lists');
  const kinds = resources.map(({ kind }) => kind);
  const other = Object.keys(json).find(name => !kinds.includes(name) && !OTHERS.includes(name));
  if (other !== undefined) refuse([other], `is no kind of records: ${kinds.join(', ')}`);
  const { odd = false } = json;
  if (typeof odd !== 'boolean') refuse(['odd'], 'must be true or false');
  const named = entriesOf(json, workspace).map((entry, at) => idOf(entry, [workspace.kind, at]));
  const first = workspaceId ?? named[0] ?? otherwise;
  const workspaceIds = [...new Set([first, ...named])];
  const isOdd = options.isOdd || odd;
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
