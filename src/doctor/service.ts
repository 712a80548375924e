import type { Client } from '../api/client.ts';
import { extraDetail } from '../api/failure-line.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { ConnectionSettings } from '../config/connection.ts';
import { explain, type Failure, hasTrait } from '../failure.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { documentedOperations, root } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { span } from '../text/units.ts';
import type { Arrival } from './network.ts';
import { type Check, fail, failed, ok, skipped, warn } from './report.ts';

/** A larger difference of the clocks makes ages and certificates wrong. */
const MAX_SKEW_MS = 30_000;

export function clockCheck(arrival: Arrival | undefined): Check {
  const skew = arrival === undefined ? Number.NaN : arrival.clock.server - arrival.clock.own;
  if (Number.isNaN(skew)) return skipped('clock', safe`no response had a date`);
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

/** A documented read. It works if it was neither skipped nor failed. */
type Read = { readonly name: string; readonly skipped?: SafeText; readonly failure?: Failure };

/** Tries each documented read once, as far as its ids are known; responses make more ids known. */
export async function tryReads(
  client: Client,
  { defaultIds, workspaceId }: ConnectionSettings,
): Promise<readonly Read[]> {
  let ids: Ids = { ...defaultIds, [ownIdName(root)]: workspaceId };
  let isStopped = false;
  const read = async (resource: Resource, operation: Operation): Promise<Read> => {
    const name = operation.id.replace('.', ' ');
    const missing = operation.parameters.filter(each => ids[each] === undefined).map(each => clean(each));
    if (isStopped) return { name, skipped: safe`skipped after the failure above` };
    if (missing.length > 0) return { name, skipped: safe`no ${joinSafe(missing, ', ')} known` };
    const outcome = await client.send(operation, ids);
    if (outcome.ok) {
      ids = { ...idsIn(resource, outcome.value, ids), ...ids };
      return { name };
    }
    isStopped = hasTrait(outcome.failure, 'stops-reads');
    return { name, failure: outcome.failure };
  };
  const reads: Read[] = [];
  for (const { resource, operation } of documentedOperations)
    if (operation.method === 'GET') reads.push(await read(resource, operation));
  return reads;
}

function tokenCheck(failure: Failure | undefined, origin: SafeText): Check {
  const from = safe`from ${origin}`;
  if (failure === undefined || failure.kind === 'forbidden') return ok('token', safe`accepted, ${from}`);
  if (failure.kind === 'unauthorised') return failed('token', failure, safe`401, ${from}`);
  return skipped('token', safe`${from}; unknown whether the server accepts it`);
}

function readCheck({ name, skipped: reason, failure }: Read, isAnyWorking: boolean): Check {
  if (reason !== undefined) return skipped(name, reason);
  if (failure === undefined) return ok(name, safe`works`);
  const { title, advice } = explain(failure);
  const detail = extraDetail(failure);
  const found = detail === undefined ? title : safe`${title}: ${detail}`;
  if (failure.kind === 'forbidden' || failure.kind === 'unauthorised') return warn(name, found, advice[0]);
  const isShared = !isAnyWorking || hasTrait(failure, 'stops-reads');
  return isShared ? failed(name, failure, found) : fail(name, found, advice[0]);
}

/** Names the lock that keeps deletes from being sent. No read can test whether the token may delete. */
function deleteCheck({ readOnly, readOnlyBy, protect }: ConnectionSettings): Check {
  if (readOnly) return ok('deletes', safe`locked: read-only${readOnlyBy && safe` (${readOnlyBy})`}`);
  const lock = protect ? safe`protected until unlocked` : safe`allowed here`;
  return ok('deletes', safe`${lock}; only a delete shows whether the token may delete`);
}

/** Checks what the token may read and delete. The service was reached with the first of the reads. */
export function serviceChecks(reads: readonly Read[], settings: ConnectionSettings): readonly Check[] {
  const isAnyWorking = reads.some(each => each.skipped === undefined && each.failure === undefined);
  const refusal = reads.find(({ failure }) => failure?.kind === 'forbidden')?.failure;
  return [
    tokenCheck(reads[0]?.failure, settings.origins.token),
    ...reads.map(each => readCheck(each, isAnyWorking)),
    ...(refusal === undefined || isAnyWorking
      ? []
      : [failed('permission', refusal, safe`no read works: ${explain(refusal).title}`)]),
    deleteCheck(settings),
  ];
}
