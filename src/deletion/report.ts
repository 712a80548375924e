import { failureLine } from '../api/failure-line.ts';
import type { JsonObject } from '../json/json.ts';
import { choice, count, id, text, time } from '../resources/field.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import { defineResource, type Ref } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { DeleteResult } from './delete.ts';
import { failureOf, failureTitle, isGone, resultWords, targetWords, whyUnsent } from './results.ts';

const RESULTS = choice({
  deleted: 'good',
  gone: 'good',
  missing: 'bad',
  'not-deleted': 'bad',
  unsent: 'bad',
  unknown: 'warn',
  played: 'plain',
});

/**
 * The result of one delete as a record, for commands and saved reports. Not a kind of the service. `outcome`
 * repeats `result` for older scripts.
 */
export const deletion = defineResource({
  kind: 'results',
  title: safe`Deletion`,
  plural: safe`Deletions`,
  ids: ['deletionId'],
  fields: {
    result: RESULTS,
    kind: text,
    id,
    name: text,
    status: count,
    message: text,
    outcome: RESULTS,
    why: text,
    request: text,
    scope: text,
    at: time,
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`ID`, field: 'id', width: 36, rank: 1 },
    { title: safe`RESULT`, field: 'result', width: 12, rank: 1 },
    { title: safe`STATUS`, field: 'status', width: 6, rank: 2 },
    { title: safe`WHY`, field: 'why', width: 24, rank: 2 },
  ],
  sections: [
    {
      title: safe`Deletion`,
      fields: ['id', 'kind', 'name', 'result', 'status', 'message', 'why', 'request', 'scope', 'at'],
    },
  ],
  nameField: 'name',
});

/** A simulated delete as a record: its request and its result. */
export const simulatedDelete = defineResource({
  kind: 'requests',
  title: safe`Request`,
  plural: safe`Requests`,
  ids: ['id'],
  fields: { method: text, url: text, header: text, ...deletion.fields },
});

type ReportedDelete = {
  readonly ref: Ref;
  readonly name: SafeText | undefined;
  readonly result: DeleteResult;
  /** Time of the report, in epoch milliseconds; used if nothing was sent. */
  readonly at: number;
};

export function resultRecord({ ref, name, result, at }: ReportedDelete): JsonObject {
  const failure = failureOf(result);
  const sent = ('sent' in result ? result.sent : undefined) ?? failure?.sent;
  const words = resultWords(result, { kind: ref.kind, what: targetWords(ref, name) });
  const request = sent === undefined ? '' : `${sent.method} ${sent.path}`;
  return {
    result: result.end,
    kind: ref.kind,
    id: ref.ids[ownIdName(resourceOf(ref.kind))] ?? '',
    name: name ?? null,
    status: sent?.status ?? null,
    message: failure === undefined || isGone(result) ? words : `${words} ${failureLine(failure)}`,
    outcome: result.end,
    why: result.end === 'unsent' ? whyUnsent(result) : failureTitle(failure, safe``),
    request: result.end === 'played' ? result.request : request,
    scope: sent?.scope === undefined ? '' : `${sent.scope.header}: ${sent.scope.value}`,
    at: new Date(sent?.at ?? at).toISOString(),
  };
}
