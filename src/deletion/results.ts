import { failureLine } from '../api/failure-line.ts';
import { explain, type Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { ownerOf, resourceOf, root } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { Answered, Played, Result, Unsent } from './delete.ts';

/** The record of a result, as a sentence names it. */
type Named = { readonly kind: string; readonly what: SafeText };

/** The report of one kind of result: the same in commands, in the explorer and in its saved report. */
type Meaning<R extends Result> = {
  /** The record is not there any more. */
  readonly isGone: boolean;
  readonly tone: 'good' | 'warn' | 'bad';
  /** A few words beside the record in a list. */
  readonly label: (result: R) => SafeText;
  readonly sentence: (result: R, record: Named) => SafeText;
  /** Exit code of a command that deletes this record alone. */
  readonly exitCode: (result: R) => number;
};

const done = (): number => 0;

const titleOf = (failure: Failure | undefined, otherwise: SafeText): SafeText =>
  failure === undefined ? otherwise : explain(failure).title;

/** Exit code of a delete that failed; 1 where a backup or the journal could not be written. */
const codeOf = (failure: Failure | undefined): number =>
  failure === undefined ? 1 : explain(failure).exitCode;

const why = (result: Unsent, otherwise: SafeText): SafeText =>
  'why' in result ? result.why : titleOf(result.failure, otherwise);

/** `This bot has no such conversation: gone, mistyped, or of another bot.` */
export function missingWords(kind: string): SafeText {
  const resource = resourceOf(kind);
  const owner = clean((ownerOf(resource) ?? root).title.toLowerCase());
  const title = clean(resource.title.toLowerCase());
  const hint = resource.absent === undefined ? safe`` : safe` ${resource.absent}`;
  return safe`This ${owner} has no such ${title}: gone, mistyped, or of another ${owner}.${hint}`;
}

/** All results of a delete: their words and exit codes. */
const meanings: {
  readonly [E in Answered['end']]: Meaning<Answered>;
} & { readonly unsent: Meaning<Unsent>; readonly played: Meaning<Played> } = {
  deleted: {
    isGone: true,
    tone: 'good',
    label: () => safe`deleted`,
    sentence: ({ isReread }, { what }) =>
      isReread ? safe`Deleted ${what}: the answer was lost, but it is gone (404).` : safe`Deleted ${what}.`,
    exitCode: done,
  },
  gone: {
    isGone: true,
    tone: 'good',
    label: () => safe`already gone (404)`,
    sentence: (_result, { what }) => safe`${what} was already gone (404).`,
    exitCode: done,
  },
  missing: {
    isGone: false,
    tone: 'bad',
    label: () => safe`no such record (404)`,
    sentence: (_result, { kind }) => missingWords(kind),
    exitCode: () => 3,
  },
  'not-deleted': {
    isGone: false,
    tone: 'bad',
    label: ({ failure }) => titleOf(failure, safe`not deleted`),
    sentence: ({ isReread }) =>
      isReread ? safe`Not deleted: read again, it is still there.` : safe`Nothing was deleted.`,
    exitCode: ({ failure }) => codeOf(failure),
  },
  unknown: {
    isGone: false,
    tone: 'warn',
    label: ({ failure }) => safe`unknown, check: ${titleOf(failure, safe`no answer`)}`,
    sentence: () => safe`Outcome unknown: it may or may not be deleted. Nothing is sent again by itself.`,
    exitCode: ({ failure }) => codeOf(failure),
  },
  unsent: {
    isGone: false,
    tone: 'bad',
    label: result => safe`not sent: ${why(result, safe`refused`)}`,
    sentence: result => ('why' in result ? safe`Nothing was sent: ${result.why}.` : safe`Nothing was sent.`),
    exitCode: result => codeOf('failure' in result ? result.failure : undefined),
  },
  played: {
    isGone: false,
    tone: 'good',
    label: () => safe`played; the log of requests has it`,
    sentence: ({ request }) => safe`Dry run: ${request} would be sent. Nothing was.`,
    exitCode: done,
  },
};

const meaningOf = ({ end }: Result): Meaning<Result> => meanings[end] as Meaning<Result>;

/** Returns whether the record is gone, as far as is known. */
export const isGone = (result: Result): boolean => meaningOf(result).isGone;

/** Returns what stands beside the record in a list. */
export function labelOf(result: Result): { readonly tone: 'good' | 'warn' | 'bad'; readonly text: SafeText } {
  const { tone, label } = meaningOf(result);
  return { tone, text: label(result) };
}

/** Returns a result as a sentence; also what could not be written down. */
export function resultWords(result: Result, record: Named): SafeText {
  const words = meaningOf(result).sentence(result, record);
  const unwritten = 'unwritten' in result ? result.unwritten : undefined;
  return unwritten === undefined ? words : safe`${words} But ${unwritten}.`;
}

/** Returns the failure of a result; undefined where it has none. */
export const failureOf = (result: Result): Failure | undefined =>
  'failure' in result ? result.failure : undefined;

/** Returns the result of a record that could not be read before its delete: no DELETE is sent for it. */
export const unreadResult = (failure: Failure, wasSeen = false): Result =>
  failure.kind === 'not-found' ? { end: wasSeen ? 'gone' : 'missing', failure } : { end: 'unsent', failure };

/** The expectation of a delete command: how many records, and whether a missing one is a success. */
export type Asked = { readonly count: number; readonly ignoresMissing: boolean };

/** Returns whether a result is less than was asked for. */
export const isFailed = (result: Result, { ignoresMissing }: Pick<Asked, 'ignoresMissing'>): boolean =>
  meaningOf(result).exitCode(result) !== 0 && !(ignoresMissing && result.end === 'missing');

/** Returns the exit code: of one record that of its result; of several 1 when one failed, 3 when all are missing. */
export function exitCodeOf(results: readonly Result[], asked: Asked): number {
  const failed = results.filter(result => isFailed(result, asked));
  const [first] = failed;
  if (first === undefined) return results.length === asked.count ? 0 : 1;
  if (asked.count === 1) return meaningOf(first).exitCode(first);
  return failed.length === asked.count && failed.every(({ end }) => end === 'missing') ? 3 : 1;
}

/** Returns a record in a sentence: its name and its id, and the ids of what it belongs to. */
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

type Reported = {
  readonly ref: Ref;
  readonly name: SafeText | undefined;
  readonly result: Result;
  /** Epoch milliseconds, where nothing was sent. */
  readonly at: number;
};

/** Returns a result as a record of `report.ts`. */
export function resultRecord({ ref, name, result, at }: Reported): JsonObject {
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
    why: result.end === 'unsent' ? why(result, safe``) : titleOf(failure, safe``),
    request: result.end === 'played' ? result.request : request,
    scope: sent?.scope === undefined ? '' : `${sent.scope.header}: ${sent.scope.value}`,
    at: new Date(sent?.at ?? at).toISOString(),
  };
}
