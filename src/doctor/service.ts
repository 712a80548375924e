import type { Client } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { ConnectionSettings } from '../config/connection.ts';
import { explain, type Failure } from '../failure.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { documentedOperations, root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { span } from '../text/units.ts';
import { type Check, checksOf } from './report.ts';

const { ok, warn, fail, failed, skipped } = checksOf('service');

/** A larger difference of the clocks makes ages and certificates wrong. */
const MAX_SKEW_MS = 30_000;

/** Times of the server's and of our clock at the same moment, in epoch milliseconds. */
export type ClockReading = { readonly server: number; readonly own: number };

export function clockCheck(reading: ClockReading | undefined): Check {
  if (reading === undefined) return skipped('clock', safe`no response had a date`);
  const skew = reading.server - reading.own;
  if (Math.abs(skew) < MAX_SKEW_MS) return ok('clock', safe`same as the server's`);
  const found = safe`the server is ${span(skew)} ${skew > 0 ? safe`ahead` : safe`behind`}`;
  return warn('clock', found, safe`Set this machine's clock. The explorer uses the server's.`);
}

/** Returns the first ids of each kind in a response, so that these records can be read next. */
function idsIn(resource: Resource, value: unknown, ids: Ids): Ids {
  if (!isObject(value as JsonObject)) return {};
  const { items } = value as { readonly items?: readonly JsonObject[] };
  if (items !== undefined) {
    const id = items[0] === undefined ? undefined : ownId(items[0]);
    return id === undefined ? {} : { [ownIdName(resource)]: id };
  }
  const refs = resource.children.flatMap(child =>
    child.from === 'inside' ? child.rows(value as JsonObject, { kind: resource.kind, ids }).slice(0, 1) : [],
  );
  return Object.assign({}, ...refs.map(({ ref }) => ref?.ids ?? {})) as Ids;
}

function tokenCheck(failure: Failure | undefined, origin: SafeText): Check {
  const from = safe`from ${origin}`;
  if (failure === undefined || failure.kind === 'forbidden') return ok('token', safe`accepted, ${from}`);
  if (failure.kind === 'unauthorised') return failed('token', failure, safe`401, ${from}`);
  return skipped('token', safe`${from}; unknown whether the server accepts it`);
}

/** A documented read. It works if it was neither skipped nor failed. */
type Read = { readonly name: string; readonly skipped?: SafeText; readonly failure?: Failure };

/** Returns true if the next read would fail in the same way. */
const stopsReads = ({ kind }: Failure): boolean =>
  kind === 'unauthorised' || kind === 'unreachable' || kind === 'timed-out' || kind === 'cancelled';

function readCheck({ name, skipped: reason, failure }: Read, isAnyWorking: boolean): Check {
  if (reason !== undefined) return skipped(name, reason);
  if (failure === undefined) return ok(name, safe`works`);
  const { title, advice } = explain(failure);
  const found =
    failure.detail === undefined || failure.detail === title ? title : safe`${title}: ${failure.detail}`;
  const isRefused = failure.kind === 'forbidden' || failure.kind === 'unauthorised';
  if (isRefused) return warn(name, found, advice[0]);
  const isShared = !isAnyWorking || stopsReads(failure);
  return isShared ? failed(name, failure, found) : fail(name, found, advice[0]);
}

/** Fails if no read works and the server forbids one. If others work, a forbidden read is a mere warning. */
function permissionCheck(reads: readonly Read[], isAnyWorking: boolean): readonly Check[] {
  const refusal = reads.find(({ failure }) => failure?.kind === 'forbidden')?.failure;
  if (refusal === undefined || isAnyWorking) return [];
  return [failed('permission', refusal, safe`no read works: ${explain(refusal).title}`)];
}

/** Names the lock that keeps deletes from being sent. No read can test whether the token may delete. */
function deleteCheck({ readOnly, readOnlyBy, protect }: ConnectionSettings): Check {
  const origin = readOnlyBy === undefined ? safe`` : safe` (${readOnlyBy})`;
  if (readOnly) return ok('deletes', safe`locked: read-only${origin}`);
  const untested = safe`only a delete shows whether the token may delete`;
  return ok(
    'deletes',
    protect ? safe`protected until unlocked; ${untested}` : safe`allowed here; ${untested}`,
  );
}

/** Tries each documented read once, as far as its ids are known; responses make more ids known. */
export async function serviceChecks(client: Client, settings: ConnectionSettings): Promise<readonly Check[]> {
  let ids: Ids = { ...settings.defaultIds, [ownIdName(root)]: settings.workspaceId };
  let isStopped = false;
  let token: Check | undefined;
  const read = async (resource: Resource, operation: Operation): Promise<Read> => {
    const name = operation.id.replace('.', ' ');
    const missing = operation.parameters.filter(each => ids[each] === undefined).map(each => clean(each));
    if (isStopped) return { name, skipped: safe`skipped after the failure above` };
    if (missing.length > 0) return { name, skipped: safe`no ${joinSafe(missing, ', ')} known` };
    const outcome = await client.send(operation, ids);
    const failure = outcome.ok ? undefined : outcome.failure;
    token ??= tokenCheck(failure, settings.origins.token);
    isStopped = failure !== undefined && stopsReads(failure);
    if (!outcome.ok) return { name, failure: outcome.failure };
    ids = { ...idsIn(resource, outcome.value, ids), ...ids };
    return { name };
  };
  const reads: Read[] = [];
  for (const { resource, operation } of documentedOperations)
    if (operation.method === 'GET') reads.push(await read(resource, operation));
  const isAnyWorking = reads.some(each => each.skipped === undefined && each.failure === undefined);
  return [
    ...(token === undefined ? [] : [token]),
    ...reads.map(each => readCheck(each, isAnyWorking)),
    ...permissionCheck(reads, isAnyWorking),
    deleteCheck(settings),
  ];
}
