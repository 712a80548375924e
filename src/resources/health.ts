import { type Json, type JsonObject, member } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import type { Diagnosis } from './diagnosis-rule.ts';
import { defineField, type Field, type Tone } from './field.ts';

type Health = {
  readonly bad: number;
  readonly warn: number;
  /** Some data that the rules need was missing. */
  readonly isPartial: boolean;
  /** The only warning in one or two words. */
  readonly short: string | undefined;
};

/** Sums a diagnosis up as one value of a record. */
export function healthOf({ findings, unchecked }: Diagnosis): JsonObject {
  const of = (tone: Tone) => findings.filter(finding => finding.tone === tone);
  const warnings = of('warn');
  const [only] = warnings;
  return {
    bad: of('bad').length,
    warn: warnings.length,
    isPartial: unchecked.length > 0,
    ...(warnings.length === 1 && only?.short !== undefined ? { short: only.short } : {}),
  };
}

function read(json: Json | undefined): Health | undefined {
  const bad = member(json, 'bad');
  const warn = member(json, 'warn');
  const short = member(json, 'short');
  if (typeof bad !== 'number' || typeof warn !== 'number') return undefined;
  return {
    bad,
    warn,
    isPartial: member(json, 'isPartial') === true,
    short: typeof short === 'string' ? short : undefined,
  };
}

function format({ bad, warn, isPartial, short }: Health): SafeText {
  if (bad > 0) return counted(bad, safe`problem`);
  if (warn > 0) return short === undefined ? counted(warn, safe`warning`) : clean(short);
  return isPartial ? safe`partly checked` : safe`ok`;
}

function toneOf(json: Json | undefined): Tone {
  const health = read(json);
  if (health === undefined) return 'plain';
  if (health.bad > 0) return 'bad';
  if (health.warn > 0) return 'warn';
  return health.isPartial ? 'dim' : 'good';
}

/** Texts that filters search, by the worst finding. */
const FILTER_TEXTS: { readonly [T in Tone]: string } = {
  bad: 'problem bad problems',
  warn: 'warning warnings',
  good: 'ok',
  dim: 'ok',
  plain: '',
};

const FILTER_VALUES: readonly string[] = [...new Set(Object.values(FILTER_TEXTS))].filter(
  text => text !== '',
);

/** The health of a record, from its diagnosis. The worst sorts highest. */
export const health: Field<Health> = defineField<Health>({
  type: 'health',
  read,
  format,
  tone: toneOf,
  order: json => {
    const value = read(json);
    return value && value.bad * 1_000_000 + value.warn * 10 + Number(value.isPartial);
  },
  filterText: json => FILTER_TEXTS[toneOf(json)],
  filterValues: FILTER_VALUES,
});
