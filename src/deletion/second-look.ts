import { isObject, isSame, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';

/** Age in milliseconds from which a record is read again before its DELETE is sent. */
export const LOOK_MS = 30_000;

const FIELDS = ['name', 'id', 'tags', 'dev', 'alwaysAlive', 'status', 'deployedAt'] as const;

/** Returns a value whose order of members does not matter. */
const unordered = (value: Json | undefined): Json | undefined =>
  isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;

/** Returns the ids of the installed integrations. */
const installed = (record: JsonObject): Json => Object.keys(member(record, 'integrations') ?? {}).sort();

/** Returns the fields that differ from those that a person has confirmed; a new `updatedAt` alone is none. */
function changedFields(before: JsonObject, after: JsonObject): readonly SafeText[] {
  const fields = FIELDS.filter(
    field => !isSame(unordered(member(before, field)), unordered(member(after, field))),
  );
  const hasOtherIntegrations = !isSame(installed(before), installed(after));
  return [...fields.map(field => clean(field)), ...(hasOtherIntegrations ? [safe`integrations`] : [])];
}

/** A record as it was confirmed, and as it was read again; undefined if it could not be read. */
type SecondLook = { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined };

/** Returns why records that were read again must be confirmed anew; undefined if nothing has changed. */
export function secondLookProblem(looks: readonly SecondLook[]): SafeText | undefined {
  if (looks.some(({ after }) => after === undefined))
    return safe`Nothing was sent: not everything could be checked again.`;
  const fields = looks.flatMap(({ before = {}, after = {} }) => changedFields(before, after));
  const names = joinSafe([...new Set(fields)], ', ');
  return fields.length === 0
    ? undefined
    : safe`Nothing was sent: changed since the check: ${names}. Confirm anew.`;
}
