import type { Ids } from '../api/operation.ts';
import { sendEach } from '../api/send-each.ts';
import { badId } from '../api/url.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import { yamlText } from '../formats/documents.ts';
import { isObject, type JsonObject, member } from '../json/json.ts';
import { versionId } from '../resources/installation.ts';
import { integration } from '../resources/integration.ts';
import { event, issue } from '../resources/issue.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { countedRecords, type Ref, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { loadList } from './list.ts';
import { queryOf } from './list-query.ts';
import { done, type Ending, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { INCOMPLETE, joinReasons, writeFailure } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import type { Printer } from './shared/output.ts';
import { pagesOf } from './shared/paginate.ts';
import { createReadStop, endingOf, omittedReason, type ReadStop, readEach, readOne } from './shared/reads.ts';

/** The records read so far, by kind and then by all their ids, and why some are missing. */
type Export = {
  readonly call: KindCall;
  readonly byKind: Map<string, Map<string, JsonObject>>;
  readonly reasons: Set<SafeText>;
  /** Why bots are missing that were not wanted: `--limit`. */
  readonly limits: Set<SafeText>;
  /** Ends the reads of integrations, issues and events. */
  readonly endsReads: ReadStop;
};

const silent: Printer = { add: async () => true, fail: async () => true, end: async () => undefined };

/** Adds a record as `serve --records` reads it: secrets masked, with its id and those of its parents. */
function addRecord(
  { byKind }: Export,
  resource: Resource,
  { ids, record }: { ids: Ids; record: JsonObject },
): void {
  const own = ownIdName(resource);
  const names = resource.ids.filter(name => name !== own);
  const parents = Object.fromEntries(names.map(name => [name, ids[name] ?? '']));
  // A member of this name would be read as the ids of its parents.
  const { in: _, ...members } = redact(resource.fields, record);
  const entry = { ...members, id: ids[own] ?? '' };
  const records = byKind.get(resource.kind) ?? new Map<string, JsonObject>();
  const key = JSON.stringify(resource.ids.map(name => ids[name]));
  // A server may send a record twice; a file has it once.
  if (!records.has(key)) records.set(key, names.length === 0 ? entry : { in: parents, ...entry });
  byKind.set(resource.kind, records);
}

/** Returns the bots to export: those of the words, else those of the list that match. */
async function botRefs({ call, reasons, limits }: Export): Promise<readonly Ref[] | Failure> {
  if (call.words.length > 0) return refsOf(call, 'export');
  const query = await queryOf(call, 'export', undefined);
  if ('kind' in query) return query;
  const { resource } = call;
  const refs: Ref[] = [];
  const result = await loadList({
    ...call,
    query,
    printer: silent,
    take: async rows => {
      for (const { item } of rows) {
        const id = ownId(item);
        if (id !== undefined) refs.push({ kind: resource.kind, ids: { [ownIdName(resource)]: id } });
      }
      return true;
    },
  });
  if (result.failure !== undefined) return result.failure;
  if (result.missing !== undefined) (result.isLimit ? limits : reasons).add(result.missing);
  return refs;
}

/** Adds the integration versions that bots use. Those of other workspaces are not found, and left out. */
async function addIntegrations(collected: Export, bots: readonly JsonObject[]): Promise<void> {
  const { service, context } = collected.call;
  const installed = bots.flatMap(bot => Object.entries(member(bot, 'integrations') ?? {}));
  const ids = [...new Set(installed.map(([key, entry]) => versionId(key, entry)))];
  const failures: Failure[] = [];
  let left = ids.length;
  context.io.progress(safe`integrations: ${ids.length}`);
  const read = (integrationId: string) =>
    readOne({ ...collected.call, resource: integration }, { kind: integration.kind, ids: { integrationId } });
  for await (const [integrationId, outcome] of sendEach(ids, read, service.client.limit)) {
    left--;
    if (outcome.ok) addRecord(collected, integration, { ids: { integrationId }, record: outcome.value });
    else if (outcome.failure.kind !== 'not-found') failures.push(outcome.failure);
    if (collected.endsReads(outcome)) break;
  }
  const reason = omittedReason({ failures, left });
  if (reason !== undefined) collected.reasons.add(reason);
}

type ListItems = { readonly parent: Ids; readonly items: readonly JsonObject[] };

/** Adds the items of a page. Returns their ids; leaves out those without an id that a file could have. */
function addItems(collected: Export, resource: Resource, { parent, items }: ListItems): readonly Ids[] {
  const isValid = (record: JsonObject): boolean => badId(ownId(record)) === undefined;
  if (!items.every(isValid)) collected.reasons.add(safe`Some ${clean(nounOf(resource))} have no valid id.`);
  return items.filter(isValid).map(record => {
    const ids = { ...parent, [ownIdName(resource)]: ownId(record) ?? '' };
    addRecord(collected, resource, { ids, record });
    return ids;
  });
}

/** Adds the records of a list. Returns their ids, or the failure after which no other list is read. */
async function addList(
  collected: Export,
  resource: Resource,
  parent: Ids,
): Promise<readonly Ids[] | Failure> {
  const { list } = resource;
  if (list === undefined) return [];
  const { client } = collected.call.service;
  const found: Ids[] = [];
  const request = { client, ids: parent, options: readOptions(collected.call) };
  for await (const step of pagesOf(list, request)) {
    const isEnd = collected.endsReads(
      step.kind === 'failed' ? { ok: false, failure: step.failure } : { ok: true },
    );
    if (step.kind === 'page') found.push(...addItems(collected, resource, { parent, items: step.items }));
    else if (step.kind === 'endless') collected.reasons.add(step.why);
    else if (step.failure.kind === 'outside' || isEnd) return step.failure;
    else collected.reasons.add(safe`Some lists of ${clean(nounOf(resource))} could not be read.`);
  }
  return found;
}

/** Adds the issues of bots and their events. Returns the failure after which none are read. */
async function addIssues(collected: Export, bots: readonly Ids[]): Promise<Failure | undefined> {
  const { io } = collected.call.context;
  for (const [at, bot] of bots.entries()) {
    io.progress(safe`issues of ${at + 1} of ${bots.length} bots`);
    const issues = await addList(collected, issue, bot);
    if ('kind' in issues) return issues;
    for (const ids of issues) {
      const events = await addList(collected, event, ids);
      if ('kind' in events) return events;
    }
  }
  // An empty list says that there are none; a missing one, that nobody has read them.
  for (const { kind } of [issue, event])
    if (!collected.byKind.has(kind)) collected.byKind.set(kind, new Map());
  return undefined;
}

function fileText({ byKind, reasons, limits }: Export, path: string): string {
  const missing = joinReasons(...reasons, ...limits);
  const lists = Object.fromEntries([...byKind].map(([kind, records]) => [kind, [...records.values()]]));
  const all = { odd: true, complete: missing === undefined, ...(missing && { missing }), ...lists };
  return path.endsWith('.json') ? `${JSON.stringify(all, undefined, 2)}\n` : yamlText(all);
}

/** Returns why a file may not be written; asked before the requests, which may take minutes. */
function pathProblem({ context, values }: KindCall, path: string): Failure | undefined {
  if (path === '-') return undefined;
  try {
    return context.files.check(path) && values['overwrite'] !== true
      ? badArgument(safe`${clean(path, 200)} exists already: choose another name, or add --overwrite.`)
      : undefined;
  } catch (error) {
    return writeFailure(path, error);
  }
}

/** Writes the file, readable for its owner only, or prints it. Returns why that failed. */
async function writeExport(collected: Export, path: string): Promise<Failure | undefined> {
  const { io, files } = collected.call.context;
  const text = fileText(collected, path);
  try {
    if (path === '-') await io.write(text);
    else files.write(path, text, { isPrivate: true });
    return undefined;
  } catch (error) {
    return writeFailure(path, error);
  }
}

/** Returns the numbers of records in words: `1 workspace, 12 bots`. */
function recordCounts({ byKind }: Export): SafeText {
  const counts = [...byKind].map(([kind, { size }]) => countedRecords(resourceOf(kind), size));
  return joinSafe(counts, ', ');
}

/**
 * Writes the workspace, its bots, their integrations and, with consent, their issues into a file that the
 * sandbox serves again. Writes none if no bot could be read.
 */
export async function exportRecords(call: KindCall): Promise<Ending> {
  const { service, context, values } = call;
  const { records: path } = values;
  if (typeof path !== 'string' || path === '')
    return badArgument(safe`Which file? Name it: botscope export --records <file>`);
  const problem = pathProblem(call, path);
  if (problem !== undefined) return problem;
  const collected: Export = {
    call,
    byKind: new Map(),
    reasons: new Set(),
    limits: new Set(),
    endsReads: createReadStop(),
  };
  const rootIds = { [ownIdName(root)]: service.workspaceId };
  const workspace = await readOne({ ...call, resource: root }, { kind: root.kind, ids: rootIds });
  if (!workspace.ok) return workspace.failure;
  addRecord(collected, root, { ids: rootIds, record: workspace.value });
  const refs = await botRefs(collected);
  if ('kind' in refs) return refs;
  const bots: { readonly ids: Ids; readonly record: JsonObject }[] = [];
  const omitted = await readEach(call, refs, {
    printer: silent,
    take: async (record, { ids }) => bots.push({ ids, record }) > 0,
  });
  if (bots.length === 0 && refs.length > 0) return endingOf(refs.length, omitted);
  for (const bot of bots) addRecord(collected, call.resource, bot);
  const reason = omittedReason(omitted);
  if (reason !== undefined) collected.reasons.add(reason);
  await addIntegrations(collected, bots.map(({ record }) => record).filter(isObject));
  const ended = await addIssues(
    collected,
    bots.map(({ ids }) => ids),
  );
  context.io.progress(undefined);
  if (context.io.signal.aborted) return { kind: 'cancelled' };
  if (ended?.kind === 'outside') context.io.remark('botscope: issues are left out: --ext reads them, too\n');
  else if (ended !== undefined)
    collected.reasons.add(safe`The issues could not be read: ${explain(ended).title}.`);
  const failure = await writeExport(collected, path);
  if (failure !== undefined) return failure;
  const counts = joinSafe([recordCounts(collected), ...collected.limits], '. ');
  context.io.remark(`botscope: ${counts}\n`);
  context.io.remark('botscope: not every secret can be recognised: read it before you share it\n');
  if (collected.reasons.size === 0) return done;
  context.io.writeError(`botscope: ${joinSafe([...collected.reasons], ' ')}\n`);
  return { code: INCOMPLETE };
}
