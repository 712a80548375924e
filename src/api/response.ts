import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { Answer, Shape } from './operation.ts';

/** One page of a list. `next` is undefined at the end; `skipped` counts items that are no objects. */
export type Page = {
  readonly items: readonly JsonObject[];
  readonly next: string | undefined;
  readonly skipped: number;
};

/** What an answer of each shape becomes. A record keeps every field as sent, also those the spec does not name. */
export type Answered = {
  readonly page: Page;
  readonly record: JsonObject;
  readonly nothing: undefined;
  readonly deleted: undefined;
};

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: SafeText };

function readPage(key: string, body: Json | undefined): Reading<Page> {
  const list = member(body, key);
  if (!isList(list)) return { ok: false, why: safe`there is no list "${shortText(key)}" in it` };
  const items = list.filter(isObject);
  const token = member(member(body, 'meta'), 'nextToken');
  const next = typeof token === 'string' && token !== '' ? token : undefined;
  return { ok: true, value: { items, next, skipped: list.length - items.length } };
}

function readRecord(key: string | undefined, body: Json | undefined): Reading<JsonObject> {
  const record = key === undefined ? body : member(body, key);
  if (isObject(record)) return { ok: true, value: record };
  return {
    ok: false,
    why: key === undefined ? safe`it is no object` : safe`there is no "${shortText(key)}" in it`,
  };
}

/**
 * Reads the envelope of a 2xx answer; the fields inside are read later, one by one (spec 2.6 promises none).
 * `body` is undefined for an empty answer. A deleted object is never looked at (spec 4, rule 4).
 */
export function readAnswer(answer: Answer, body: Json | undefined): Reading<Answered[Shape]> {
  switch (answer.shape) {
    case 'page':
      return readPage(answer.key, body);
    case 'record':
      return readRecord(answer.key, body);
    case 'nothing':
    case 'deleted':
      return body === undefined || isObject(body)
        ? { ok: true, value: undefined }
        : { ok: false, why: safe`it is no object` };
  }
}
