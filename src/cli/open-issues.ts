import type { Outcome } from '../api/client.ts';
import { sendEach } from '../api/limiter.ts';
import { badArgument, type Failure } from '../failure.ts';
import { timeOf } from '../filter/parse.ts';
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

/** Findings by record, or why a record's could not be loaded; a failure that stops all in place of all. */
export type OpenIssues = (refs: readonly Ref[]) => Promise<LoadedIssues | Failure>;
export type LoadedIssues = ReadonlyMap<string, readonly Finding[] | Failure>;

/** A list may be endless. */
const MAX_ISSUES = 5000;

type IssueList = Readonly<{
  call: KindCall;
  issue: Resource;
  list: NonNullable<Resource['list']>;
  /** Epoch milliseconds. */
  from: number;
}>;

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
  return { ok: false, failure: { kind: 'unreadable', detail: safe`The server's list never ends.` } };
}

/** Loads none without `--issues`. Fails before any request if strict mode refuses it. */
export function openIssuesOf(call: KindCall): OpenIssues | Failure {
  const { resource, values, service, context } = call;
  const { since } = values;
  const isWanted = values['issues'] === true;
  if (!isWanted && since !== undefined) return badArgument(safe`--since is for issues: add --issues.`);
  const issue = problemKindOf(resource);
  if (!isWanted || issue?.list === undefined) return async () => new Map();
  if (service.strict)
    return { kind: 'outside', detail: safe`The list of issues is undocumented: --strict refuses --issues.` };
  const from = typeof since === 'string' ? timeOf(since, context.now()) : undefined;
  const source: IssueList = { call, issue, list: issue.list, from: from ?? -Infinity };
  const [issues, records] = [clean(nounOf(issue)), clean(nounOf(resource))];
  const endsReads = createReadStop();
  return async refs => {
    const loaded = new Map<string, readonly Finding[] | Failure>();
    const loads = sendEach(refs, ref => loadIssues(source, ref), service.client.limit);
    for await (const [{ ids }, outcome] of loads) {
      const isEnd = endsReads(outcome);
      if (!outcome.ok && (isEnd || outcome.failure.kind === 'not-offered')) return outcome.failure;
      loaded.set(ids[ownIdName(resource)] ?? '', outcome.ok ? outcome.value : outcome.failure);
      context.io.progress(safe`${issues}: ${loaded.size} of ${refs.length} ${records}`);
    }
    return loaded;
  };
}
