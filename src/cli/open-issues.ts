import type { Outcome } from '../api/client.ts';
import { sendEach } from '../api/limiter.ts';
import { badArgument, type Failure } from '../failure.ts';
import { timeOf } from '../filter/condition.ts';
import { type JsonObject, member } from '../json/json.ts';
import type { Finding } from '../resources/diagnosis.ts';
import { time } from '../resources/field.ts';
import { redact } from '../resources/redact.ts';
import { problemKindOf } from '../resources/registry.ts';
import { listIds, ownId, ownIdName, type Ref, type Resource, refOf } from '../resources/resource.ts';
import { clean, safe } from '../text/sanitise.ts';
import { epoch } from '../text/units.ts';
import { type KindCall, nounOf, readOptions } from './shared/context.ts';
import { pagesOf } from './shared/paginate.ts';
import { createReadStop } from './shared/reads.ts';

export type OpenIssues = {
  /** Loads the issues of records, as many at once as the server allows. Returns a failure that stops all. */
  readonly load: (refs: readonly Ref[]) => Promise<Failure | undefined>;
  /** Returns the issues of a loaded record as findings, or why they could not be loaded. */
  readonly of: (id: string) => readonly Finding[] | Failure;
};

/** Limit of the issues of one record: a list may be endless. */
const MAX_ISSUES = 5000;

type IssueList = {
  readonly call: KindCall;
  readonly issue: Resource;
  readonly list: NonNullable<Resource['list']>;
  /** Time from which an issue must have been seen last, in epoch milliseconds. */
  readonly from: number;
};

function findingOf({ call, issue, from }: IssueList, owner: Ref, record: JsonObject): Finding | undefined {
  const ref = refOf(issue, owner.ids, ownId(record) ?? '');
  const seenAt = epoch(time.read(member(record, 'lastSeenAt')) ?? '');
  // An issue without a time may be new.
  if (!ref.ok || (seenAt !== undefined && seenAt < from)) return undefined;
  return issue.asFinding?.(call.style.reveals ? record : redact(issue.fields, record), ref.value);
}

async function loadIssues(source: IssueList, owner: Ref): Promise<Outcome<readonly Finding[]>> {
  const { call, list } = source;
  const findings: Finding[] = [];
  // The flag is the consent to this undocumented list, for this run.
  const options = { ...readOptions(call), hasConsent: true };
  const request = { client: call.service.client, ids: listIds(list, owner.ids), options };
  let count = 0;
  for await (const step of pagesOf(list, request)) {
    if (step.kind === 'failed') return { ok: false, failure: step.failure };
    if (step.kind === 'endless') return { ok: false, failure: { kind: 'unreadable', detail: step.why } };
    const { items, isLast, sent } = step;
    count += items.length;
    findings.push(...items.flatMap(item => findingOf(source, owner, item) ?? []));
    if (isLast) return { ok: true, value: findings, sent };
    if (count >= MAX_ISSUES) break;
  }
  return { ok: false, failure: { kind: 'unreadable', detail: safe`Its list does not end.` } };
}

/**
 * Returns the loader of open issues that `--issues` asks for; undefined without the flag. Fails before any
 * request if strict mode refuses it.
 */
export function openIssuesOf(call: KindCall): OpenIssues | Failure | undefined {
  const { resource, values, service, context } = call;
  const { since } = values;
  if (values['issues'] !== true)
    return since === undefined ? undefined : badArgument(safe`--since is for issues: add --issues.`);
  const issue = problemKindOf(resource);
  if (issue?.list === undefined) return undefined;
  if (service.strict)
    return { kind: 'outside', detail: safe`The list of issues is undocumented: --strict refuses --issues.` };
  const from = typeof since === 'string' ? timeOf(since, context.now()) : undefined;
  const source: IssueList = { call, issue, list: issue.list, from: from ?? Number.NEGATIVE_INFINITY };
  const own = ownIdName(resource);
  const loaded = new Map<string, readonly Finding[] | Failure>();
  const endsReads = createReadStop();
  return {
    of: id => loaded.get(id) ?? [],
    load: async refs => {
      let count = 0;
      for await (const [{ ids }, outcome] of sendEach(
        refs,
        ref => loadIssues(source, ref),
        service.client.limit,
      )) {
        const isEnd = endsReads(outcome);
        if (!outcome.ok && (isEnd || outcome.failure.kind === 'not-offered')) return outcome.failure;
        loaded.set(ids[own] ?? '', outcome.ok ? outcome.value : outcome.failure);
        context.io.progress(
          safe`${clean(nounOf(issue))}: ${++count} of ${refs.length} ${clean(nounOf(resource))}`,
        );
      }
      return undefined;
    },
  };
}
