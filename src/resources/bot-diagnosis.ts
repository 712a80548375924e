import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { span } from '../text/units.ts';
import {
  age,
  applyToEach,
  type Diagnosis,
  entriesOf,
  type Finding,
  LONG_DELETE_MS,
  type PlaceResult,
  type Rule,
  type RuleResult,
  reasonOf,
  requiredBy,
  STUCK_MS,
  sinceOf,
  textOf,
  worstFirst,
} from './diagnosis-rule.ts';
import { type Clock, count, flag } from './field.ts';
import { type InstalledIntegration, installation, installedIntegrations } from './installation.ts';
import { integration } from './integration.ts';

const MANY_FAILURES = 3;

const failingEvent: Rule = {
  id: 'recurring-event',
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
        title: safe`recurring event ${clean(key, 60)} fails`,
        inner: key,
        count: failed,
        ...reasonOf(event, 'lastFailureReason'),
      };
    }),
};

const deletingResult = (bot: JsonObject, since = 0): PlaceResult =>
  since > LONG_DELETE_MS
    ? { tone: 'bad', text: safe`deleting for ${span(since)}`, ...sinceOf(bot) }
    : { tone: 'warn', text: safe`it is being deleted` };

const botStatus: Rule = {
  id: 'bot-status',
  reads: safe`bot status`,
  apply: (bot, clock) =>
    applyToEach([bot], () => {
      const status = textOf(bot, 'status');
      if (status === undefined) return 'unread';
      if (status === 'active') return 'ok';
      if (status === 'deleting') return deletingResult(bot, age(bot, clock));
      if (status !== 'deploying') return { tone: 'plain', text: safe`its status is ${clean(status, 80)}` };
      const since = age(bot, clock);
      if (since === undefined) return 'unread';
      return since > STUCK_MS
        ? {
            tone: 'warn',
            text: safe`deploying for ${span(since)}`,
            short: safe`deploying`,
            title: safe`still deploying`,
            ...sinceOf(bot),
          }
        : 'ok';
    }),
};

const missingConfiguration: Rule = {
  id: 'configuration',
  reads: safe`configuration schema`,
  apply: bot => {
    const configuration = member(bot, 'configuration');
    const data = member(configuration, 'data');
    return applyToEach(requiredBy(member(configuration, 'schema')), key => {
      if (!isObject(data)) return 'unread';
      const text = safe`configuration lacks the required "${clean(key, 80)}"`;
      return (member(data, key) ?? '') === ''
        ? { tone: 'warn', text, short: safe`config gaps`, inner: key }
        : 'ok';
    });
  },
};

function emptiness(map: Json | undefined, text: SafeText): PlaceResult {
  if (!isObject(map)) return 'unread';
  return Object.keys(map).length === 0 ? { tone: 'plain', text, inner: text } : 'ok';
}

function deployment(bot: JsonObject): PlaceResult {
  const at = member(bot, 'deployedAt') ?? '';
  if (at === '') return { tone: 'plain', text: safe`never deployed`, inner: 'never deployed' };
  return typeof at === 'string' ? 'ok' : 'unread';
}

const notes: Rule = {
  id: 'note',
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

const MAX_NAMES = 4;

/** Returns a note about a status that no rule knows, as about that of a bot. */
function statusNote(name: SafeText, status: string): PlaceResult {
  if (installation.status.values?.includes(status) || status.endsWith('_pending')) return 'ok';
  return { tone: 'plain', text: safe`the status of integration ${name} is ${clean(status, 80)}` };
}

const failedRegistration: Rule = {
  id: 'integration-failed',
  reads: safe`integration status`,
  apply: bot =>
    applyToEach(installedIntegrations(bot), ({ key, entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (status === undefined) return 'unread';
      if (!status.endsWith('_failed')) return statusNote(name, status);
      const text = safe`integration ${name} is ${clean(status, 80)}`;
      const brief = safe`${name}: ${clean(status, 80)}`;
      const title = safe`${name} ${clean(status, 80)}`;
      const reason = reasonOf(entry, 'statusReason');
      return { tone: 'bad', text, brief, ref, title, inner: key, ...sinceOf(entry), ...reason };
    }),
};

/** Reports pending states. A missing status is reported by the rule before, so here it is no gap. */
const stuckRegistration: Rule = {
  id: 'integration-pending',
  reads: safe`age of pending integrations`,
  apply: (bot, clock) =>
    applyToEach(installedIntegrations(bot) ?? [], ({ key, entry, name, ref }) => {
      const status = textOf(entry, 'status');
      if (!status?.endsWith('_pending')) return 'ok';
      const since = age(entry, clock);
      const long = since === undefined ? safe` since an unknown time` : safe` for ${span(since)}`;
      const text = safe`integration ${name} is ${clean(status, 80)}${long}`;
      const title = safe`${name} ${clean(status, 80)}`;
      return since === undefined || since > STUCK_MS
        ? { tone: 'warn', text, short: safe`pending`, ref, title, inner: key, ...sinceOf(entry) }
        : 'ok';
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
  const oneOf = (each: SafeText): SafeText => safe`integration ${each} is ${words}`;
  const parts = entries.map(
    (each): Finding => ({
      tone: 'warn',
      text: oneOf(each.name),
      title: safe`${each.name} ${short}`,
      inner: each.key,
      ref: each.ref,
    }),
  );
  const many = safe`${count} integrations are ${words}: ${joinSafe(known, ', ')}${more}`;
  const brief = safe`${count === 1 ? name : safe`${count} integrations`}: ${short}`;
  return [{ tone: 'warn', short, ref, text: count === 1 ? oneOf(name) : many, brief, parts }];
}

/**
 * Reports the integrations for which `test` is true in one finding. It returns undefined where data is
 * missing.
 */
function groupedResult(
  bot: JsonObject,
  test: (entry: Json) => boolean | undefined,
  words: StateWords,
): RuleResult {
  const all = installedIntegrations(bot);
  const { places, unread } = applyToEach(all, ({ entry }) => (test(entry) === undefined ? 'unread' : 'ok'));
  return { findings: groupedFinding(all?.filter(({ entry }) => test(entry)) ?? [], words), places, unread };
}

const disabled: Rule = {
  id: 'integration-disabled',
  reads: safe`integration enabled`,
  apply: bot => {
    const isOff = (entry: Json): boolean | undefined => {
      const enabled = flag.read(member(entry, 'enabled'));
      return enabled === undefined ? undefined : !enabled;
    };
    return groupedResult(bot, isOff, { short: safe`disabled`, words: safe`disabled` });
  },
};

const deprecated: Rule = {
  id: 'integration-deprecated',
  reads: safe`integration lifecycle`,
  apply: bot => {
    const isOld = (entry: Json): boolean | undefined => {
      const stage = integration.fields.lifecycleStatus.read(member(entry, 'lifecycleStatus'));
      return stage === undefined ? undefined : stage === 'deprecated';
    };
    const words = safe`deprecated and cannot be installed again`;
    return groupedResult(bot, isOld, { short: safe`deprecated`, words });
  },
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

/**
 * Finds why a bot may be failing, from its own record alone; `unchecked` lists what could not be read, with
 * counts.
 */
export function diagnose(bot: JsonObject, clock: Clock): Diagnosis {
  const results = botRules.map(({ id: rule, reads, apply }) => {
    const { findings, ...gaps } = apply(bot, clock);
    return { reads, ...gaps, findings: findings.map((each): Finding => ({ ...each, rule })) };
  });
  return {
    findings: worstFirst(results.flatMap(({ findings }) => findings)),
    unchecked: results.flatMap(({ reads, places, unread }) => {
      if (unread === 0) return [];
      return [unread === places ? reads : safe`${reads} (${unread} of ${places})`];
    }),
  };
}
