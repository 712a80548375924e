import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fetch, httpFetch } from '../../src/api/http.ts';
import type { Operation } from '../../src/api/operation.ts';
import { isList, isObject, type Json, type JsonObject, member } from '../../src/json/json.ts';
import { type Field, type Fields, free, labels, link } from '../../src/resources/field.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { seed } from '../helpers/properties.ts';

/** The form of every canary; four digits identify it. */
export const CANARY = /c4n\d{4}/g;
const forms = JSON.parse(
  readFileSync(join(import.meta.dirname, '../text/secrets/forms.json'), 'utf8'),
) as readonly string[];

/** Creates a planter: it puts a separate canary into each place of a record that can hold a secret. */
export function createPlanter() {
  const places: string[] = [];
  let formsUsed = seed % forms.length;

  function canary(place: string): string {
    const known = places.indexOf(place);
    const at = known < 0 ? places.push(place) - 1 : known;
    return `c4n${String(at).padStart(4, '0')}`;
  }

  const address = (place: string): string =>
    `https://jo:${canary(`${place} user`)}@host.example/hook?a=1&token=${canary(`${place} parameter`)}`;

  /** A text with a secret, in another form each time; the seed chooses the first one. */
  function secretText(place: string): string {
    const form = forms[formsUsed++ % forms.length] ?? '';
    return form.replaceAll('§', `${canary(`${place}: ${form}`)}Zk9Qw4Xb7Lm2Rt6`);
  }

  /** Undocumented members: their names alone mark them as secret. */
  const unnamed = (place: string): JsonObject => ({
    client_secret: canary(`${place}.client_secret`),
    inner: { list: [{ password: canary(`${place}.password`) }], where: address(`${place}.where`) },
    texts: [1, 2, 3].map(at => secretText(`${place}.texts ${at}`)),
    [secretText(`${place} key`)]: 1,
  });

  function secretIn(field: Field, place: string): Json {
    if (field.type !== 'object') return canary(place);
    return { first: canary(`${place}.first`), deep: { list: [canary(`${place}.deep`)] } };
  }

  function entriesIn(each: Fields, value: Json | undefined, place: string): Json {
    if (isList(value)) return [...value, {}].map(item => recordIn(each, isObject(item) ? item : {}, place));
    const entries = { ...(isObject(value) ? value : {}), canary: {} };
    return Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [
        key,
        recordIn(each, isObject(entry) ? entry : {}, `${place}.*`),
      ]),
    );
  }

  /** Returns additional members for an object that accepts any name. */
  function besideIn(field: Field, place: string): JsonObject | undefined {
    if (field === labels) return { apiKey: canary(`${place}.apiKey`) };
    return field === free ? unnamed(place) : undefined;
  }

  function valueIn(field: Field, value: Json | undefined, place: string): Json | undefined {
    const members = isObject(value) ? value : {};
    const beside = besideIn(field, place);
    if (field.secret) return secretIn(field, place);
    if (field === link) return address(place);
    if (field.prose) return `it failed: ${address(place)}, ${secretText(place)}`;
    if (beside !== undefined) return { ...members, ...beside };
    if (field.each !== undefined) return entriesIn(field.each, value, place);
    return field.inner === undefined ? value : recordIn(field.inner, members, place);
  }

  function recordIn(fields: Fields, record: JsonObject, place: string): JsonObject {
    const described = Object.entries(fields).flatMap(([name, field]) => {
      const value = valueIn(field, member(record, name), `${place}.${name}`);
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...record, ...Object.fromEntries(described) };
  }

  const planted = (fields: Fields, kind: string, record: Json | undefined): JsonObject => ({
    ...recordIn(fields, isObject(record) ? record : {}, kind),
    botToken: canary(`${kind}.botToken`),
    note: `see ${address(`${kind}.note`)} for more`,
    extension: unnamed(`${kind}.extension`),
  });

  function plantedBody(body: Json, path: string): Json {
    const found = documentedOperations.find(({ operation }) => isResponseOf(operation, path));
    if (found === undefined || !isObject(body)) return body;
    const { response } = found.operation;
    const { fields, kind } = found.resource;
    if (response.shape === 'page') {
      const items = member(body, response.key);
      return { ...body, [response.key]: isList(items) ? items.map(item => planted(fields, kind, item)) : [] };
    }
    if (response.shape !== 'record') return body;
    return response.key === undefined
      ? planted(fields, kind, body)
      : { ...body, [response.key]: planted(fields, kind, member(body, response.key)) };
  }

  /** The real `fetch`, with canaries in every record of a response. */
  const fetching: Fetch = async (address, init) => {
    const response = await httpFetch(address, init);
    if (response.status >= 300 || response.body === '') return response;
    const body = JSON.stringify(plantedBody(JSON.parse(response.body) as Json, new URL(address).pathname));
    return { ...response, body, text: async () => body };
  };

  return { fetch: fetching, placeOf: (found: string) => places[Number(found.slice(3))] ?? found, places };
}

function isResponseOf({ method, area, path }: Operation, pathname: string): boolean {
  const pattern = `/v1/${area}${path}`.replace(/\{\w+\}/g, '[^/]+');
  return method === 'GET' && new RegExp(`^${pattern}$`).test(pathname);
}
