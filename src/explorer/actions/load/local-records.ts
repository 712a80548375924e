import type { Client, Exchange, Outcome } from '../../../api/client.ts';
import type { Operation } from '../../../api/operation.ts';
import type { Page } from '../../../api/response.ts';
import { readBackup } from '../../../deletion/backup.ts';
import { type DeleteStorage, type JournalEntry, lastEntries } from '../../../deletion/journal.ts';
import { explain, localFile, type SentRequest } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { cause } from '../../../resources/cause-kind.ts';
import { backup, change, journalEntry, request, usedIntegration } from '../../../resources/local-kinds.ts';
import { redactResponse } from '../../../resources/redact-response.ts';
import { ownIdName } from '../../../resources/resource.ts';
import { type RequestLog, requestRecord } from '../../state/request-log.ts';
import type { Ports } from '../../state/store.ts';

/** Rows of a page. Each backup of it is read whole. */
const PAGE = 40;

/** Reads a page or a record of this machine. Throws when that fails. */
type Read = (id: string, ids: JsonObject, after: string | undefined) => Page | JsonObject;

/** A list as it was when it was opened. `rowOf` is called for the rows of a page only. */
type LocalList = Readonly<{ ids: readonly string[]; rowOf: (id: string, at: number) => JsonObject }>;

function pageAfter({ ids, rowOf }: LocalList, after: string | undefined): Page {
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  const page = ids.slice(from, from + PAGE);
  return {
    items: page.map((id, at) => rowOf(id, from + at)),
    next: from + PAGE < ids.length ? page.at(-1) : undefined,
    skipped: 0,
  };
}

const lineRecord = (entry: JournalEntry | undefined, id: string): JsonObject =>
  entry === undefined
    ? { id, stage: 'unreadable' }
    : { ...entry, id, record: Object.values(entry.ids).at(-1) ?? null };

/** Reads the journal, the newest line first. Lines are numbered from the oldest on. */
function journalList({ journal }: DeleteStorage): LocalList {
  const lines = journal.lines();
  const ids = lines.map((_line, at) => String(at + 1)).toReversed();
  return { ids, rowOf: (id, at) => lineRecord(lines[lines.length - 1 - at], id) };
}

function backupList({ backups, journal }: DeleteStorage): LocalList {
  const entries = lastEntries(journal.entries);
  const rowOf = (path: string): JsonObject => {
    const { contents: _contents, ...row } = readBackup(backups, path, entries);
    return row;
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
    ...(isAutomatic === true ? { by: 'auto' } : {}),
    ...(failure === undefined ? {} : { problem: explain(failure).title }),
    ...(scope === undefined ? {} : { header: scope.header, scope: scope.value }),
  };
}

const requestPage = ({ exchanges, count }: RequestLog): Page => ({
  items: exchanges()
    .map((each, at, { length }) => requestRow(each, count() - length + at + 1))
    .toReversed(),
  next: undefined,
  skipped: 0,
});

function oneRequest({ exchanges, count }: RequestLog, id: string): JsonObject {
  const kept = exchanges();
  const exchange = kept[Number(id) - count() + kept.length - 1];
  if (exchange === undefined) throw new Error('it is no longer in memory');
  const { operation, body } = exchange;
  return {
    ...requestRow(exchange, Number(id)),
    ...(body === undefined ? {} : { response: redactResponse(operation, body) }),
  };
}

type LocalLists = Readonly<Record<'usedIntegrations' | 'causes' | 'changes', () => readonly JsonObject[]>>;

const NO_LISTS: LocalLists = { usedIntegrations: () => [], causes: () => [], changes: () => [] };

const pageOf = (items: readonly JsonObject[]): Page => ({ items, next: undefined, skipped: 0 });

/** Adds the records of this machine to a client: no request and no connection are needed for them. */
export function withLocalRecords(
  client: Client | undefined,
  { deleteStorage, now }: Pick<Ports, 'deleteStorage' | 'now'>,
  requestLog: RequestLog,
  lists: LocalLists = NO_LISTS,
): Client {
  const sent = (): SentRequest => ({ method: 'GET', path: '', baseUrl: '', at: now(), ms: 0, tries: 0 });

  const opened = new Map<string, LocalList>();

  /** Reads pages of a list as it was at its first page: the journal may be long. */
  const inPages =
    (open: (storage: DeleteStorage) => LocalList): Read =>
    (id, _ids, after) => {
      const list = (after === undefined ? undefined : opened.get(id)) ?? open(deleteStorage);
      opened.set(id, list);
      return pageAfter(list, after);
    };

  const reads: readonly (readonly [operation: Operation | undefined, read: Read])[] = [
    [request.list, () => requestPage(requestLog)],
    [request.read, (_id, ids) => oneRequest(requestLog, String(ids[ownIdName(request)]))],
    [usedIntegration.list, () => pageOf(lists.usedIntegrations())],
    [cause.list, () => pageOf(lists.causes())],
    [change.list, () => pageOf(lists.changes())],
    [backup.list, inPages(backupList)],
    [backup.read, (_id, ids) => oneBackup(deleteStorage, String(ids[ownIdName(backup)]))],
    [journalEntry.list, inPages(journalList)],
  ];

  function read(id: string, ids: JsonObject, after: string | undefined): Page | JsonObject {
    const found = reads.find(([operation]) => operation?.id === id);
    if (found === undefined) throw new Error(`nothing reads ${id} on this machine`);
    return found[1](id, ids, after);
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.isLocal !== true)
      return client?.send(operation, ids, options) ?? { ok: false, failure: { kind: 'no-connection' } };
    try {
      // The shape follows from the operation, which the compiler cannot see here.
      return { ok: true, value: read(operation.id, ids, options?.page), sent: sent() } as Outcome<never>;
    } catch (error) {
      return { ok: false, failure: localFile(error) };
    }
  };
  return { limit: () => 1, ...client, send };
}
