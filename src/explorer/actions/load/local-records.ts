import type { Client, Exchange, Outcome } from '../../../api/client.ts';
import type { Operation } from '../../../api/operation.ts';
import type { Page } from '../../../api/response.ts';
import { readBackup } from '../../../deletion/backup.ts';
import { type DeleteStorage, type JournalEntry, lastEntries } from '../../../deletion/journal.ts';
import { explain, localFile, type SentRequest } from '../../../failure.ts';
import { isTopic, topicNames, topics } from '../../../help/topics.ts';
import type { Json, JsonObject } from '../../../json/json.ts';
import { backup, journalEntry, request, topic } from '../../../resources/local-kinds.ts';
import { redactResponse } from '../../../resources/redact-response.ts';
import { localResources } from '../../../resources/registry.ts';
import { type LocalData, ownIdName, type Resource } from '../../../resources/resource.ts';
import { attempt } from '../../../text/result.ts';
import { exact } from '../../../text/units.ts';
import { type RequestLog, requestRecord } from '../../state/request-log.ts';
import type { Ports } from '../../state/store.ts';

/** Rows of a page. Each backup of it is read whole. */
const PAGE = 40;

type Read = (
  id: string,
  ids: JsonObject,
  after: string | undefined,
) => Page | JsonObject | Promise<JsonObject>;

/** False for the profile of another server. */
type IsOwn = (profile: Json | undefined) => boolean;

/** A list as it was when it was opened. `rowOf`: undefined for a row of another server. */
type LocalList = Readonly<{
  ids: readonly string[];
  rowOf: (id: string, at: number) => JsonObject | undefined;
}>;

/** A list ends at a page without rows: as many are read as one needs. */
function pageAfter({ ids, rowOf }: LocalList, after: string | undefined): Page {
  const items: JsonObject[] = [];
  let at = after === undefined ? 0 : ids.indexOf(after) + 1;
  for (; at < ids.length && items.length < PAGE; at++) {
    const row = rowOf(ids[at] ?? '', at);
    if (row !== undefined) items.push(row);
  }
  return { items, next: at < ids.length ? ids[at - 1] : undefined, skipped: 0 };
}

/** Reads the journal, the newest delete first, named by its backup. Lines are numbered from the oldest on. */
function journalList({ journal, backups }: DeleteStorage, isOwn: IsOwn): LocalList {
  const lines = journal.lines().map((entry, at) => ({ entry, id: String(at + 1) }));
  const deletes = [...Map.groupBy(lines, ({ entry, id }) => entry?.delete ?? id).values()].toReversed();
  let listed: readonly string[] | undefined;
  const nameOf = ({ at, delete: id }: JournalEntry): Json | undefined => {
    listed ??= attempt(backups.list) ?? [];
    const stamp = `.${at.slice(11, 19).replaceAll(':', '')}.json`;
    return listed
      .filter(path => path.startsWith(at.slice(0, 10)) && path.endsWith(stamp))
      .map(path => readBackup(backups, path, new Map()))
      .find(each => each['delete'] === id)?.['name'];
  };
  const rowOf = (id: string, at: number): JsonObject | undefined => {
    const entries = deletes[at]?.flatMap(({ entry }) => entry ?? []) ?? [];
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return { id, stage: 'unreadable' };
    if (!isOwn(last.profile)) return undefined;
    const record = Object.values(last.ids).at(-1) ?? null;
    const stages = entries.map(({ stage, at: when }) => `${stage} ${exact(when, 'seconds')}`).join(', ');
    return { ...last, id, record, name: nameOf(first) ?? record, stages };
  };
  return { ids: deletes.map(each => each.at(-1)?.id ?? ''), rowOf };
}

function backupList({ backups, journal }: DeleteStorage, isOwn: IsOwn): LocalList {
  const entries = lastEntries(journal.entries);
  const rowOf = (path: string): JsonObject | undefined => {
    const { contents: _contents, ...row } = readBackup(backups, path, entries);
    return isOwn(row['profile']) ? row : undefined;
  };
  return { ids: backups.list(), rowOf };
}

/** Reads one backup. Only listed paths are read, so that an id names no other file. */
function oneBackup({ backups, journal }: DeleteStorage, path: string): JsonObject {
  if (!backups.list().includes(path)) throw new Error('no such backup on this machine');
  return readBackup(backups, path, lastEntries(journal.entries));
}

function requestRow({ scope, ...exchange }: Exchange, id: number): JsonObject {
  const { isAutomatic, failure } = exchange;
  return {
    id: String(id),
    ...requestRecord(exchange),
    outcome: String(exchange.status ?? failure?.kind ?? ''),
    ...(isAutomatic === true && { by: 'auto' }),
    ...(failure !== undefined && { problem: explain(failure).title }),
    ...(scope !== undefined && { header: scope.header, scope: scope.value }),
  };
}

const requestRows = ({ exchanges, count }: RequestLog): readonly JsonObject[] =>
  exchanges()
    .map((each, at, { length }) => requestRow(each, count() - length + at + 1))
    .toReversed();

function oneRequest({ exchanges, count }: RequestLog, id: string): JsonObject {
  const kept = exchanges();
  const exchange = kept[Number(id) - count() + kept.length - 1];
  if (exchange === undefined) throw new Error('it is no longer in memory');
  const { operation, body } = exchange;
  return {
    ...requestRow(exchange, Number(id)),
    ...(body !== undefined && { response: redactResponse(operation, body) }),
  };
}

async function oneTopic(id: string): Promise<JsonObject> {
  if (!isTopic(id)) throw new Error(`the topics are ${topicNames.join(', ')}`);
  const { topicTexts } = await import('../../../help/texts.ts');
  return { id, about: topics[id], text: topicTexts[id] };
}

type LocalLists = Omit<LocalData, 'requests' | 'topics'>;

const NO_LISTS: LocalLists = { usedIntegrations: () => [], causes: () => [], changes: () => [] };

export function withLocalRecords(
  client: Client | undefined,
  { deleteStorage, now }: Pick<Ports, 'deleteStorage' | 'now'>,
  requestLog: RequestLog,
  lists: LocalLists = NO_LISTS,
): Client {
  const sent = (): SentRequest => ({ method: 'GET', path: '', baseUrl: '', at: now(), ms: 0, tries: 0 });

  const opened = new Map<string, LocalList>();

  const inPages = (
    { list: own, variant }: Pick<Resource, 'list' | 'variant'>,
    open: typeof backupList,
  ): readonly (readonly [Operation | undefined, Read])[] =>
    [own, variant?.list].map(operation => [
      operation,
      (id, _ids, after) => {
        const isOwn: IsOwn = profile =>
          operation !== own || [deleteStorage.profile, undefined, null].includes(profile as string);
        const list = (after === undefined ? undefined : opened.get(id)) ?? open(deleteStorage, isOwn);
        opened.set(id, list);
        return pageAfter(list, after);
      },
    ]);

  const data: LocalData = {
    requests: () => requestRows(requestLog),
    topics: () => topicNames.map(id => ({ id, about: topics[id] })),
    ...lists,
  };

  const reads: readonly (readonly [operation: Operation | undefined, read: Read])[] = [
    [request.read, (_id, ids) => oneRequest(requestLog, String(ids[ownIdName(request)]))],
    ...localResources.flatMap(({ list, localRows }) =>
      localRows === undefined
        ? []
        : [[list, (): Page => ({ items: localRows(data), next: undefined, skipped: 0 })] as const],
    ),
    [topic.read, (_id, ids) => oneTopic(String(ids[ownIdName(topic)]))],
    ...inPages(backup, backupList),
    [backup.read, (_id, ids) => oneBackup(deleteStorage, String(ids[ownIdName(backup)]))],
    ...inPages(journalEntry, journalList),
  ];

  function read(...[id, ids, after]: Parameters<Read>): ReturnType<Read> {
    const found = reads.find(([operation]) => operation?.id === id);
    if (found === undefined) throw new Error(`nothing reads ${id} on this machine`);
    return found[1](id, ids, after);
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.isLocal !== true)
      return client?.send(operation, ids, options) ?? { ok: false, failure: { kind: 'no-connection' } };
    try {
      // The shape follows from the operation, which the compiler cannot see here.
      const value = await read(operation.id, ids, options?.page);
      return { ok: true, value, sent: sent() } as Outcome<never>;
    } catch (error) {
      return { ok: false, failure: localFile(error) };
    }
  };
  return { limit: () => 1, ...client, send };
}
