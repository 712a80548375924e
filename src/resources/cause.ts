import { defined, type JsonObject } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { type Cause, causeFrom, causeId } from './cause-key.ts';
import type { Diagnosis, Finding } from './diagnosis.ts';

export { type Cause, causeId };

const titleOf = ({ versionTitle, title, text }: Finding) => versionTitle ?? title ?? text;

/** The cause of a finding. Those that no rule has made have only their detail as a reason. */
export function causeOf(finding: Finding): Cause {
  const { cause, rule = '', detail: reason } = finding;
  return cause ?? causeFrom({ reason, by: rule, rule, title: titleOf(finding), own: [] });
}

/** Findings that sum up others as their parts. */
export const problemsOf = ({ findings }: Diagnosis): readonly Finding[] =>
  findings
    .flatMap(({ rule = 'other', ...whole }) => (whole.parts ?? [whole]).map(part => ({ ...part, rule })))
    .filter(({ tone }) => tone === 'bad' || tone === 'warn');

export const causeTexts = (diagnosis: Diagnosis): readonly string[] => [
  ...new Set(
    problemsOf(diagnosis)
      .map(causeOf)
      .map(cause => `${causeId(cause)} ${cause.words}`),
  ),
];

/** `since`, `after`: times of the server, in epoch milliseconds. */
export type FoundIn<B> = Readonly<{
  finding: Finding;
  bot: B;
  since?: number | undefined;
  after?: number | undefined;
}>;

/** `met`: where it was met, such as `4 recurring events, 1 integration`. */
export type CauseGroup<B> = Readonly<{
  id: string;
  words: SafeText;
  /** The words; behind who gave them if other causes have the same. */
  title: SafeText;
  tone: 'bad' | 'warn';
  /** Undefined if several rules have found it. */
  rule: string | undefined;
  findings: readonly Finding[];
  bots: readonly B[];
  met: SafeText;
  /** ISO 8601 */
  since: string | undefined;
  after: string | undefined;
}>;

/** One old outlier must not date a cause, so of an even number of times it is the earlier middle one. */
function lowerMiddle(times: readonly (number | undefined)[]): number | undefined {
  const known = Float64Array.from(times.filter(at => at !== undefined)).sort();
  return known[Math.floor((known.length - 1) / 2)];
}

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

function wordsOf(causes: readonly Cause[]): SafeText {
  const [first] = causes;
  if (first !== undefined && causes.every(({ words }) => words === first.words)) return first.words;
  const [best] = [...Map.groupBy(causes, ({ words }) => words)].toSorted(
    ([a, { length }], [b, others]) => others.length - length || a.length - b.length || (a < b ? -1 : 1),
  );
  return best?.[0] ?? safe``;
}

const SUBJECTS: Readonly<Record<string, SafeText>> = {
  'recurring-event': safe`recurring event`,
  issue: safe`issue`,
};

function metOf(all: readonly FoundIn<unknown>[], words: SafeText): SafeText {
  const title = all[0] && titleOf(all[0].finding);
  if (title !== undefined && title !== words && all.every(({ finding }) => titleOf(finding) === title))
    return title;
  const subjects = Map.groupBy(all, ({ finding: { ref, rule = '' } }) =>
    ref?.kind === 'integration' ? safe`integration` : (SUBJECTS[rule] ?? safe`bot`),
  );
  const counts = [...subjects].map(([subject, found]): readonly [number, SafeText] => {
    if (subject === 'bot') return [0, safe`the bot itself`];
    const { size } = new Set(found.map(each => titleOf(each.finding)));
    return [size, counted(size, subject)];
  });
  return joinSafe(counts.toSorted(([a], [b]) => b - a).map(([, words]) => words));
}

function groupOf<B>(all: readonly FoundIn<B>[], isAlwaysAlive: (bot: B) => boolean) {
  const [first] = all;
  if (first === undefined) return [];
  const findings = all.map(({ finding }) => finding);
  const words = wordsOf(findings.map(causeOf));
  const since = lowerMiddle(all.map(each => each.since));
  const { rule } = first.finding;
  const bots = [...new Set(all.map(({ bot }) => bot))];
  const group: CauseGroup<B> = {
    id: causeId(causeOf(first.finding)),
    words,
    title: words,
    tone: findings.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn',
    rule: findings.every(each => each.rule === rule) ? rule : undefined,
    findings,
    bots,
    met: metOf(all, words),
    since: iso(since),
    after: since === undefined ? iso(lowerMiddle(all.map(each => each.after))) : undefined,
  };
  return [{ group, alive: bots.filter(isAlwaysAlive).length, began: since ?? -Infinity }];
}

const titled = <B>(group: CauseGroup<B>): CauseGroup<B> => {
  const [by] = group.findings.map(finding => causeOf(finding).by);
  return by === undefined ? group : { ...group, title: safe`${clean(by, 40)}: ${group.words}` };
};

export function groupCauses<B>(found: readonly FoundIn<B>[], isAlwaysAlive: (bot: B) => boolean) {
  const byKey = Map.groupBy(found, ({ finding }) => causeOf(finding).key);
  const groups = [...byKey.values()]
    .flatMap(all => groupOf(all, isAlwaysAlive))
    .toSorted(
      (a, b) =>
        Number(a.group.tone === 'warn') - Number(b.group.tone === 'warn') ||
        b.group.bots.length - a.group.bots.length ||
        b.alive - a.alive ||
        b.began - a.began ||
        (`${a.group.words}\n${a.group.id}` < `${b.group.words}\n${b.group.id}` ? -1 : 1),
    )
    .map(({ group }) => group);
  const same = Map.groupBy(groups, ({ words }) => words);
  return groups.map(group => ((same.get(group.words) ?? []).length > 1 ? titled(group) : group));
}

/** `06:20`, `after 05:10`; undefined if no time is known. `show`: how a time is written. */
export function beganWords(
  { since, after }: Pick<CauseGroup<unknown>, 'since' | 'after'>,
  show: (iso: string) => SafeText,
): SafeText | undefined {
  if (since !== undefined) return show(since);
  return after === undefined ? undefined : safe`after ${show(after)}`;
}

export const causeLevel = ({ tone }: Pick<Finding, 'tone'>) => (tone === 'bad' ? 'problem' : 'warning');

export const causeRecord = (group: CauseGroup<Readonly<{ id: string; name: SafeText }>>): JsonObject =>
  defined({
    id: group.id,
    cause: group.words,
    level: causeLevel(group),
    rule: group.rule,
    bots: group.bots.map(({ id, name }) => ({ id, name })),
    findings: group.findings.length,
    since: group.since,
    after: group.after,
  });

/** `count`: `7+`. */
export const causeRow = (group: CauseGroup<unknown>, count: SafeText): JsonObject => ({
  id: group.id,
  cause: group.words,
  title: group.title,
  bots: count,
  since: beganWords(group, clean) ?? null,
  level: causeLevel(group),
  met: group.met,
});
