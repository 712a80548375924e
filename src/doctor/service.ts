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

const { ok, warn, fail, skipped } = checksOf('service');

/** Clocks that differ by more make "ago" and certificates wrong. */
const SKEW_MS = 30_000;

/** What the server's clock showed (epoch milliseconds), and when that was. */
export type ClockSeen = { readonly server: number; readonly own: number };

/** The server's clock beside ours. */
export function clockCheck(seen: ClockSeen | undefined): Check {
  if (seen === undefined) return skipped('clock', safe`no answer told the time`);
  const skew = seen.server - seen.own;
  if (Math.abs(skew) < SKEW_MS) return ok('clock', safe`as the server's`);
  const words = safe`the server is ${span(skew)} ${skew > 0 ? safe`ahead` : safe`behind`}`;
  return warn('clock', words, safe`Set this machine's clock; the explorer counts from the server's.`);
}

/** The ids that the records inside of a record have, so that those can be read next. */
function insideIds(resource: Resource, record: JsonObject, ids: Ids): Ids {
  const refs = resource.children.flatMap(child =>
    child.from === 'inside' ? child.rows(record, { kind: resource.kind, ids }).slice(0, 1) : [],
  );
  return Object.assign({}, ...refs.map(({ ref }) => ref?.ids ?? {})) as Ids;
}

/** The ids that an answer makes known. */
function learnt(resource: Resource, value: unknown, ids: Ids): Ids {
  if (!isObject(value as JsonObject)) return {};
  const { items } = value as { readonly items?: readonly JsonObject[] };
  if (items === undefined) return insideIds(resource, value as JsonObject, ids);
  const id = items[0] === undefined ? undefined : ownId(items[0]);
  return id === undefined ? {} : { [ownIdName(resource)]: id };
}

const nameOf = ({ id }: Operation): string => id.replace('.', ' ');

const refused = ({ kind }: Failure): boolean => kind === 'forbidden' || kind === 'unauthorised';

function readCheck(operation: Operation, failure: Failure | undefined): Check {
  const name = nameOf(operation);
  if (failure === undefined) return ok(name, safe`answered`);
  const { title, advice } = explain(failure);
  const said =
    failure.detail === undefined || failure.detail === title ? title : safe`${title}: ${failure.detail}`;
  return refused(failure) ? warn(name, said, advice[0]) : fail(name, said, advice[0]);
}

/** Whether the token was accepted, as far as the first answer tells. */
function tokenCheck(failure: Failure | undefined, origin: SafeText): Check {
  const from = safe`from ${origin}`;
  if (failure === undefined || failure.kind === 'forbidden') return ok('token', safe`accepted, ${from}`);
  if (failure.kind !== 'unauthorised')
    return skipped('token', safe`${from}: no answer tells whether it is accepted`);
  return fail('token', safe`401, ${from}`, explain(failure).advice[0]);
}

/** What keeps deletes from being sent; whether the token may delete, no read can tell. */
function deleteCheck({ readOnly, readOnlyBy, protect }: ConnectionSettings): Check {
  const unknown = safe`whether the token may, only a delete tells`;
  if (readOnly)
    return ok(
      'deletes',
      safe`locked: read-only${readOnlyBy === undefined ? safe`` : safe` (${readOnlyBy})`}`,
    );
  return ok('deletes', protect ? safe`protected until unlocked; ${unknown}` : safe`allowed here; ${unknown}`);
}

/** Whether the next read would fail in the same way. */
const isEnd = ({ kind }: Failure): boolean =>
  kind === 'unauthorised' || kind === 'unreachable' || kind === 'timed-out' || kind === 'cancelled';

/** How far the reads have come: the ids that are known, and the answer after which nothing more is asked. */
type Walk = { ids: Ids; end: Failure | undefined; token: Check | undefined };

/** Reads what an operation reads, if its ids are known; what it answers makes more of them known. */
async function readOne(
  client: Client,
  { resource, operation }: (typeof documentedOperations)[number],
  { walk, origin }: { readonly walk: Walk; readonly origin: SafeText },
): Promise<Check> {
  const name = nameOf(operation);
  const lacking = operation.parameters.filter(each => walk.ids[each] === undefined);
  if (walk.end !== undefined) return skipped(name, safe`not asked after that`);
  if (lacking.length > 0)
    return skipped(
      name,
      safe`no ${joinSafe(
        lacking.map(each => clean(each)),
        ', ',
      )} is known`,
    );
  const outcome = await client.send(operation, walk.ids);
  const failure = outcome.ok ? undefined : outcome.failure;
  walk.token ??= tokenCheck(failure, origin);
  if (failure !== undefined && isEnd(failure)) walk.end = failure;
  if (outcome.ok) walk.ids = { ...learnt(resource, outcome.value, walk.ids), ...walk.ids };
  return readCheck(operation, failure);
}

/** What the token may read: each read of the description whose ids are known or found, one after another. */
export async function serviceChecks(client: Client, settings: ConnectionSettings): Promise<readonly Check[]> {
  const ids = { ...settings.defaultIds, [ownIdName(root)]: settings.workspaceId };
  const walk: Walk = { ids, end: undefined, token: undefined };
  const reads: Check[] = [];
  for (const entry of documentedOperations.filter(({ operation }) => operation.method === 'GET'))
    reads.push(await readOne(client, entry, { walk, origin: settings.origins.token }));
  return [...(walk.token === undefined ? [] : [walk.token]), ...reads, deleteCheck(settings)];
}
