import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, span } from '../text/units.ts';
import { type Clock, count, flag, free, prose, time } from './field.ts';
import { integration } from './integration.ts';
import type { Diagnosis, Finding, Ref } from './resource.ts';

/** What a pending or deploying state may last before it counts as stuck. */
const STUCK_MS = 10 * 60 * 1000;
const MANY_FAILURES = 3;
const MOST_NAMES = 4;

/** What a rule found, in how many places it looked, and in how many of them there was nothing to read. */
type Look = { readonly findings: readonly Finding[]; readonly places: number; readonly blind: number };

/** One rule: what it reads, in words, and what it sees. It tolerates every missing and mistyped field. */
type Rule = { readonly reads: SafeText; readonly look: (bot: JsonObject, clock: Clock) => Look };

/** What is said of one place: a finding, nothing, or that it does not hold what the rule reads. */
type Verdict = Finding | 'well' | 'unread';

type Entry = { readonly entry: Json; readonly name: SafeText; readonly ref: Ref };

const BLIND: Look = { findings: [], places: 1, blind: 1 };

/** A text of a record that is set. */
const textOf = (json: Json, key: string): string | undefined => prose.read(member(json, key));

const isFinding = (verdict: Verdict): verdict is Finding => typeof verdict === 'object';

/** One verdict for each item; without the list itself there was nothing to read. */
function each<T>(items: readonly T[] | undefined, judge: (item: T) => Verdict): Look {
  if (items === undefined) return BLIND;
  const verdicts = items.map(judge);
  const blind = verdicts.filter(verdict => verdict === 'unread').length;
  return { findings: verdicts.filter(isFinding), places: items.length, blind };
}

/** The entries of a map of the bot, or undefined when the bot has no such map. */
function entriesOf(bot: JsonObject, field: string): readonly (readonly [string, Json])[] | undefined {
  const map = free.read(member(bot, field));
  return map === undefined ? undefined : Object.entries(map);
}

/** The integrations of a bot. Cached, because five rules read them and there may be thousands. */
const installed = memo((bot: JsonObject): readonly Entry[] | undefined =>
  entriesOf(bot, 'integrations')?.map(([key, entry]) => ({
    entry,
    name: clean(textOf(entry, 'name') ?? key, 80),
    ref: { kind: integration.kind, ids: { integrationId: textOf(entry, 'id') ?? key } },
  })),
);

/** How long ago the last change was, in milliseconds; undefined when it is not told. */
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
  look: bot =>
    each(installed(bot), ({ entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (status === undefined) return 'unread';
      if (!status.endsWith('_failed')) return 'well';
      const text = safe`integration ${name} is ${clean(status, 80)}`;
      const brief = safe`${name}: ${clean(status, 80)}`;
      return { tone: 'bad', text, brief, ref, ...reasonOf(entry, 'statusReason') };
    }),
};

/** The rule before reports a missing status: this one reports only that a pending one has no time. */
const stuckRegistration: Rule = {
  reads: safe`age of pending integrations`,
  look: (bot, clock) =>
    each(installed(bot) ?? [], ({ entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (!status?.endsWith('_pending')) return 'well';
      const since = age(entry, clock);
      if (since === undefined) return 'unread';
      const text = safe`integration ${name} is ${clean(status, 80)} for ${span(since)}`;
      return since > STUCK_MS ? { tone: 'warn', text, short: safe`pending`, ref } : 'well';
    }),
};

/** What is said of integrations: in a column, and in a sentence. */
type Said = { readonly short: SafeText; readonly words: SafeText };

/** One line for one, one line with the count for several. */
function together(entries: readonly Entry[], { short, words }: Said): readonly Finding[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { name, ref } = first;
  const count = entries.length;
  const known = entries.slice(0, MOST_NAMES).map(entry => entry.name);
  const more = count > MOST_NAMES ? safe` and ${count - MOST_NAMES} more` : safe``;
  const one = safe`integration ${name} is ${words}`;
  const many = safe`${count} integrations are ${words}: ${joinSafe(known, ', ')}${more}`;
  const brief = safe`${count === 1 ? name : safe`${count} integrations`}: ${short}`;
  return [{ tone: 'warn', short, ref, text: count === 1 ? one : many, brief }];
}

/** A rule about a value of each installed integration: all that are bad in one line. `isBad` is undefined of what is not told. */
function flagged(bot: JsonObject, isBad: (entry: Json) => boolean | undefined, said: Said): Look {
  const all = installed(bot);
  const { places, blind } = each(all, ({ entry }) => (isBad(entry) === undefined ? 'unread' : 'well'));
  return { findings: together(all?.filter(({ entry }) => isBad(entry)) ?? [], said), places, blind };
}

const disabled: Rule = {
  reads: safe`integration enabled`,
  look: bot => {
    const isOff = (entry: Json): boolean | undefined => {
      const enabled = flag.read(member(entry, 'enabled'));
      return enabled === undefined ? undefined : !enabled;
    };
    return flagged(bot, isOff, { short: safe`disabled`, words: safe`installed but disabled` });
  },
};

const deprecated: Rule = {
  reads: safe`integration lifecycle`,
  look: bot => {
    const isOld = (entry: Json): boolean | undefined => {
      const stage = integration.fields.lifecycleStatus.read(member(entry, 'lifecycleStatus'));
      return stage === undefined ? undefined : stage === 'deprecated';
    };
    return flagged(bot, isOld, {
      short: safe`deprecated`,
      words: safe`deprecated and cannot be installed again`,
    });
  },
};

const failingEvent: Rule = {
  reads: safe`recurring events`,
  look: (bot, clock) =>
    each(entriesOf(bot, 'recurringEvents'), ([key, event]) => {
      const failed = count.read(member(event, 'failedAttempts'));
      if (failed === undefined) return 'unread';
      if (failed < 1) return 'well';
      const tone = failed >= MANY_FAILURES ? 'bad' : 'warn';
      const often =
        failed === 1
          ? safe`once`
          : safe`${count.show(member(event, 'failedAttempts'), clock)} times in a row`;
      const brief = safe`"${clean(key, 60)}" failed ${often}`;
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
  look: (bot, clock) =>
    each([bot], () => {
      const status = textOf(bot, 'status');
      if (status === undefined) return 'unread';
      if (status === 'active') return 'well';
      if (status === 'deleting') return { tone: 'bad', text: safe`it is being deleted` };
      if (status !== 'deploying') return { tone: 'plain', text: safe`its status is ${clean(status, 80)}` };
      const since = age(bot, clock);
      if (since === undefined) return 'unread';
      return since > STUCK_MS
        ? { tone: 'warn', text: safe`deploying for ${span(since)}`, short: safe`deploying` }
        : 'well';
    }),
};

/** The names that a schema requires; none when it requires nothing, undefined when it cannot be told. */
function requiredBy(schema: Json | undefined): readonly string[] | undefined {
  const required = isObject(schema) ? (member(schema, 'required') ?? []) : undefined;
  return Array.isArray(required) ? required.filter(key => typeof key === 'string') : undefined;
}

const missingConfiguration: Rule = {
  reads: safe`configuration schema`,
  look: bot => {
    const configuration = member(bot, 'configuration');
    const data = member(configuration, 'data');
    return each(requiredBy(member(configuration, 'schema')), key => {
      if (!isObject(data)) return 'unread';
      const text = safe`configuration lacks the required "${clean(key, 80)}"`;
      return (member(data, key) ?? '') === '' ? { tone: 'warn', text, short: safe`config gaps` } : 'well';
    });
  },
};

function emptiness(map: Json | undefined, text: SafeText): Verdict {
  if (!isObject(map)) return 'unread';
  return Object.keys(map).length === 0 ? { tone: 'plain', text } : 'well';
}

function deployment(bot: JsonObject): Verdict {
  const at = member(bot, 'deployedAt') ?? '';
  if (at === '') return { tone: 'plain', text: safe`never deployed` };
  return typeof at === 'string' ? 'well' : 'unread';
}

const notes: Rule = {
  reads: safe`deployment and contents`,
  look: bot =>
    each(
      [
        deployment(bot),
        emptiness(member(bot, 'integrations'), safe`no integrations`),
        emptiness(member(member(bot, 'subscriptions'), 'events'), safe`subscribes to no event`),
      ],
      verdict => verdict,
    ),
};

/** The rules, in the order in which their findings matter. All but the last read what the spec does not show. */
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

/** Finds why a bot may be failing, from its own record alone; `unchecked` lists what could not be read, with counts. */
export function diagnose(bot: JsonObject, clock: Clock): Diagnosis {
  const looks = botRules.map(({ reads, look }) => ({ reads, ...look(bot, clock) }));
  return {
    findings: looks.flatMap(({ findings }) => findings).sort((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]),
    unchecked: looks.flatMap(({ reads, places, blind }) => {
      if (blind === 0) return [];
      return [blind === places ? reads : safe`${reads} (${blind} of ${places})`];
    }),
  };
}
