import { isList, isObject, type Json } from '../json/json.ts';
import { bot } from './bot.ts';
import { type Fields, list, object, secret, text } from './field.ts';
import { redact } from './redact.ts';
import { documentedOperations, resources } from './registry.ts';

/** The token of a page is no credential. */
const pageMarks: Fields = { nextToken: text, meta: object({ nextToken: text }) };

/** Members named after a kind hold its records; those that a bot has are masked as in a bot. */
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

/** Records by their description, everything else by the names of fields. */
export function redactResponse(operationId: string, body: Json): Json {
  if (!isObject(body)) return isList(body) ? body.map(item => redactResponse(operationId, item)) : body;
  const described = documentedOperations.find(({ operation }) => operation.id === operationId);
  if (described === undefined) return redact(anyResponse, body);
  const { operation, resource } = described;
  const key = 'key' in operation.response ? operation.response.key : undefined;
  return redact(key === undefined ? resource.fields : { ...pageMarks, [key]: object(resource.fields) }, body);
}
