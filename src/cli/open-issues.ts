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
import { pagesOf, takePages } from './shared/paginate.ts';
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

async function loadIssues(source: IssueList, owner: Ref): Promise<readonly Finding[] | Failure> {
  const { call, list } = source;
  const findings: Finding[] = [];
  // The flag is the consent to this undocumented list, for this run.
  const options = { ...readOptions(call), hasConsent: true };
  const request = { client: call.service.client, ids: listIds(list, owner.ids), options };
  let count = 0;
  const end = await takePages(pagesOf(list, request), async ({ items, isLast }) => {
    count += items.length;
    findings.push(...items.flatMap(item => findingOf(source, owner, item) ?? []));
    return isLast || count < MAX_ISSUES ? undefined : { missing: safe`The server's list never ends.` };
  });
  if (end.missing === undefined) return findings;
  return end.failure ?? { kind: 'unreadable', detail: end.missing };
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
    for await (const [{ ids }, found] of loads) {
      const failure = 'kind' in found ? found : undefined;
      const isEnd = endsReads(failure);
      if (failure !== undefined && (isEnd || failure.kind === 'not-offered')) return failure;
      loaded.set(ids[ownIdName(resource)] ?? '', found);
      context.io.progress(safe`${issues}: ${loaded.size} of ${refs.length} ${records}`);
    }
    return loaded;
  };
}
