import { explain, type Failure, failureLine } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { choice, count, id, text, time } from '../resources/field.ts';
import { ownerOf, refId, resourceOf, root } from '../resources/registry.ts';
import { defineResource, ownIdName, type Ref } from '../resources/resource.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../text/sanitise.ts';
import { type DeleteResult, NOT_STARTED } from './delete.ts';

type RecordWords = Readonly<{ kind: string; what: SafeText }>;

type ResultWords = Readonly<{
  tone: 'good' | 'warn' | 'bad';
  label: (result: DeleteResult) => SafeText;
  sentence: (result: DeleteResult, record: RecordWords) => SafeText;
}>;

const failureTitle = (failure: Failure | undefined, otherwise: SafeText) =>
  failure === undefined ? otherwise : explain(failure).title;

/** `This bot has no such conversation: deleted, mistyped, or of another bot.` */
export function missingWords(kind: string): SafeText {
  const resource = resourceOf(kind);
  const owner = clean((ownerOf(resource) ?? root).title.toLowerCase());
  const title = lower(resource.title);
  const hint = resource.missingHint && safe` ${resource.missingHint}`;
  return safe`This ${owner} has no such ${title}: deleted, mistyped, or of another ${owner}.${hint}`;
}

const resultTable: { readonly [E in DeleteResult['end']]: ResultWords } = {
  deleted: {
    tone: 'good',
    label: () => safe`deleted`,
    sentence: ({ isReread }, { what }) =>
      isReread
        ? safe`Deleted ${what}. The response was lost, but the server confirms it is gone.`
        : safe`Deleted ${what}.`,
  },
  gone: {
    tone: 'good',
    label: () => safe`already gone (404)`,
    sentence: (_result, { what }) => safe`${what} was already gone (404).`,
  },
  missing: {
    tone: 'bad',
    label: () => safe`no such record (404)`,
    sentence: (_result, { kind }) => missingWords(kind),
  },
  'not-deleted': {
    tone: 'bad',
    label: ({ failure, isReread }) =>
      isReread
        ? safe`still exists: ${failureTitle(failure, safe`no response`)}`
        : failureTitle(failure, safe`not deleted`),
    sentence: ({ isReread }) => (isReread ? safe`Not deleted: it still exists.` : safe`Not deleted.`),
  },
  unknown: {
    tone: 'warn',
    label: ({ failure }) => safe`unknown, check: ${failureTitle(failure, safe`no response`)}`,
    sentence: ({ isFound }) =>
      isFound
        ? safe`Outcome unknown: it exists, but may yet be deleted. :unfinished checks it later. botscope will not retry.`
        : safe`Outcome unknown: it may or may not be gone. botscope will not retry.`,
  },
  unsent: {
    tone: 'bad',
    label: ({ failure, why }) => safe`not sent: ${failureTitle(failure, why ?? safe``)}`,
    sentence: ({ why }) => (why === undefined ? safe`Nothing was sent.` : safe`Nothing was sent: ${why}.`),
  },
  played: {
    tone: 'good',
    label: () => safe`simulated; see the request log`,
    sentence: ({ request = safe`` }) => safe`Dry run: ${request} was not sent.`,
  },
};

export const isGone = ({ end }: DeleteResult) => end === 'deleted' || end === 'gone';

export function labelOf(result: DeleteResult) {
  const { tone, label } = resultTable[result.end];
  return { tone, text: label(result) };
}

export function resultWords(result: DeleteResult, record: RecordWords): SafeText {
  const words = resultTable[result.end].sentence(result, record);
  return result.unwritten === undefined ? words : safe`${words} But ${result.unwritten}.`;
}

/** The batch ended before its request was sent. */
export const isStopped = (result: DeleteResult) =>
  result === NOT_STARTED || (result.end === 'unsent' && result.failure?.kind === 'cancelled');

export const failedReadResult = (failure: Failure, wasSeen = false): DeleteResult =>
  failure.kind === 'not-found' ? { end: wasSeen ? 'gone' : 'missing', failure } : { end: 'unsent', failure };

function exitCodeFor(result: DeleteResult) {
  if (isGone(result) || result.end === 'played') return 0;
  if (result.end === 'missing') return 3;
  return result.failure === undefined ? 1 : explain(result.failure).exitCode;
}

export const isFailed = (result: DeleteResult, ignoresMissing: boolean) =>
  exitCodeFor(result) !== 0 && !(ignoresMissing && result.end === 'missing');

/** For one record that of its result; for several 1 if any failed, 3 if all are missing. */
export function exitCodeOf(results: readonly DeleteResult[], ignoresMissing: boolean): number {
  const failed = results.filter(result => isFailed(result, ignoresMissing));
  const [first] = failed;
  if (first === undefined) return 0;
  if (results.length === 1) return exitCodeFor(first);
  return failed.length === results.length && failed.every(({ end }) => end === 'missing') ? 3 : 1;
}

export function targetWords({ kind, ids }: Ref, name: SafeText | undefined): SafeText {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const parents = Object.entries(ids).filter(([each]) => each !== own);
  const below = parents.map(
    ([each, value]) => safe` of ${clean(each.replace(/Id$/, ''))} ${clean(value, 80)}`,
  );
  const title = lower(resource.title);
  const id = clean(ids[own] ?? '', 80);
  return safe`${title} ${name ? safe`${name} (${id})` : id}${joinSafe(below, '')}`;
}

const tones = Object.entries(resultTable).map(([end, { tone }]) => [end, tone]);
const results = choice({ ...Object.fromEntries(tones), played: 'plain' });

/** For commands and saved reports, no kind of the service. `outcome` repeats `result` for older scripts. */
export const deletion = defineResource({
  kind: 'results',
  title: safe`Deletion`,
  ids: ['deletionId'],
  fields: {
    result: results,
    kind: text,
    id,
    name: text,
    status: count,
    message: text,
    outcome: results,
    why: text,
    request: text,
    scope: text,
    at: time,
  },
  columns: [
    { field: 'name', width: 24, rank: 1 },
    { field: 'id', width: 36, rank: 1 },
    { field: 'result', width: 12, rank: 1 },
    { field: 'status', width: 6, rank: 2 },
    { field: 'why', width: 24, rank: 2 },
  ],
  nameField: 'name',
});

export const simulatedDelete = defineResource({
  kind: 'requests',
  title: safe`Request`,
  ids: ['id'],
  fields: { method: text, url: text, header: text, ...deletion.fields },
});

/** `at`: epoch milliseconds, used if nothing was sent. */
export function resultRecord(
  { ref, name }: Readonly<{ ref: Ref; name: SafeText | undefined }>,
  result: DeleteResult,
  at: number,
): JsonObject {
  const { end, failure, sent = failure?.sent } = result;
  const words = resultWords(result, { kind: ref.kind, what: targetWords(ref, name) });
  const request = sent === undefined ? '' : `${sent.method} ${sent.path}`;
  return {
    result: end,
    kind: ref.kind,
    id: refId(ref),
    name: name ?? null,
    status: sent?.status ?? null,
    message: failure === undefined || isGone(result) ? words : `${words} ${failureLine(failure)}`,
    outcome: end,
    why: failureTitle(failure, result.why ?? safe``),
    request: result.request ?? request,
    scope: sent?.scope === undefined ? '' : `${sent.scope.header}: ${sent.scope.value}`,
    at: new Date(sent?.at ?? at).toISOString(),
  };
}
