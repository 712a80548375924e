import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, span } from '../text/units.ts';
import { applyToEach, type Outcome, type Rule, type RuleResult } from './diagnosis-rule.ts';
import { type Clock, count, flag, free, prose, time } from './field.ts';
import { integration } from './integration.ts';
import type { Diagnosis, Finding, Ref } from './resource.ts';

/** A pending or deploying state counts as stuck after this time. */
const STUCK_MS = 10 * 60 * 1000;
const MANY_FAILURES = 3;
const MAX_NAMES = 4;

/** An entry of `bot.integrations`. */
type InstalledIntegration = { readonly entry: Json; readonly name: SafeText; readonly ref: Ref };

/** Returns a text member; undefined if missing or empty. */
const textOf = (json: Json, key: string): string | undefined => prose.read(member(json, key));

/** Returns the entries of a map of the bot; undefined if the bot has no such map. */
function entriesOf(bot: JsonObject, field: string): readonly (readonly [string, Json])[] | undefined {
  const map = free.read(member(bot, field));
  return map === undefined ? undefined : Object.entries(map);
}

/** Returns the integrations of a bot. Cached: five rules read them, and there may be thousands. */
const installed = memo((bot: JsonObject): readonly InstalledIntegration[] | undefined =>
  entriesOf(bot, 'integrations')?.map(([key, entry]) => ({
    entry,
    name: clean(textOf(entry, 'name') ?? key, 80),
    ref: { kind: integration.kind, ids: { integrationId: textOf(entry, 'id') ?? key } },
  })),
);

/** Returns the milliseconds since the last change; undefined if `updatedAt` is missing. */
function age(json: Json, clock: Clock): number | undefined {
  const at = epoch(time.read(member(json, 'updatedAt')) ?? '');
  return at === undefined ? undefined : clock.now - at;
}

const reasonOf = (json: Json, key: string): { readonly detail?: SafeText } => {
  const reason = textOf(json, key);
  return reason === undefined ? {} : { detail: clean(reason) };
};

const failedRegistration: Rule = {
  reads: safe`integration status`,
  apply: bot =>
    applyToEach(installed(bot), ({ entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (status === undefined) return 'unread';
      if (!status.endsWith('_failed')) return 'ok';
      const text = safe`integration ${name} is ${clean(status, 80)}`;
      const brief = safe`${name}: ${clean(status, 80)}`;
      return { tone: 'bad', text, brief, ref, ...reasonOf(entry, 'statusReason') };
    }),
};

/** Reports pending states. A missing status is reported by the rule before, so here it is no gap. */
const stuckRegistration: Rule = {
  reads: safe`age of pending integrations`,
  apply: (bot, clock) =>
    applyToEach(installed(bot) ?? [], ({ entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (!status?.endsWith('_pending')) return 'ok';
      const since = age(entry, clock);
      if (since === undefined) return 'unread';
      const text = safe`integration ${name} is ${clean(status, 80)} for ${span(since)}`;
      return since > STUCK_MS ? { tone: 'warn', text, short: safe`pending`, ref } : 'ok';
    }),
};

/** Words for a state of integrations: for a column, and for a sentence. */
type StateWords = { readonly short: SafeText; readonly words: SafeText };

/** Returns one finding for all integrations with the same problem. */
function groupedFinding(
  entries: readonly InstalledIntegration[],
  { short, words }: StateWords,
): readonly Finding[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { name, ref } = first;
  const count = entries.length;
  const known = entries.slice(0, MAX_NAMES).map(entry => entry.name);
  const more = count > MAX_NAMES ? safe` and ${count - MAX_NAMES} more` : safe``;
  const one = safe`integration ${name} is ${words}`;
  const many = safe`${count} integrations are ${words}: ${joinSafe(known, ', ')}${more}`;
  const brief = safe`${count === 1 ? name : safe`${count} integrations`}: ${short}`;
  return [{ tone: 'warn', short, ref, text: count === 1 ? one : many, brief }];
}

/**
 * Reports the integrations for which `test` is true in one finding. It returns undefined where data is
 * missing.
 */
function flagged(bot: JsonObject, test: (entry: Json) => boolean | undefined, words: StateWords): RuleResult {
  const all = installed(bot);
  const { places, unread } = applyToEach(all, ({ entry }) => (test(entry) === undefined ? 'unread' : 'ok'));
  return { findings: groupedFinding(all?.filter(({ entry }) => test(entry)) ?? [], words), places, unread };
}

const disabled: Rule = {
  reads: safe`integration enabled`,
  apply: bot => {
    const isOff = (entry: Json): boolean | undefined => {
      const enabled = flag.read(member(entry, 'enabled'));
      return enabled === undefined ? undefined : !enabled;
    };
    return flagged(bot, isOff, { short: safe`disabled`, words: safe`disabled` });
  },
};

const deprecated: Rule = {
  reads: safe`integration lifecycle`,
  apply: bot => {
    const isOld = (entry: Json): boolean | undefined => {
      const stage = integration.fields.lifecycleStatus.read(member(entry, 'lifecycleStatus'));
      return stage === undefined ? undefined : stage === 'deprecated';
    };
    const words = safe`deprecated and cannot be installed again`;
    return flagged(bot, isOld, { short: safe`deprecated`, words });
  },
};

const failingEvent: Rule = {
  reads: safe`recurring events`,
  apply: (bot, clock) =>
    applyToEach(entriesOf(bot, 'recurringEvents'), ([key, event]) => {
      const failed = count.read(member(event, 'failedAttempts'));
      if (failed === undefined) return 'unread';
      if (failed < 1) return 'ok';
      const tone = failed >= MANY_FAILURES ? 'bad' : 'warn';
      const often =
        failed === 1
          ? safe`1 failure`
          : safe`${count.show(member(event, 'failedAttempts'), clock)} failures in a row`;
      const brief = safe`${clean(key, 60)}: ${often}`;
      return {
        tone,
        text: safe`recurring event ${brief}`,
        brief,
        short: safe`event fails`,
        ...reasonOf(event, 'lastFailureReason'),
      };
    }),
};

const botStatus: Rule = {
  reads: safe`bot status`,
  apply: (bot, clock) =>
    applyToEach([bot], () => {
      const status = textOf(bot, 'status');
      if (status === undefined) return 'unread';
      if (status === 'active') return 'ok';
      if (status === 'deleting') return { tone: 'bad', text: safe`it is being deleted` };
      if (status !== 'deploying') return { tone: 'plain', text: safe`its status is ${clean(status, 80)}` };
      const since = age(bot, clock);
      if (since === undefined) return 'unread';
      return since > STUCK_MS
        ? { tone: 'warn', text: safe`deploying for ${span(since)}`, short: safe`deploying` }
        : 'ok';
    }),
};

/** Returns the names that a schema requires; undefined if there is no readable schema. */
function requiredBy(schema: Json | undefined): readonly string[] | undefined {
  const required = isObject(schema) ? (member(schema, 'required') ?? []) : undefined;
  return Array.isArray(required) ? required.filter(key => typeof key === 'string') : undefined;
}

const missingConfiguration: Rule = {
  reads: safe`configuration schema`,
  apply: bot => {
    const configuration = member(bot, 'configuration');
    const data = member(configuration, 'data');
    return applyToEach(requiredBy(member(configuration, 'schema')), key => {
      if (!isObject(data)) return 'unread';
      const text = safe`configuration lacks the required "${clean(key, 80)}"`;
      return (member(data, key) ?? '') === '' ? { tone: 'warn', text, short: safe`config gaps` } : 'ok';
    });
  },
};

function emptiness(map: Json | undefined, text: SafeText): Outcome {
  if (!isObject(map)) return 'unread';
  return Object.keys(map).length === 0 ? { tone: 'plain', text } : 'ok';
}

function deployment(bot: JsonObject): Outcome {
  const at = member(bot, 'deployedAt') ?? '';
  if (at === '') return { tone: 'plain', text: safe`never deployed` };
  return typeof at === 'string' ? 'ok' : 'unread';
}

const notes: Rule = {
  reads: safe`deployment and contents`,
  apply: bot =>
    applyToEach(
      [
        deployment(bot),
        emptiness(member(bot, 'integrations'), safe`no integrations`),
        emptiness(member(member(bot, 'subscriptions'), 'events'), safe`subscribes to no event`),
      ],
      outcome => outcome,
    ),
};

/** All rules, the most important findings first. Only the last uses fields that the spec shows. */
export const botRules: readonly Rule[] = [
  failedRegistration,
  failingEvent,
  botStatus,
  stuckRegistration,
  disabled,
  deprecated,
  missingConfiguration,
  notes,
];

const WEIGHT = { bad: 0, warn: 1, good: 2, plain: 2, dim: 2 } as const;

/**
 * Finds why a bot may be failing, from its own record alone; `unchecked` lists what could not be read, with
 * counts.
 */
export function diagnose(bot: JsonObject, clock: Clock): Diagnosis {
  const results = botRules.map(({ reads, apply }) => ({ reads, ...apply(bot, clock) }));
  return {
    findings: results.flatMap(({ findings }) => findings).sort((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]),
    unchecked: results.flatMap(({ reads, places, unread }) => {
      if (unread === 0) return [];
      return [unread === places ? reads : safe`${reads} (${unread} of ${places})`];
    }),
  };
}
