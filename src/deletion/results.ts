import { explain, type Failure, failureLine } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { choice, count, id, text, time } from '../resources/field.ts';
import { ownerOf, resourceOf, root } from '../resources/registry.ts';
import { defineResource, ownIdName, type Ref } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { DeleteResult, DryRun, SentDelete, UnsentDelete } from './delete.ts';

type RecordWords = { readonly kind: string; readonly what: SafeText };

/** Words of one kind of result, the same in commands, in the explorer and in saved reports. */
type ResultWords<R extends DeleteResult> = {
  readonly tone: 'good' | 'warn' | 'bad';
  /** Short text beside the record in a list. */
  readonly label: (result: R) => SafeText;
  readonly sentence: (result: R, record: RecordWords) => SafeText;
};

/** Returns the title of a failure; `otherwise` without one. */
const failureTitle = (failure: Failure | undefined, otherwise: SafeText): SafeText =>
  failure === undefined ? otherwise : explain(failure).title;

const whyUnsent = (result: UnsentDelete): SafeText =>
  'why' in result ? result.why : explain(result.failure).title;

/** Returns, for example, `This bot has no such conversation: deleted, mistyped, or of another bot.` */
export function missingWords(kind: string): SafeText {
  const resource = resourceOf(kind);
  const owner = clean((ownerOf(resource) ?? root).title.toLowerCase());
  const title = clean(resource.title.toLowerCase());
  const hint = resource.missingHint === undefined ? safe`` : safe` ${resource.missingHint}`;
  return safe`This ${owner} has no such ${title}: deleted, mistyped, or of another ${owner}.${hint}`;
}

const resultTable: {
  readonly [E in SentDelete['end']]: ResultWords<SentDelete>;
} & { readonly unsent: ResultWords<UnsentDelete>; readonly played: ResultWords<DryRun> } = {
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
    label: result => safe`not sent: ${whyUnsent(result)}`,
    sentence: result => ('why' in result ? safe`Nothing was sent: ${result.why}.` : safe`Nothing was sent.`),
  },
  played: {
    tone: 'good',
    label: () => safe`simulated; see the request log`,
    sentence: ({ request }) => safe`Dry run: ${request} was not sent.`,
  },
};

const wordsOf = ({ end }: DeleteResult): ResultWords<DeleteResult> =>
  resultTable[end] as ResultWords<DeleteResult>;

/** Returns true if the record does not exist any more. */
export const isGone = ({ end }: DeleteResult): boolean => end === 'deleted' || end === 'gone';

export function labelOf(result: DeleteResult) {
  const { tone, label } = wordsOf(result);
  return { tone, text: label(result) };
}

/** Returns a result as a sentence, with what the journal lacks. */
export function resultWords(result: DeleteResult, record: RecordWords): SafeText {
  const words = wordsOf(result).sentence(result, record);
  const unwritten = 'unwritten' in result ? result.unwritten : undefined;
  return unwritten === undefined ? words : safe`${words} But ${unwritten}.`;
}

export const failureOf = (result: DeleteResult): Failure | undefined =>
  'failure' in result ? result.failure : undefined;

/** Returns true if the person stopped the delete before its request was sent. */
export const isStopped = (result: DeleteResult): boolean =>
  result.end === 'unsent' && failureOf(result)?.kind === 'cancelled';

/** Returns the result of a record that could not be read before its delete, so that no DELETE was sent. */
export const failedReadResult = (failure: Failure, wasSeen = false): DeleteResult =>
  failure.kind === 'not-found' ? { end: wasSeen ? 'gone' : 'missing', failure } : { end: 'unsent', failure };

/** A delete command: the number of its records, and whether a missing one is a success. */
export type DeleteBatch = { readonly count: number; readonly ignoresMissing: boolean };

/** Returns the exit code of a command that deletes one record; 1 if backup or journal failed. */
function exitCodeFor(result: DeleteResult): number {
  if (isGone(result) || result.end === 'played') return 0;
  if (result.end === 'missing') return 3;
  const failure = failureOf(result);
  return failure === undefined ? 1 : explain(failure).exitCode;
}

/** Returns true if a result is not what the command was to do. */
export const isFailed = (
  result: DeleteResult,
  { ignoresMissing }: Pick<DeleteBatch, 'ignoresMissing'>,
): boolean => exitCodeFor(result) !== 0 && !(ignoresMissing && result.end === 'missing');

/** For one record that of its result; for several 1 if any failed, 3 if all are missing. */
export function exitCodeOf(results: readonly DeleteResult[], batch: DeleteBatch): number {
  const failed = results.filter(result => isFailed(result, batch));
  const [first] = failed;
  if (first === undefined) return results.length === batch.count ? 0 : 1;
  if (batch.count === 1) return exitCodeFor(first);
  return failed.length === batch.count && failed.every(({ end }) => end === 'missing') ? 3 : 1;
}

/** Names a record in a sentence: its name, its id, and the ids of its parents. */
export function targetWords({ kind, ids }: Ref, name: SafeText | undefined): SafeText {
  const resource = resourceOf(kind);
  const own = ownIdName(resource);
  const parents = Object.entries(ids).filter(([each]) => each !== own);
  const below = parents.map(
    ([each, value]) => safe` of ${clean(each.replace(/Id$/, ''))} ${clean(value, 80)}`,
  );
  const title = clean(resource.title.toLowerCase());
  const id = clean(ids[own] ?? '', 80);
  return name === undefined
    ? safe`${title} ${id}${joinSafe(below, '')}`
    : safe`${title} ${name} (${id})${joinSafe(below, '')}`;
}

const RESULTS = choice({
  deleted: 'good',
  gone: 'good',
  missing: 'bad',
  'not-deleted': 'bad',
  unsent: 'bad',
  unknown: 'warn',
  played: 'plain',
});

/** For commands and saved reports, no kind of the service. `outcome` repeats `result` for older scripts. */
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

/** Returns a result as a record. `at`: epoch milliseconds, used if nothing was sent. */
export function resultRecord(
  { ref, name }: { readonly ref: Ref; readonly name: SafeText | undefined },
  result: DeleteResult,
  at: number,
): JsonObject {
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
