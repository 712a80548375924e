import { type JsonObject, member } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import type { Resource } from '../resources/resource.ts';
import type { SafeText } from '../text/sanitise.ts';

/** What is printed: records of one kind as they were read. Every format masks what is secret in them, unless a person asked. */
export type ExportInput = {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
  /** A `list` says whether it is complete; a `record` is the one record by itself. */
  readonly kind: 'list' | 'record';
  /** When one record was read, by the server's clock in epoch milliseconds: what is said of its age is as of then. */
  readonly at?: number | undefined;
  /** Why there may be more on the server than in this list; undefined: there is not. */
  readonly missing?: SafeText | undefined;
  /** Errors of the records that could not be read whole. */
  readonly errors?: ReadonlyMap<JsonObject, JsonObject> | undefined;
  /** The only fields that are wanted, in this order; without it all that there are. */
  readonly only?: readonly string[] | undefined;
  /** It is read on a terminal: characters that cannot be seen are shown. */
  readonly onTerminal?: boolean | undefined;
  /** A person has asked for the secrets as they are. */
  readonly reveals?: boolean | undefined;
};

/** A record as it may be printed: secrets masked, only the fields that are wanted, and why it could not be read. */
export function exportedRecord(
  { resource, errors, only, reveals }: Omit<ExportInput, 'records' | 'kind'>,
  record: JsonObject,
): JsonObject {
  const shown = reveals === true ? record : redact(resource.fields, record);
  const picked =
    only === undefined ? shown : Object.fromEntries(only.map(name => [name, member(shown, name) ?? null]));
  const error = errors?.get(record);
  return error === undefined ? picked : { id: member(shown, 'id') ?? null, ...picked, error };
}

/** The name a list has in files: the one it has in the answer of the service. */
export function listKey({ kind, list }: Resource): string {
  return list?.response.shape === 'page' ? list.response.key : kind;
}
