import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, joinFirst, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { counted, epoch, span } from '../text/units.ts';
import { applyRules, type Diagnosis, type Finding, type Rule, type RuleResult } from './diagnosis.ts';
import { type Clock, count, flag, prose } from './field.ts';
import { installation, installedIntegrations, integration, versionName } from './integration.ts';

const MANY_FAILURES = 3;
const STUCK_MS = 10 * 60 * 1000;
const LONG_MS = 60 * 60 * 1000;

const textOf = (json: Json, key: string): string | undefined => prose.read(member(json, key));

function age(json: Json, clock: Clock): number | undefined {
  const at = epoch(textOf(json, 'updatedAt') ?? '');
  return at === undefined ? undefined : clock.now - at;
}

const failingEvent: Rule = {
  id: 'recurring-event',
  reads: safe`recurring events`,
  apply: ({ recurringEvents }, clock) =>
    !isObject(recurringEvents)
      ? ['unread']
      : Object.entries(recurringEvents).map(([key, event]) => {
          const attempts = member(event, 'failedAttempts');
          const failed = count.read(attempts);
          if (failed === undefined) return 'unread';
          if (failed < 1) return 'ok';
          const often = failed === 1 ? safe`1 failure` : safe`${count.show(attempts, clock)} failures`;
          const name = clean(key, 60);
          const brief = safe`${name}: ${often}`;
          return {
            tone: failed >= MANY_FAILURES ? 'bad' : 'warn',
            text: safe`recurring event ${brief}${failed === 1 ? safe`` : safe` in a row`}`,
            brief,
            short: safe`event fails`,
            title: safe`recurring event ${name} fails`,
            inner: key,
            path: ['recurringEvents', key],
            count: failed,
            reason: textOf(event, 'lastFailureReason'),
            by: key.replace(/\d+/g, '#'),
          };
        }),
};

/** With their schedule, failures and last reason. */
export function recurringEvents({ recurringEvents: events }: JsonObject, clock: Clock) {
  const shown = isObject(events) ? events : {};
  const results = failingEvent.apply({ recurringEvents: shown }, clock);
  return Object.entries(shown).map(([key, event], at) => {
    const result = results[at];
    const { tone, count: failed, reason } = typeof result === 'object' ? result : { tone: 'good' as const };
    const cron = textOf(member(event, 'schedule') ?? null, 'cron');
    const words = [
      ...(cron === undefined ? [] : [clean(cron, 40)]),
      ...(failed === undefined ? [] : [counted(failed, safe`failure`)]),
      ...(reason === undefined ? [] : [clean(reason)]),
    ];
    return {
      id: key,
      name: clean(key, 60),
      tone,
      path: ['recurringEvents', key],
      detail: joinSafe(words, ' · '),
    };
  });
}

function statusResult(bot: JsonObject, since: number | undefined): RuleResult {
  const status = textOf(bot, 'status');
  const stuck = { since: textOf(bot, 'updatedAt') };
  switch (status) {
    case 'active':
      return 'ok';
    case 'deleting':
      return since !== undefined && since > LONG_MS
        ? { ...stuck, tone: 'bad', text: safe`deleting for ${span(since)}`, title: safe`still deleting` }
        : { tone: 'warn', text: safe`bot is being deleted`, brief: safe`being deleted` };
    case 'deploying': {
      if (since === undefined || since <= STUCK_MS) return since === undefined ? 'unread' : 'ok';
      const text = safe`deploying for ${span(since)}`;
      const tone = since > LONG_MS ? 'bad' : 'warn';
      return { ...stuck, tone, text, short: safe`deploying`, title: safe`still deploying` };
    }
    default:
      if (status === undefined) return 'unread';
      return { tone: 'plain', text: safe`its status is ${clean(status, 80)}` };
  }
}

const botStatus: Rule = {
  id: 'bot-status',
  reads: safe`bot status`,
  apply: (bot, clock) => {
    const result = statusResult(bot, age(bot, clock));
    return [typeof result === 'string' ? result : { ...result, path: ['status'] }];
  },
};

const PROPERTIES = ['configuration', 'schema', 'properties'];

const missingConfiguration: Rule = {
  id: 'configuration',
  reads: safe`configuration schema`,
  apply: ({ configuration }) => {
    const [data, schema] = [member(configuration, 'data'), member(configuration, 'schema')];
    const required = isObject(schema) ? (member(schema, 'required') ?? []) : undefined;
    if (!isList(required)) return ['unread'];
    return required
      .filter(key => typeof key === 'string')
      .map(key => {
        if (!isObject(data)) return 'unread';
        if ((member(data, key) ?? '') !== '') return 'ok';
        const name = safe`"${clean(key, 80)}"`;
        const [text, brief] = [safe`configuration lacks the required ${name}`, safe`config lacks ${name}`];
        return {
          tone: 'warn',
          text,
          brief,
          short: safe`config gaps`,
          inner: key,
          path: [...PROPERTIES, key],
        };
      });
  },
};

const note = (text: SafeText, ...path: readonly string[]): Finding => ({
  tone: 'plain',
  text,
  inner: text,
  path,
});

function emptiness(map: Json | undefined, finding: Finding): RuleResult {
  if (!isObject(map)) return 'unread';
  return Object.keys(map).length === 0 ? finding : 'ok';
}

function deployment({ deployedAt }: JsonObject): RuleResult {
  if ((deployedAt ?? '') === '') return note(safe`never deployed`, 'deployedAt');
  return typeof deployedAt === 'string' ? 'ok' : 'unread';
}

const notes: Rule = {
  id: 'note',
  reads: safe`deployment and contents`,
  apply: bot => [
    deployment(bot),
    emptiness(bot['integrations'], note(safe`no integrations`, 'integrations')),
    emptiness(member(bot['subscriptions'], 'events'), {
      ...note(safe`no event subscriptions`, 'subscriptions', 'events'),
      // Part of its id, which keeps the words of old.
      inner: 'subscribes to no event',
    }),
  ],
};

type IntegrationPlace = Omit<Finding, 'tone' | 'text'> & { readonly by: string };

const eachInstalled = (
  bot: JsonObject,
  test: (entry: Json, name: SafeText, at: (state: SafeText) => IntegrationPlace) => RuleResult,
): readonly RuleResult[] =>
  installedIntegrations(bot)?.map(({ key, entry, name, ref }) =>
    test(entry, name, state => ({
      ...{ ref, inner: key, name, since: textOf(entry, 'updatedAt'), by: name },
      ...{ title: safe`${name} ${state}`, versionTitle: safe`${versionName(key, entry)} ${state}` },
      // Of `airline/flights`, the workspace goes: a column is narrow.
      brief: safe`${clean(name.slice(name.lastIndexOf('/') + 1))} ${state}`,
    })),
  ) ?? ['unread'];

const failedRegistration: Rule = {
  id: 'integration-failed',
  reads: safe`integration status`,
  apply: bot =>
    eachInstalled(bot, (entry, name, at) => {
      const status = textOf(entry, 'status');
      if (status === undefined) return 'unread';
      const words = clean(status, 80);
      if (status.endsWith('_failed'))
        return {
          ...{ tone: 'bad', text: safe`integration ${name} is ${words}` },
          ...{ ...at(words), reason: textOf(entry, 'statusReason') },
        };
      if (installation.status.values?.includes(status) || status.endsWith('_pending')) return 'ok';
      return { tone: 'plain', text: safe`the status of integration ${name} is ${words}`, ...at(words) };
    }),
};

/** A missing status is reported by the rule before, so here it is no gap. */
const stuckRegistration: Rule = {
  id: 'integration-pending',
  reads: safe`age of pending integrations`,
  apply: (bot, clock) =>
    eachInstalled(bot, (entry, name, at) => {
      const status = textOf(entry, 'status');
      const since = age(entry, clock);
      if (!status?.endsWith('_pending') || (since !== undefined && since <= STUCK_MS)) return 'ok';
      const words = clean(status, 80);
      const long = since === undefined ? safe` since an unknown time` : safe` for ${span(since)}`;
      const text = safe`integration ${name} is ${words}${long}`;
      const reason = textOf(entry, 'statusReason');
      return { tone: 'warn', text, short: safe`pending`, ...at(words), reason };
    }).filter(result => result !== 'unread'),
};

const MAX_NAMES = 4;

/** One finding for all integrations in a state. `words`: in a sentence; `isIn`: undefined without data. */
const stateRule = (
  rule: Pick<Rule, 'id' | 'reads'>,
  { short, words }: Readonly<{ short: SafeText; words: SafeText }>,
  isIn: (entry: Json) => boolean | undefined,
): Rule => ({
  ...rule,
  apply: bot =>
    eachInstalled(bot, (entry, name, at) => {
      const isFound = isIn(entry);
      if (!isFound) return isFound === undefined ? 'unread' : 'ok';
      const text = safe`integration ${name} is ${words}`;
      return { tone: 'warn', text, ...at(short) };
    }),
  sumUp: (first, parts) => {
    const names = joinFirst(parts, MAX_NAMES, ({ name }) => name);
    const many = safe`${parts.length} integrations`;
    const isOne = parts.length === 1;
    return {
      tone: 'warn',
      short,
      text: isOne ? first.text : safe`${many} are ${words}: ${names}`,
      brief: isOne ? (first.brief ?? first.text) : safe`${many} ${short}`,
      ref: first.ref,
      parts,
    };
  },
});

const disabled = stateRule(
  { id: 'integration-disabled', reads: safe`integration enabled` },
  { short: safe`disabled`, words: safe`disabled` },
  entry => {
    const enabled = flag.read(member(entry, 'enabled'));
    return enabled === undefined ? undefined : !enabled;
  },
);

const deprecated = stateRule(
  { id: 'integration-deprecated', reads: safe`integration lifecycle` },
  { short: safe`deprecated`, words: safe`deprecated and cannot be installed again` },
  entry => {
    const stage = integration.fields.lifecycleStatus.read(member(entry, 'lifecycleStatus'));
    return stage === undefined ? undefined : stage === 'deprecated';
  },
);

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

export const diagnose = (bot: JsonObject, clock: Clock): Diagnosis => applyRules(botRules, bot, clock);
