import { isList, isObject, type Json, type JsonObject } from '../json/json.ts';
import type { Fields } from './field.ts';
import { redact } from './redact.ts';
import { documentedOperations } from './registry.ts';

const whole = (fields: Fields, value: Json): Json => {
  if (isObject(value)) return redact(fields, value);
  return isList(value) ? value.map(item => whole(fields, item)) : value;
};

/**
 * Masks the response of an operation: records by their description, everything else by the names of fields.
 */
export function redactResponse(operationId: string, body: Json): Json {
  const entry = documentedOperations.find(({ operation }) => operation.id === operationId);
  if (!isObject(body)) return isList(body) ? body.map(item => redactResponse(operationId, item)) : body;
  const { response } = entry?.operation ?? {};
  const key = response !== undefined && 'key' in response ? response.key : undefined;
  const fields = entry?.resource.fields ?? {};
  if (key === undefined) return redact(fields, body);
  const { [key]: records, ...rest } = body;
  const masked: JsonObject = redact({}, rest);
  return Object.fromEntries(
    Object.keys(body).map(name => [
      name,
      name === key && records !== undefined ? whole(fields, records) : (masked[name] ?? null),
    ]),
  );
}
