import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { epoch, span } from '../text/units.ts';
import { applyRules, type Diagnosis, type Finding, type PlaceResult, type Rule } from './diagnosis.ts';
import { type Clock, count, flag, prose } from './field.ts';
import { installation, installedIntegrations } from './installation.ts';
import { integration } from './integration.ts';

const MANY_FAILURES = 3;
/** A pending or deploying state counts as stuck after this time. */
const STUCK_MS = 10 * 60 * 1000;
/** A bot that is being deleted is a problem after this time. */
const LONG_DELETE_MS = 60 * 60 * 1000;

const textOf = (json: Json, key: string): string | undefined => prose.read(member(json, key));

function age(json: Json, clock: Clock): number | undefined {
  const at = epoch(textOf(json, 'updatedAt') ?? '');
  return at === undefined ? undefined : clock.now - at;
}

/** The last change, as a member of a finding. */
function sinceOf(json: Json): Pick<Finding, 'since'> {
  const since = textOf(json, 'updatedAt');
  return since === undefined ? {} : { since };
}

/** A text of the server, as a member of a finding. */
function reasonOf(json: Json, key: string): Pick<Finding, 'detail'> {
  const reason = textOf(json, key);
  return reason === undefined ? {} : { detail: clean(reason) };
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
          const often =
            failed === 1 ? safe`1 failure` : safe`${count.show(attempts, clock)} failures in a row`;
          const name = clean(key, 60);
          return {
            tone: failed >= MANY_FAILURES ? 'bad' : 'warn',
            text: safe`recurring event ${name}: ${often}`,
            brief: safe`${name}: ${often}`,
            short: safe`event fails`,
            title: safe`recurring event ${name} fails`,
            inner: key,
            count: failed,
            ...reasonOf(event, 'lastFailureReason'),
          };
        }),
};

function statusResult(bot: JsonObject, since: number | undefined): PlaceResult {
  const status = textOf(bot, 'status');
  switch (status) {
    case 'active':
      return 'ok';
    case 'deleting':
      return since !== undefined && since > LONG_DELETE_MS
        ? { tone: 'bad', text: safe`deleting for ${span(since)}`, ...sinceOf(bot) }
        : { tone: 'warn', text: safe`it is being deleted` };
    case 'deploying': {
      if (since === undefined || since <= STUCK_MS) return since === undefined ? 'unread' : 'ok';
      const [short, title] = [safe`deploying`, safe`still deploying`];
      return { tone: 'warn', text: safe`deploying for ${span(since)}`, short, title, ...sinceOf(bot) };
    }
    default:
      return status === undefined
        ? 'unread'
        : { tone: 'plain', text: safe`its status is ${clean(status, 80)}` };
  }
}

const botStatus: Rule = {
  id: 'bot-status',
  reads: safe`bot status`,
  apply: (bot, clock) => [statusResult(bot, age(bot, clock))],
};

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
        const text = safe`configuration lacks the required "${clean(key, 80)}"`;
        return (member(data, key) ?? '') === ''
          ? { tone: 'warn', text, short: safe`config gaps`, inner: key }
          : 'ok';
      });
  },
};

const note = (text: SafeText): Finding => ({ tone: 'plain', text, inner: text });

function emptiness(map: Json | undefined, text: SafeText): PlaceResult {
  if (!isObject(map)) return 'unread';
  return Object.keys(map).length === 0 ? note(text) : 'ok';
}

function deployment({ deployedAt }: JsonObject): PlaceResult {
  if ((deployedAt ?? '') === '') return note(safe`never deployed`);
  return typeof deployedAt === 'string' ? 'ok' : 'unread';
}

const notes: Rule = {
  id: 'note',
  reads: safe`deployment and contents`,
  apply: bot => [
    deployment(bot),
    emptiness(bot['integrations'], safe`no integrations`),
    emptiness(member(bot['subscriptions'], 'events'), safe`subscribes to no event`),
  ],
};

/** `at`: where the integration is, for a finding. */
const eachInstalled = (
  bot: JsonObject,
  test: (entry: Json, name: SafeText, at: Pick<Finding, 'ref' | 'inner'>) => PlaceResult,
): readonly PlaceResult[] =>
  installedIntegrations(bot)?.map(({ key, entry, name, ref }) => test(entry, name, { ref, inner: key })) ?? [
    'unread',
  ];

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
          ...{ tone: 'bad', text: safe`integration ${name} is ${words}`, brief: safe`${name}: ${words}` },
          ...{ ...at, title: safe`${name} ${words}`, ...sinceOf(entry), ...reasonOf(entry, 'statusReason') },
        };
      if (installation.status.values?.includes(status) || status.endsWith('_pending')) return 'ok';
      return { tone: 'plain', text: safe`the status of integration ${name} is ${words}` };
    }),
};

/** Reports pending states. A missing status is reported by the rule before, so here it is no gap. */
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
      const title = safe`${name} ${words}`;
      return { tone: 'warn', text, short: safe`pending`, title, ...at, ...sinceOf(entry) };
    }).filter(result => result !== 'unread'),
};

const MAX_NAMES = 4;

/**
 * One finding for all integrations of a bot in a state; `short`, `words`: the state in a column and in a
 * sentence. `isIn`: undefined where data is missing.
 */
const stateRule = (
  rule: Pick<Rule, 'id' | 'reads'>,
  { short, words }: { readonly short: SafeText; readonly words: SafeText },
  isIn: (entry: Json) => boolean | undefined,
): Rule => ({
  ...rule,
  apply: bot =>
    eachInstalled(bot, (entry, name, at) => {
      const isFound = isIn(entry);
      if (!isFound) return isFound === undefined ? 'unread' : 'ok';
      const text = safe`integration ${name} is ${words}`;
      return { tone: 'warn', text, name, title: safe`${name} ${short}`, ...at };
    }),
  sumUp: (first, parts) => {
    const names = parts.slice(0, MAX_NAMES).flatMap(({ name }) => name ?? []);
    const more = parts.length > names.length ? safe` and ${parts.length - names.length} more` : safe``;
    const many = safe`${parts.length} integrations`;
    const isOne = parts.length === 1;
    return {
      tone: 'warn',
      short,
      text: isOne ? first.text : safe`${many} are ${words}: ${joinSafe(names, ', ')}${more}`,
      brief: safe`${isOne ? first.name : many}: ${short}`,
      ...(first.ref && { ref: first.ref }),
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
