import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { isList, isObject, isTooDeep, type Json, type JsonObject, member } from '../json/json.ts';
import { bot } from '../resources/bot.ts';
import { ownerOf, resources } from '../resources/registry.ts';
import { ownIdName, type Resource } from '../resources/resource.ts';
import { workspace } from '../resources/workspace.ts';
import { kept } from '../text/memo.ts';
import { type DataError, type DataPath, isDataError, refuseData as refuse, refuseAll } from './checks.ts';
import { readDataFile } from './data-file.ts';
import { workspaceIds as generatedWorkspaceIds, hubIntegration, listSource } from './fixtures/fixtures.ts';
import { dice, prefixedId } from './fixtures/random.ts';
import { blankRecord, type Source, traitsOf, withEntries } from './fixtures/source.ts';
import { copiesOf, disturbed, patched } from './incident.ts';
import { checkMembers, namesOf, parentNames, RECORDS_OPTIONS } from './records-schema.ts';
import { recordKey } from './store.ts';
import type { SandboxOptions } from './types.ts';

type OwnRecord = Readonly<{ ids: Ids; record: JsonObject }>;

export type OwnRecords = Readonly<{
  byKind: ReadonlyMap<string, readonly OwnRecord[]>;
  /** Bots that differed an hour ago, as they were. */
  hourBefore: readonly JsonObject[];
  /** Kinds that an export has not read: nobody knows whether there were any. */
  unread: readonly string[];
  workspaceIds: readonly string[];
  isOdd: boolean;
}>;

type Context = Readonly<{
  isOdd: boolean;
  workspaceIds: readonly string[];
  /** Of members that a record lacks, in epoch milliseconds. */
  now: number;
  /** Parents come before their children. */
  known: Set<string>;
  /** Ids of the first record of a kind. */
  firsts: Map<string, Ids>;
}>;

function idOf(entry: Json, path: DataPath) {
  const id = member(entry, 'id');
  if (typeof id !== 'string' || badId(id) !== undefined)
    refuse([...path, 'id'], 'must be the id of the record, a text');
  return id;
}

/** Without `in`: the first record that can be the parent. */
function parentsOf(resource: Resource, path: DataPath, entry: JsonObject, { firsts }: Context): Ids {
  const { needed, optional } = parentNames(resource);
  const ofFirst = Object.entries(firsts.get(ownerOf(resource)?.kind ?? '') ?? {}).filter(([name]) =>
    needed.includes(name),
  );
  const given = member(entry, 'in') ?? Object.fromEntries(ofFirst);
  const names = [...needed, ...optional];
  if (!isObject(given)) refuse([...path, 'in'], `must have: ${names.join(', ')}`);
  const extra = Object.keys(given).find(name => !names.includes(name));
  if (extra !== undefined) refuse([...path, 'in', extra], 'is not the id of a parent');
  for (const name of needed)
    if (typeof given[name] !== 'string') refuse([...path, 'in'], `must have ${name}, the id of a parent`);
  return given as Ids;
}

/** Throws without its parent in the file, or for ids that another record has. */
function ownRecord(resource: Resource, path: DataPath, entry: Json, context: Context): OwnRecord {
  const { isOdd, workspaceIds, now, known, firsts } = context;
  if (!isObject(entry)) refuse(path, 'must be a record');
  if (isTooDeep(entry)) refuse(path, 'nests too deeply');
  const parents = parentsOf(resource, path, entry, context);
  const scope = parentNames(resource).optional.map(name => [name, workspaceIds[0] ?? '']);
  const id = idOf(entry, path);
  const ids: Ids = { ...Object.fromEntries(scope), ...parents, [ownIdName(resource)]: id };
  const key = recordKey(resource, ids);
  if (known.has(key)) refuse([...path, 'id'], 'is the id of an earlier record, too');
  known.add(key);
  if (!firsts.has(resource.kind)) firsts.set(resource.kind, ids);
  const { workspaceId } = parents;
  if (workspaceId !== undefined && !workspaceIds.includes(workspaceId))
    refuse([...path, 'in', 'workspaceId'], 'names no workspace of this file');
  const owner = ownerOf(resource);
  if (owner !== undefined && !known.has(recordKey(owner, ids)))
    refuse([...path, 'in', ownIdName(owner)], `names no ${owner.kind} of this file`);
  const { in: _, ...record } = entry;
  if (isOdd) return { ids, record };
  checkMembers(resource.fields, record, path);
  return { ids, record: { ...blankRecord(resource, id, now), ...record } };
}

/** The list of a kind under its name or its plural. A record without an id gets the same one in every run. */
function entriesOf(json: JsonObject, { kind }: Resource, seed: number) {
  const [name = kind, other] = namesOf(kind).filter(each => Object.hasOwn(json, each));
  if (other !== undefined) refuse([other], `and ${name}: use one of them`);
  const list = member(json, name) ?? [];
  if (!isList(list)) return refuse([name], 'must be a list of records');
  return list.map((given, at) => {
    const isNew = isObject(given) && !Object.hasOwn(given, 'id');
    const entry = isNew ? { id: prefixedId(kind, dice(seed, 'own', kind, at)), ...given } : given;
    return { entry, path: [name, at] };
  });
}

/** Throws a `DataError`. */
function checkRecords(json: Json, options: SandboxOptions): OwnRecords {
  const { workspaceId, seed = 1, now = Date.now(), odd: isAllOdd } = options;
  if (!isObject(json)) refuse([], 'The records must be a map of kinds to lists');
  const kinds = resources.map(({ kind }) => kind);
  const names = [...kinds.flatMap(namesOf), ...Object.keys(RECORDS_OPTIONS)];
  const other = Object.keys(json).find(name => !names.includes(name));
  if (other !== undefined) refuse([other], `is not a kind of records: ${kinds.join(', ')}`);
  const { odd = false, before = {} } = json;
  if (typeof odd !== 'boolean') refuse(['odd'], 'must be true or false');
  const named = entriesOf(json, workspace, seed).map(({ entry, path }) => idOf(entry, path));
  const [generated = ''] = generatedWorkspaceIds(seed, undefined);
  const first = workspaceId ?? named[0] ?? generated;
  const workspaceIds = [...new Set([first, ...named])];
  const isOdd = isAllOdd === true || odd;
  const context: Context = { isOdd, workspaceIds, now, known: new Set(), firsts: new Map() };
  const errors: DataError[] = [];
  const copies = (resource: Resource, { entry, path }: ReturnType<typeof entriesOf>[number]) => {
    try {
      return copiesOf(entry, path, now).map(copy => ownRecord(resource, path, copy, context));
    } catch (error) {
      if (!isDataError(error)) throw error;
      errors.push(error);
      return [];
    }
  };
  const byKind = new Map(
    resources.map(resource => [
      resource.kind,
      entriesOf(json, resource, seed).flatMap(each => copies(resource, each)),
    ]),
  );
  refuseAll(errors);
  const bots = byKind.get(bot.kind) ?? [];
  // A file that changes its bots also decides which members their entries have.
  const hasChanges = ['before', 'noise', 'culprit'].some(name => name in json);
  const records = bots.map(({ record }) => (isOdd || hasChanges ? record : withEntries(record)));
  const present = disturbed(records, json, context);
  const earlier = patched(present, before, ['before'], context);
  const hourBefore = earlier.filter((each, at) => each !== present[at]);
  byKind.set(
    bot.kind,
    bots.map(({ ids }, at) => ({ ids, record: present[at] ?? {} })),
  );
  if (!named.includes(first))
    byKind.get(workspace.kind)?.unshift({
      ids: { workspaceId: first },
      record: blankRecord(workspace, first, now),
    });
  const unread = 'complete' in json ? kinds.filter(kind => !namesOf(kind).some(name => name in json)) : [];
  return { byKind, hourBefore, unread, workspaceIds, isOdd };
}

/** Undefined if they are to be generated. Throws a `TypeError`. */
export async function readOwnRecords(options: SandboxOptions): Promise<OwnRecords | undefined> {
  const { records = options.empty === true ? {} : undefined } = options;
  const take = (json: Json): OwnRecords => checkRecords(json, options);
  if (typeof records === 'string') return readDataFile(records, take);
  // As JSON: without undefined members, and a copy.
  return records && take(JSON.parse(JSON.stringify(records)));
}

function ownSource(resource: Resource, own: readonly OwnRecord[]): Source {
  const parents = resource.ids.length > 1 ? resource.ids.slice(0, -1) : ['workspaceId'];
  const listKey = (ids: Ids) => JSON.stringify(parents.map(name => ids[name]));
  const createdAt = ({ record }: OwnRecord) => traitsOf(resource, record).createdAt;
  const sorted = own.toSorted((a, b) => createdAt(b) - createdAt(a));
  // Not `Map.groupBy`: the package for tests works with Node 20, too.
  const lists = new Map<string, JsonObject[]>();
  for (const { ids, record } of sorted) kept(lists, listKey(ids), () => []).push(record);
  // Without the workspace, as in requests of a bot: those of all.
  const all = sorted.map(({ record }) => record);
  return listSource(resource, ids =>
    parents.every(name => name in ids) ? (lists.get(listKey(ids)) ?? []) : all,
  );
}

export const ownSources = ({ byKind }: OwnRecords): Readonly<Record<string, Source>> =>
  Object.fromEntries(
    [...resources, hubIntegration].map(resource => [
      resource.kind,
      ownSource(resource, byKind.get(resource.kind) ?? []),
    ]),
  );
