import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { badArgument, explain, type Failure } from '../failure.ts';
import { yamlText } from '../formats/documents.ts';
import { isObject, type JsonObject, member } from '../json/json.ts';
import { integration, versionId } from '../resources/integration.ts';
import { event, issue } from '../resources/issue.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { countedRecords, ownId, ownIdName, type Ref, type Resource, refTo } from '../resources/resource.ts';
import { checkNamedFile, writeNamedFile } from '../storage/named-file.ts';
import { kept } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { loadList, queryOf } from './list.ts';
import { done, type Ending, type KindCall, nounOf, readOptions } from './shared/context.ts';
import { INCOMPLETE, joinReasons, writeProblem } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import { pagesOf } from './shared/paginate.ts';
import { createReadStop, endingOf, omittedReason, readEach, readOne, readRecords } from './shared/reads.ts';

/** `byKind`: the records read so far, by all their ids; `reasons`: why some are missing. */
type Export = Readonly<{
  call: KindCall;
  byKind: Map<string, Map<string, JsonObject>>;
  reasons: Set<SafeText>;
  /** Why bots are missing on purpose: `--limit`. */
  limits: Set<SafeText>;
  endsReads: ReturnType<typeof createReadStop>;
}>;

const silent = { fail: async () => true };

/** Adds it as `serve --records` reads it: secrets masked, with the ids of its parents. */
function addRecord({ byKind }: Export, resource: Resource, ids: Ids, record: JsonObject) {
  const own = ownIdName(resource);
  const names = resource.ids.filter(name => name !== own);
  const parents = Object.fromEntries(names.map(name => [name, ids[name] ?? '']));
  // A member of this name would be read as the ids of its parents.
  const { in: _, ...members } = redact(resource.fields, record);
  const entry = { ...members, id: ids[own] ?? '' };
  const records = kept(byKind, resource.kind, () => new Map<string, JsonObject>());
  const key = JSON.stringify(resource.ids.map(name => ids[name]));
  // A server may send a record twice; a file has it once.
  if (!records.has(key)) records.set(key, names.length === 0 ? entry : { in: parents, ...entry });
}

async function botRefs({ call, reasons, limits }: Export): Promise<readonly Ref[] | Failure> {
  if (call.words.length > 0) return refsOf(call, 'export');
  const query = await queryOf(call, 'export');
  if ('kind' in query) return query;
  const { resource } = call;
  const ids: string[] = [];
  const { failure, missing, isLimit } = await loadList({
    ...call,
    query,
    printer: silent,
    take: async rows => {
      ids.push(...rows.flatMap(({ item }) => ownId(item) ?? []));
      return true;
    },
  });
  if (failure !== undefined) return failure;
  if (missing !== undefined) (isLimit ? limits : reasons).add(missing);
  return ids.map(id => refTo(resource, id));
}

/** Versions of other workspaces are not found, and left out. */
async function addIntegrations(collected: Export, bots: readonly JsonObject[]) {
  const { call, endsReads, reasons } = collected;
  const installed = bots.flatMap(bot => Object.entries(member(bot, 'integrations') ?? {}));
  const ids = [...new Set(installed.map(([key, entry]) => versionId(key, entry)))];
  const failures: Failure[] = [];
  let left = ids.length;
  call.context.io.progress(safe`integrations: ${ids.length}`);
  const refs = ids.map(id => refTo(integration, id));
  for await (const { ref, outcome } of readRecords({ ...call, resource: integration }, refs, endsReads)) {
    left--;
    if (outcome.ok) addRecord(collected, integration, ref.ids, outcome.value);
    else if (outcome.failure.kind !== 'not-found') failures.push(outcome.failure);
  }
  const reason = omittedReason({ failures, left });
  if (reason !== undefined) reasons.add(reason);
}

async function addList(collected: Export, resource: Resource, parent: Ids) {
  const { call, reasons, endsReads } = collected;
  const { list } = resource;
  if (list === undefined) return [];
  const noun = clean(nounOf(resource));
  const request = { client: call.service.client, ids: parent, options: readOptions(call) };
  const records: JsonObject[] = [];
  let ended: Failure | undefined;
  for await (const step of pagesOf(list, request)) {
    const isEnd = endsReads(step.kind === 'failed' ? step.failure : undefined);
    if (step.kind === 'page') records.push(...step.items);
    else if (step.kind === 'endless') reasons.add(step.why);
    else if (step.failure.kind === 'outside' || isEnd) ended = step.failure;
    else reasons.add(safe`Some lists of ${noun} could not be read.`);
  }
  // A file could not have other ids.
  const valid = records.filter(record => badId(ownId(record)) === undefined);
  if (valid.length < records.length) reasons.add(safe`Some ${noun} have no valid id.`);
  const found = valid.map(record => {
    const { ids } = refTo(resource, ownId(record) ?? '', parent);
    addRecord(collected, resource, ids, record);
    return ids;
  });
  return ended ?? found;
}

/** A failure after which no other list is read. */
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
  for (const { kind } of [issue, event]) kept(collected.byKind, kind, () => new Map());
  return undefined;
}

function fileText({ byKind, reasons, limits }: Export, path: string) {
  const missing = joinReasons(...reasons, ...limits);
  const lists = Object.fromEntries([...byKind].map(([kind, records]) => [kind, [...records.values()]]));
  const all = { odd: true, complete: missing === undefined, ...(missing && { missing }), ...lists };
  return path.endsWith('.json') ? `${JSON.stringify(all, undefined, 2)}\n` : yamlText(all);
}

/** Asked before the requests, which may take minutes. */
function pathProblem({ values }: KindCall, path: string): Failure | undefined {
  if (path === '-') return undefined;
  let exists = false;
  const problem = writeProblem(path, () => {
    exists = checkNamedFile(path);
  });
  return exists && values['overwrite'] !== true
    ? badArgument(safe`${clean(path, 200)} exists already: choose another name, or add --overwrite.`)
    : problem;
}

async function finishExport(collected: Export, path: string, bots: readonly Ids[]): Promise<Ending> {
  const { call, byKind, reasons, limits } = collected;
  const { io } = call.context;
  const ended = await addIssues(collected, bots);
  io.progress(undefined);
  if (io.signal.aborted) return { kind: 'cancelled' };
  if (ended?.kind === 'outside') io.remark('botscope: issues are left out: --ext reads them, too\n');
  else if (ended !== undefined) reasons.add(safe`The issues could not be read: ${explain(ended).title}.`);
  const text = fileText(collected, path);
  if (path === '-') await io.write(text);
  else {
    const failure = writeProblem(path, () => writeNamedFile(path, text, { isPrivate: true }));
    if (failure !== undefined) return failure;
  }
  const counts = [...byKind].map(([kind, { size }]) => countedRecords(resourceOf(kind), size));
  io.remark(`botscope: ${joinSafe([joinSafe(counts), ...limits], '. ')}\n`);
  io.remark('botscope: not every secret can be recognised: read it before you share it\n');
  if (reasons.size === 0) return done;
  io.writeError(`botscope: ${joinSafe([...reasons], ' ')}\n`);
  return { code: INCOMPLETE };
}

/** Writes a file that the sandbox serves again; issues need consent. None if no bot could be read. */
export async function exportRecords(call: KindCall): Promise<Ending> {
  const { records: path } = call.values;
  if (typeof path !== 'string' || path === '')
    return badArgument(safe`Give a file: botscope export --records <file>`);
  const problem = pathProblem(call, path);
  if (problem !== undefined) return problem;
  const empty = { byKind: new Map(), reasons: new Set<SafeText>(), limits: new Set<SafeText>() };
  const collected: Export = { call, ...empty, endsReads: createReadStop() };
  const refs = await botRefs(collected);
  if ('kind' in refs) return refs;
  const own = refTo(root, call.service.workspaceId);
  const workspace = await readOne({ ...call, resource: root }, own);
  if (!workspace.ok) return workspace.failure;
  addRecord(collected, root, own.ids, workspace.value);
  const bots: Readonly<{ ids: Ids; record: JsonObject }>[] = [];
  const take = async (record: JsonObject, { ids }: Ref) => bots.push({ ids, record }) > 0;
  const omitted = await readEach(call, refs, silent, take);
  if (bots.length === 0 && refs.length > 0) return endingOf(refs.length, omitted);
  for (const { ids, record } of bots) addRecord(collected, call.resource, ids, record);
  const reason = omittedReason(omitted);
  if (reason !== undefined) collected.reasons.add(reason);
  await addIntegrations(collected, bots.map(({ record }) => record).filter(isObject));
  return finishExport(
    collected,
    path,
    bots.map(({ ids }) => ids),
  );
}
