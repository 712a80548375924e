import { localOperation } from '../api/operation.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { count, flag, free, id, shortTime, type Tone, text, time } from './field.ts';
import { defineResource } from './resource.ts';

/** Returns `31 sent · 1 failed · median 204 ms`; a simulated request was not sent and did not fail. */
function summary(requests: readonly JsonObject[]): SafeText {
  const sent = requests.filter(({ failure }) => failure !== 'dry-run');
  const failed = sent.filter(({ failure }) => failure !== undefined).length;
  const times = sent.map(({ ms }) => Number(ms)).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  const simulated = requests.length - sent.length;
  const took = median === undefined ? safe`` : safe` · median ${median} ms`;
  const dry = simulated === 0 ? safe`` : safe` · ${simulated} simulated`;
  return safe`${sent.length} sent · ${failed} failed${dry}${took}`;
}

const outcomeTone = (outcome: Json | undefined): Tone =>
  outcome === 'dry-run' ? 'warn' : /^[23]/.test(String(outcome)) ? 'good' : 'bad';

const shellQuote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Returns a request as a curl command that reads the token from the environment. */
function curl({ method, baseUrl, path, header, scope }: JsonObject) {
  const parts = [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "authorization: Bearer $BP_TOKEN"',
    ...(header === undefined ? [] : [`-H ${shellQuote(`${header}: ${scope}`)}`]),
    shellQuote(`${baseUrl}${path}`),
  ];
  return { text: parts.join(' '), description: safe`curl, without the token` };
}

/**
 * A request that this program has sent, in memory only. `id`: its number since the start; `by`: `auto` if
 * nobody asked for it; `outcome`: the status, or the kind of failure without one; `header`, `scope`: the
 * scope header that was sent; `response`: the body, secrets masked.
 */
export const request = defineResource({
  kind: 'requests',
  title: safe`Request`,
  plural: safe`Requests`,
  ids: ['requestId'],
  fields: {
    id,
    at: time,
    method: { ...text, tone: method => (method === 'GET' ? 'plain' : 'bad') },
    path: text,
    status: count,
    ms: count,
    bytes: count,
    tries: count,
    by: text,
    operation: text,
    isAutomatic: flag,
    outcome: { ...text, tone: outcomeTone },
    failure: text,
    problem: text,
    detail: text,
    errorId: text,
    baseUrl: text,
    header: text,
    scope: text,
    response: free,
  },
  columns: [
    { title: safe`PATH`, field: 'path', width: 48, rank: 1 },
    { title: safe`METHOD`, field: 'method', width: 6, rank: 1 },
    { title: safe`STATUS`, field: 'outcome', width: 9, rank: 1 },
    { title: safe`MS`, field: 'ms', width: 6, rank: 2, align: 'right' },
    { title: safe`BYTES`, field: 'bytes', width: 8, rank: 4, align: 'right' },
    { title: safe`TRIES`, field: 'tries', width: 5, rank: 6, align: 'right' },
    { title: safe`BY`, field: 'by', width: 4, rank: 5 },
    { title: safe`AT`, field: 'at', as: shortTime, width: 6, exact: 17, rank: 1, align: 'right' },
  ],
  labels: { id: safe`number`, baseUrl: safe`address`, by: safe`sent by`, header: safe`scope header` },
  sections: [
    {
      title: safe`Request`,
      fields: [
        ...['method', 'path', 'status', 'failure', 'problem', 'detail', 'errorId', 'at', 'ms', 'bytes'],
        ...['tries', 'by', 'operation', 'baseUrl', 'header', 'scope', 'id', 'response'],
      ] as const,
    },
    {
      title: safe`Response`,
      fields: ['response'],
      tab: safe`Response`,
      document: { foldedFrom: Number.POSITIVE_INFINITY },
    },
  ],
  nameField: 'path',
  summary,
  copy: curl,
  list: localOperation('requests.list', { shape: 'page', key: 'requests' }),
  read: localOperation('requests.read', { shape: 'record' }),
});
