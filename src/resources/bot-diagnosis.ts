import { isObject, type Json, type JsonObject, member } from '../api/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, span } from '../text/time.ts';
import type { Clock } from './field.ts';
import { integration } from './integration.ts';
import type { Diagnosis, Finding, Ref } from './resource.ts';

/** What a pending or deploying state may last before it counts as stuck. */
const STUCK_MS = 10 * 60 * 1000;
const MANY_FAILURES = 3;

/** One rule: what it reads, and what it finds. `undefined`: the record does not hold what it reads. */
type Rule = {
  readonly reads: SafeText;
  readonly find: (bot: JsonObject, clock: Clock) => readonly Finding[] | undefined;
};

type Entry = { readonly key: string; readonly entry: Json; readonly name: SafeText; readonly ref: Ref };

const textOf = (json: Json | undefined, key: string): string | undefined => {
  const value = member(json, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The entries of a map of the bot, or undefined when the bot has no such map. */
function entriesOf(bot: JsonObject, field: string): readonly (readonly [string, Json])[] | undefined {
  const map = member(bot, field);
  return isObject(map) ? Object.entries(map) : undefined;
}

function installed(bot: JsonObject): readonly Entry[] | undefined {
  return entriesOf(bot, 'integrations')?.map(([key, entry]) => ({
    key,
    entry,
    name: clean(textOf(entry, 'name') ?? key, 80),
    ref: { kind: integration.kind, ids: { integrationId: textOf(entry, 'id') ?? key } },
  }));
}

/** The entries of the installed integrations that a rule is about; undefined when none carries what it reads. */
function about(bot: JsonObject, field: string, make: (entry: Entry, value: Json) => Finding | undefined) {
  const all = installed(bot);
  if (all === undefined) return undefined;
  const telling = all.filter(({ entry }) => member(entry, field) !== undefined);
  if (all.length > 0 && telling.length === 0) return undefined;
  return telling.flatMap(entry => make(entry, member(entry.entry, field) ?? null) ?? []);
}

const age = (iso: string | undefined, clock: Clock): number | undefined => {
  const at = iso === undefined ? undefined : epoch(iso);
  return at === undefined ? undefined : clock.now - at;
};

const reasonOf = (json: Json, key: string): { readonly detail?: SafeText } => {
  const reason = textOf(json, key);
  return reason === undefined ? {} : { detail: clean(reason) };
};

const failedRegistration: Rule = {
  reads: safe`integration status`,
  find: bot =>
    about(bot, 'status', ({ entry, name, ref }, status) =>
      typeof status === 'string' && status.endsWith('_failed')
        ? {
            tone: 'bad',
            text: safe`integration ${name} is ${clean(status)}`,
            ref,
            ...reasonOf(entry, 'statusReason'),
          }
        : undefined,
    ),
};

const stuckRegistration: Rule = {
  reads: safe`integration status and age`,
  find: (bot, clock) =>
    about(bot, 'status', ({ entry, name, ref }, status) => {
      const since = age(textOf(entry, 'updatedAt'), clock);
      const isStuck = typeof status === 'string' && status.endsWith('_pending') && (since ?? 0) > STUCK_MS;
      return isStuck
        ? { tone: 'warn', text: safe`integration ${name} is ${clean(status)} for ${span(since ?? 0)}`, ref }
        : undefined;
    }),
};

/** One line for one, one line with the count for several. */
function together(entries: readonly Entry[], words: SafeText): readonly Finding[] {
  const [first] = entries;
  if (first === undefined) return [];
  if (entries.length === 1)
    return [{ tone: 'warn', text: safe`integration ${first.name} is ${words}`, ref: first.ref }];
  const names = joinSafe(
    entries.slice(0, 4).map(({ name }) => name),
    ', ',
  );
  return [
    { tone: 'warn', text: safe`${entries.length} integrations are ${words}: ${names}`, ref: first.ref },
  ];
}

function flagged(
  bot: JsonObject,
  field: string,
  isBad: (value: Json | undefined) => boolean,
): readonly Entry[] | undefined {
  const all = installed(bot);
  if (all === undefined || (all.length > 0 && all.every(({ entry }) => member(entry, field) === undefined)))
    return undefined;
  return all.filter(({ entry }) => isBad(member(entry, field)));
}

const disabled: Rule = {
  reads: safe`integration enabled`,
  find: bot => {
    const off = flagged(bot, 'enabled', value => value === false);
    return off && together(off, safe`installed but disabled`);
  },
};

const deprecated: Rule = {
  reads: safe`integration lifecycle`,
  find: bot => {
    const old = flagged(bot, 'lifecycleStatus', value => value === 'deprecated');
    return old && together(old, safe`deprecated and cannot be installed again`);
  },
};

const failingEvent: Rule = {
  reads: safe`recurring events`,
  find: bot =>
    entriesOf(bot, 'recurringEvents')?.flatMap(([key, event]): readonly Finding[] => {
      const failed = member(event, 'failedAttempts');
      if (typeof failed !== 'number' || failed < 1) return [];
      const tone = failed >= MANY_FAILURES ? 'bad' : 'warn';
      const text = safe`recurring event "${clean(key, 60)}" failed ${failed} times in a row`;
      return [{ tone, text, ...reasonOf(event, 'lastFailureReason') }];
    }),
};

const botStatus: Rule = {
  reads: safe`bot status`,
  find: (bot, clock) => {
    const status = textOf(bot, 'status');
    if (status === undefined) return undefined;
    const since = age(textOf(bot, 'updatedAt'), clock) ?? 0;
    if (status === 'active') return [];
    if (status === 'deleting') return [{ tone: 'bad', text: safe`it is being deleted` }];
    if (status !== 'deploying') return [{ tone: 'plain', text: safe`its status is ${clean(status, 80)}` }];
    return since > STUCK_MS ? [{ tone: 'warn', text: safe`deploying for ${span(since)}` }] : [];
  },
};

const missingConfiguration: Rule = {
  reads: safe`configuration schema`,
  find: bot => {
    const configuration = member(bot, 'configuration');
    const required = member(member(configuration, 'schema'), 'required');
    if (!isObject(configuration)) return undefined;
    if (!Array.isArray(required)) return [];
    const data = member(configuration, 'data');
    const missing = required.filter(key => typeof key === 'string' && (member(data, key) ?? '') === '');
    return missing.map(key => ({
      tone: 'warn',
      text: safe`configuration lacks the required "${clean(String(key), 80)}"`,
    }));
  },
};

const notes: Rule = {
  reads: safe`deployment and contents`,
  find: bot => {
    const events = member(member(bot, 'subscriptions'), 'events');
    const empty = (json: Json | undefined): boolean => isObject(json) && Object.keys(json).length === 0;
    return [
      ...(textOf(bot, 'deployedAt') === undefined
        ? [{ tone: 'plain', text: safe`never deployed` } as const]
        : []),
      ...(empty(member(bot, 'integrations'))
        ? [{ tone: 'plain', text: safe`no integrations` } as const]
        : []),
      ...(empty(events) ? [{ tone: 'plain', text: safe`subscribes to no event` } as const] : []),
    ];
  },
};

/** The rules, in the order in which their findings matter. All but the last read what the spec does not show. */
const RULES: readonly Rule[] = [
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

/** Why a bot may be failing, from its own record alone. Each rule tolerates what is missing and then says so. */
export function diagnose(bot: JsonObject, clock: Clock): Diagnosis {
  const results = RULES.map(rule => ({ rule, found: rule.find(bot, clock) }));
  return {
    findings: results.flatMap(({ found }) => found ?? []).sort((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]),
    unchecked: results.flatMap(({ rule, found }) => (found === undefined ? [rule.reads] : [])),
  };
}
