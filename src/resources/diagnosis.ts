import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { type Cause, causeFrom, inOneLine } from './cause-key.ts';
import { type Clock, defineField, type Field, type Tone } from './field.ts';

export type Remark = Readonly<{ tone: Tone; text: SafeText }>;

/**
 * For an event with the key `sync`: `text` recurring event sync: 5 failures in a row; `brief` sync: 5
 * failures; `short` event fails; `title` recurring event sync fails; `inner` sync. Enter opens `ref`, else
 * the part of the record at `path`, or the nearest around it.
 */
export type Finding = Remark & {
  readonly rule?: string;
  /** Without counts and times, the same for all records. */
  readonly title?: SafeText;
  readonly short?: SafeText;
  /** The title with the version behind the name: `slack@3.1.0 registration_failed`. */
  readonly versionTitle?: SafeText;
  readonly cause?: Cause | undefined;
  readonly inner?: string;
  readonly name?: SafeText;
  readonly since?: string | undefined;
  readonly count?: number | undefined;
  readonly detail?: SafeText | undefined;
  readonly brief?: SafeText;
  readonly ref?: Readonly<{ kind: string; ids: Ids }> | undefined;
  readonly path?: readonly string[];
  readonly parts?: readonly Finding[];
};

export type Diagnosis = Readonly<{ findings: readonly Finding[]; unchecked: readonly SafeText[] }>;

/** `reason`: the server's words as sent. `by`: who gave them; undefined: the rule. */
export type RuleResult = (Finding & Readonly<{ reason?: string | undefined; by?: string }>) | 'ok' | 'unread';

/** Missing and mistyped fields count as unread. */
export type Rule = Readonly<{
  /** Stored in baselines, so it must never change. */
  id: string;
  reads: SafeText;
  apply: (record: JsonObject, clock: Clock) => readonly RuleResult[];
  /** One finding in place of all that have the same cause. */
  sumUp?: (first: Finding, all: readonly Finding[]) => Finding;
}>;

const WEIGHT = { bad: 0, warn: 1, good: 2, plain: 2, dim: 2 } as const;

/** Stable. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]);

/** `own`: id and name of the record. */
function findingOf(place: RuleResult, rule: string, own: readonly string[]): Finding | undefined {
  if (typeof place !== 'object') return undefined;
  const { reason, by = rule, ...found } = place;
  const title = found.versionTitle ?? found.title ?? found.text;
  const detail = reason === undefined ? {} : { detail: clean(reason) };
  return { ...found, ...detail, rule, cause: causeFrom({ reason, by, rule, title, own }) };
}

/** `unchecked`: what could not be read, with counts. */
export function applyRules(rules: readonly Rule[], record: JsonObject, clock: Clock): Diagnosis {
  const own = ['id', 'name'].flatMap(key => {
    const text = member(record, key);
    return typeof text === 'string' ? inOneLine(text) : [];
  });
  const results = rules.map(({ id, reads, apply, sumUp }) => {
    const places = apply(record, clock);
    const found = places.flatMap(place => findingOf(place, id, own) ?? []);
    const unread = places.filter(place => place === 'unread').length;
    const gap = unread === places.length ? reads : safe`${reads} (${unread} of ${places.length})`;
    const [first] = found;
    const findings =
      sumUp === undefined || first === undefined
        ? found
        : [{ ...sumUp(first, found), rule: id, cause: first.cause }];
    return { findings, unchecked: unread === 0 ? [] : [gap] };
  });
  return {
    findings: worstFirst(results.flatMap(({ findings }) => findings)),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
  };
}

type Health = Readonly<{ bad: number; warn: number; isPartial: boolean; worst?: string | undefined }>;

/** `short`: of the only warning, which programs read; `worst`: the worst finding in few words. */
export function healthOf({ findings, unchecked }: Diagnosis): JsonObject {
  const bad = findings.filter(({ tone }) => tone === 'bad').length;
  const [only, ...more] = findings.filter(({ tone }) => tone === 'warn');
  const short = more.length === 0 && only?.short !== undefined ? { short: only.short } : {};
  const [first] = findings;
  const worst = bad > 0 || only !== undefined ? { worst: first?.brief ?? first?.text ?? '' } : {};
  return { bad, warn: more.length + (only ? 1 : 0), isPartial: unchecked.length > 0, ...short, ...worst };
}

function readHealth(json: Json | undefined): Health | undefined {
  const { bad, warn, isPartial, worst } = isObject(json) ? json : {};
  if (typeof bad !== 'number' || typeof warn !== 'number') return undefined;
  return { bad, warn, isPartial: isPartial === true, worst: typeof worst === 'string' ? worst : undefined };
}

function healthTone(json: Json | undefined): Tone {
  const { bad = 0, warn = 0, isPartial } = readHealth(json) ?? {};
  if (bad > 0) return 'bad';
  if (warn > 0) return 'warn';
  return isPartial === undefined ? 'plain' : isPartial ? 'dim' : 'good';
}

/** Texts that filters search, by the worst finding. */
const FILTER_TEXTS: Readonly<Record<Tone, string>> = {
  bad: 'problem bad problems',
  warn: 'warning warnings',
  good: 'ok',
  dim: 'ok',
  plain: '',
};

/** The worst finding and the number of others as bad. The worst sorts highest. */
export const health: Field<Health> = defineField<Health>({
  type: 'health',
  read: readHealth,
  format: ({ bad, warn, isPartial, worst }) => {
    const count = bad > 0 ? bad : warn;
    if (count === 0) return isPartial ? safe`partly checked` : safe`ok`;
    if (worst === undefined) return counted(count, bad > 0 ? safe`problem` : safe`warning`);
    return count === 1 ? clean(worst) : safe`${clean(worst)} +${count - 1}`;
  },
  tone: healthTone,
  order: json => {
    const value = readHealth(json);
    return value && value.bad * 1_000_000 + value.warn * 10 + Number(value.isPartial);
  },
  filterText: json => FILTER_TEXTS[healthTone(json)],
  filterValues: [FILTER_TEXTS.bad, FILTER_TEXTS.warn, FILTER_TEXTS.good],
});
