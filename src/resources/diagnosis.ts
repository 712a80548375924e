import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { type Clock, defineField, type Field, type Tone } from './field.ts';

export type Remark = { readonly tone: Tone; readonly text: SafeText };

/**
 * Enter opens `ref`. For an event with the key `sync`: `text` recurring event sync: 5 failures in a row;
 * `brief` sync: 5 failures in a row; `short` event fails; `title` recurring event sync fails; `inner` sync;
 * `detail` the reason that the server gives. For a disabled integration, `inner` is its alias and `name`
 * Slack, as in the sentence for several.
 */
export type Finding = Remark & {
  readonly rule?: string;
  /** The cause without counts and times, the same for all records that have it. */
  readonly title?: SafeText;
  readonly short?: SafeText;
  /** Name of the part of the record that has the cause: the alias of an integration, an event. */
  readonly inner?: string;
  readonly name?: SafeText;
  /** ISO time of the part's last change. */
  readonly since?: string;
  readonly count?: number;
  readonly detail?: SafeText;
  readonly brief?: SafeText;
  readonly ref?: { readonly kind: string; readonly ids: Ids };
  /** The findings that this one sums up for the screen. */
  readonly parts?: readonly Finding[];
};

export type Diagnosis = { readonly findings: readonly Finding[]; readonly unchecked: readonly SafeText[] };

export type PlaceResult = Finding | 'ok' | 'unread';

/** A rule of a diagnosis. Missing and mistyped fields count as unread. */
export type Rule = {
  /** Stored in baselines, so it must never change. */
  readonly id: string;
  readonly reads: SafeText;
  readonly apply: (record: JsonObject, clock: Clock) => readonly PlaceResult[];
  /** Returns one finding in place of all, where they have the same cause. */
  readonly sumUp?: (first: Finding, all: readonly Finding[]) => Finding;
};

const WEIGHT = { bad: 0, warn: 1, good: 2, plain: 2, dim: 2 } as const;

/** By severity; those of the same severity keep their order. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]);

/** `unchecked`: what could not be read, with counts. */
export function applyRules(rules: readonly Rule[], record: JsonObject, clock: Clock): Diagnosis {
  const results = rules.map(({ id, reads, apply, sumUp }) => {
    const places = apply(record, clock);
    const found = places.flatMap(place => (typeof place === 'object' ? { ...place, rule: id } : []));
    const unread = places.filter(place => place === 'unread').length;
    const gap = unread === places.length ? reads : safe`${reads} (${unread} of ${places.length})`;
    const [first] = found;
    const findings =
      sumUp === undefined || first === undefined ? found : [{ ...sumUp(first, found), rule: id }];
    return { findings, unchecked: unread === 0 ? [] : [gap] };
  });
  return {
    findings: worstFirst(results.flatMap(({ findings }) => findings)),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
  };
}

type Health = {
  readonly bad: number;
  readonly warn: number;
  readonly isPartial: boolean;
  readonly short?: string | undefined;
};

export function healthOf({ findings, unchecked }: Diagnosis): JsonObject {
  const bad = findings.filter(({ tone }) => tone === 'bad').length;
  const [only, ...more] = findings.filter(({ tone }) => tone === 'warn');
  const short = more.length === 0 && only?.short !== undefined ? { short: only.short } : {};
  return { bad, warn: more.length + (only ? 1 : 0), isPartial: unchecked.length > 0, ...short };
}

function readHealth(json: Json | undefined): Health | undefined {
  const { bad, warn, isPartial, short } = isObject(json) ? json : {};
  if (typeof bad !== 'number' || typeof warn !== 'number') return undefined;
  return { bad, warn, isPartial: isPartial === true, short: typeof short === 'string' ? short : undefined };
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

/** The health of a record, from its diagnosis. The worst sorts highest. */
export const health: Field<Health> = defineField<Health>({
  type: 'health',
  read: readHealth,
  format: ({ bad, warn, isPartial, short }) => {
    if (bad > 0) return counted(bad, safe`problem`);
    if (warn > 0) return short === undefined ? counted(warn, safe`warning`) : clean(short);
    return isPartial ? safe`partly checked` : safe`ok`;
  },
  tone: healthTone,
  order: json => {
    const value = readHealth(json);
    return value && value.bad * 1_000_000 + value.warn * 10 + Number(value.isPartial);
  },
  filterText: json => FILTER_TEXTS[healthTone(json)],
  filterValues: [FILTER_TEXTS.bad, FILTER_TEXTS.warn, FILTER_TEXTS.good],
});
