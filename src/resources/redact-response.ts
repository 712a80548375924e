import { isList, isObject, type Json, type JsonObject } from '../json/json.ts';
import { bot } from './bot.ts';
import { type Fields, list, object, secret, text } from './field.ts';
import { redact } from './redact.ts';
import { documentedOperations, resources } from './registry.ts';

const redactRecords = (fields: Fields, value: Json): Json => {
  if (isObject(value)) return redact(fields, value);
  return isList(value) ? value.map(item => redactRecords(fields, item)) : value;
};

/** Marks of a page: its token is no credential. */
const pageMarks: Fields = { nextToken: text, meta: object({ nextToken: text }) };

/**
 * Fields of a response without a description: the members named after a kind hold its records, and those that
 * a bot has are masked as in a bot.
 */
const anyResponse: Fields = {
  ...pageMarks,
  ...Object.fromEntries(
    resources.flatMap(({ kind, plural, fields }) => [
      [kind, object(fields)],
      [plural.toLowerCase(), list('array of objects', fields)],
    ]),
  ),
  configuration: bot.fields.configuration,
  integrations: bot.fields.integrations,
  plugins: bot.fields.plugins,
  webhookId: secret,
};

/** Masks records by their description, everything else by the names of fields. */
export function redactResponse(operationId: string, body: Json): Json {
  const entry = documentedOperations.find(({ operation }) => operation.id === operationId);
  if (!isObject(body)) return isList(body) ? body.map(item => redactResponse(operationId, item)) : body;
  if (entry === undefined) return redact(anyResponse, body);
  const { response } = entry.operation;
  const key = 'key' in response ? response.key : undefined;
  const { fields } = entry.resource;
  if (key === undefined) return redact(fields, body);
  const { [key]: records, ...rest } = body;
  const masked: JsonObject = redact(pageMarks, rest);
  return Object.fromEntries(
    Object.keys(body).map(name => [
      name,
      name === key && records !== undefined ? redactRecords(fields, records) : (masked[name] ?? null),
    ]),
  );
}
