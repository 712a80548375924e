import type { JsonObject } from '../json/json.ts';
import { kept } from '../text/memo.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS, dayTime, epoch } from '../text/units.ts';
import type { CauseGroup } from './cause.ts';
import { type Digest, digestOf, type History, historyOf, type Installed } from './digest.ts';

/**
 * `bot`, `name`: undefined if no bot has it. `from`, `to`: the server's times between which it happened, in
 * epoch milliseconds. `cause`: id of the finding that came or went.
 */
export type Change = Readonly<{
  bot: string | undefined;
  name: SafeText;
  what: SafeText;
  from: number;
  to: number;
  source: 'response' | 'digest';
  cause?: string;
  /** True for an installation that fails, or for its status: it may be the cause itself. */
  isStatus?: boolean;
}>;

/** `dates`: times that the server gives for it. */
type Difference = Pick<Change, 'what' | 'cause' | 'isStatus'> & { readonly dates?: readonly string[] };

const versionWords = (name: string, version: string) =>
  version === '' ? clean(name) : safe`${clean(name)}@${clean(version)}`;

function installationChange([, name, version, status, at]: Installed, old: Installed, updatedAt: string) {
  const [, , oldVersion, oldStatus] = old;
  const words = versionWords(name, version);
  if (oldVersion !== version)
    return [{ what: safe`${clean(name)} ${clean(oldVersion)} → ${clean(version)}`, dates: [updatedAt, at] }];
  if (oldStatus === status) return [];
  return [{ what: safe`${words} ${clean(oldStatus)} → ${clean(status)}`, dates: [at], isStatus: true }];
}

/** A new key with the name of one that is gone is a new version of the same installation. */
function installationChanges(before: Digest, after: Digest): readonly Difference[] {
  const { updatedAt } = after;
  // Installations may only have moved into the hash.
  const isHashed = (before.rest ?? after.rest) !== undefined;
  const old = new Map(before.installed.map(each => [each[0], each]));
  const keys = new Set(after.installed.map(([key]) => key));
  const found = after.installed.flatMap((each): readonly Difference[] => {
    const [key, name, version, , at] = each;
    const partner = old.get(key) ?? [...old.values()].find(other => other[1] === name && !keys.has(other[0]));
    if (partner === undefined)
      return isHashed
        ? []
        : [{ what: safe`${versionWords(name, version)} installed`, dates: [updatedAt, at] }];
    old.delete(partner[0]);
    return installationChange(each, partner, updatedAt);
  });
  const gone = [...old.values()].map(([, name, version]) => safe`${versionWords(name, version)} removed`);
  const others = before.rest === after.rest ? [] : [safe`other integrations changed`];
  return [...found, ...(isHashed ? others : gone).map(what => ({ what }))];
}

type Causes<V> = Iterable<readonly [id: string, V]>;

/** The causes that came, and those that went, between two looks at a bot. */
export function causeDifference<V>(before: Causes<V>, after: Causes<V>) {
  const [old, now] = [new Map(before), new Map(after)];
  return {
    began: [...now].filter(([id]) => !old.has(id)),
    ended: [...old].filter(([id]) => !now.has(id)),
  };
}

function causeChanges(before: Digest, after: Digest): readonly Difference[] {
  const { began, ended } = causeDifference(before.causes, after.causes);
  return [
    ...began.map(([cause, words]) => ({ what: safe`new: ${clean(words)}`, cause })),
    ...ended.map(([cause, words]) => ({ what: safe`gone: ${clean(words)}`, cause })),
  ];
}

function differences(before: Digest, after: Digest): readonly Difference[] {
  const { name, status, deployedAt, updatedAt } = after;
  const dates = [updatedAt];
  const all: readonly (Difference | false)[] = [
    ...installationChanges(before, after),
    before.deployedAt !== deployedAt && { what: safe`deployed`, dates: [deployedAt] },
    before.status !== status && { what: safe`status ${clean(before.status)} → ${clean(status)}`, dates },
    before.name !== name && { what: safe`renamed from ${clean(before.name)}`, dates },
    ...causeChanges(before, after),
  ];
  const found = all.filter(each => each !== false);
  const isTold = before.updatedAt === updatedAt || found.some(each => each.dates?.includes(updatedAt));
  return isTold ? found : [...found, { what: safe`updated`, dates }];
}

const about = ({ bot, name }: Digest): Pick<Change, 'bot' | 'name'> => ({
  bot,
  name: clean(name.trim() || bot),
});

function changesBetween(before: Digest, after: Digest): readonly Change[] {
  return differences(before, after).map(({ dates = [], ...change }) => {
    // The clock behind `Date` counts in seconds.
    const within = dates
      .flatMap(each => epoch(each) ?? [])
      .filter(at => at >= before.last && at < after.at + 1000);
    const at = Math.min(...within);
    const times = within.length === 0 ? { from: before.last, to: after.at } : { from: at, to: at };
    return { ...about(after), ...change, ...times, source: 'digest' };
  });
}

function ownChanges(digest: Digest): readonly Change[] {
  const { createdAt, deployedAt, updatedAt, installed } = digest;
  const dated = [
    { what: safe`created`, at: createdAt },
    { what: safe`deployed`, at: deployedAt },
    { what: safe`updated`, at: updatedAt },
    ...installed.map(([, name, version, status, at]) => ({
      what: safe`${versionWords(name, version)} updated`,
      at,
      isStatus: status !== 'registered',
    })),
  ];
  const seen = new Set<string>();
  return dated.flatMap(({ at, ...each }) => {
    const to = epoch(at);
    if (to === undefined || seen.has(at)) return [];
    seen.add(at);
    return [{ ...about(digest), ...each, from: to, to, source: 'response' }];
  });
}

const changesIn = new WeakMap<History, readonly Change[]>();

/** The changes of a bot; without an earlier digest those that the server itself has dated. */
export const changesOf = (history: History): readonly Change[] =>
  kept(changesIn, history, () =>
    history.flatMap((digest, at) => {
      const before = history[at - 1];
      return before === undefined ? ownChanges(digest) : changesBetween(before, digest);
    }),
  );

const iso = (at: number) => new Date(at).toISOString();

/** Changes as rows, the newest first. `begun`: causes with the ids of their bots. */
export const changeRows = (
  changes: readonly Change[],
  begun: readonly (Begun & { readonly botIds: ReadonlySet<string> })[] = [],
): readonly JsonObject[] => {
  const now = changes.reduce((latest, { to }) => Math.max(latest, to), 0);
  return newestFirst(changes).map(each => {
    const { bot = '', name, what, from, to, source, cause = '' } = each;
    const causes = begun.filter(group => group.botIds.has(bot) && isBefore(each, group, now));
    return {
      id: [bot, from, what, cause].join(' '),
      ...{ what, bot, name, source },
      when: from === to ? iso(from) : `${iso(from)}/${iso(to)}`,
      cause: causes.map(({ id }) => id).join(' '),
    };
  });
};

/** Newest first. One that may have happened long ago counts as old. */
const newestFirst = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((a, b) => b.from - a.from || b.to - a.to);

export function changedAt(record: JsonObject): string | null {
  const history = historyOf(record);
  const changes = history.length === 0 ? ownChanges(digestOf(record, 0)) : changesOf(history);
  const last = changes.reduce((latest, { to }) => Math.max(latest, to), 0);
  return last === 0 ? null : iso(last);
}

const HOUR_MS = 60 * 60_000;

type Begun = Pick<CauseGroup<unknown>, 'id' | 'since' | 'after'>;

/** Within an hour before a cause began, or a day before `now` if that is unknown; not the cause itself. */
function isBefore(change: Change, { id, since = '', after = '' }: Begun, now: number) {
  const { cause, isStatus, source, from, to } = change;
  const began = epoch(since);
  const earliest = began ?? epoch(after) ?? now - DAY_MS;
  if (cause === id || (isStatus && (from === began || source === 'response'))) return false;
  // Of a cause that began at an unknown time after another one, every later change may be before it.
  const isSoon = began === undefined || from < began || to === began;
  return isSoon && to >= earliest - HOUR_MS;
}

/** When a change was, in words. `began`: of a cause; `now`: the time of the server. */
function whenWords({ from, to }: Change, began: number | undefined, now: number): SafeText {
  const words = (at: number) => dayTime(iso(at), now);
  if (from !== to) return safe`between ${words(from)} and ${words(to)}`;
  if (began === undefined) return safe`at ${words(to)}`;
  return began - to < 60_000 ? safe`just before` : safe`${Math.floor((began - to) / 60_000)} min before`;
}

/**
 * In the bots of a cause, in the hour before it began, the nearest first; equal ones are one line,
 * `slack 3.0.2 → 3.1.0 on support-prod, 2 min before`. None if nothing is known of its beginning.
 */
export function changesBefore(group: Begun, histories: readonly History[]): readonly SafeText[] {
  if ((group.since ?? group.after) === undefined) return [];
  const now = histories.reduce((latest, history) => Math.max(latest, history.at(-1)?.last ?? 0), 0);
  const found = newestFirst(histories.flatMap(changesOf)).filter(each => isBefore(each, group, now));
  return [...Map.groupBy(found, ({ what }) => what).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const bots = new Set([first, ...others].map(({ bot }) => bot)).size;
    const more = bots > 1 && safe` and ${bots - 1} more`;
    return [safe`${first.what} on ${first.name}${more}, ${whenWords(first, epoch(group.since ?? ''), now)}`];
  });
}
