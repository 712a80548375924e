import { hash } from 'node:crypto';
import { isList, type Json, type JsonObject, member } from '../json/json.ts';
import { clean } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { epoch } from '../text/units.ts';
import { diagnose } from './bot-diagnosis.ts';
import { causeId, causeOf, type FoundIn, problemsOf } from './cause.ts';
import type { Finding } from './diagnosis.ts';
import { text } from './field.ts';
import { installedIntegrations } from './integration.ts';
import { ownId } from './resource.ts';

/** `key` in the map of the bot, and `updatedAt`, which alone is no difference. */
export type Installed = readonly [
  key: string,
  name: string,
  version: string,
  status: string,
  updatedAt: string,
];

/** Members of a bot that a digest repeats; empty if not set. */
const MEMBERS = ['name', 'status', 'createdAt', 'deployedAt', 'updatedAt'] as const;

/**
 * A bot as a check saw it. `at`, `last`: the server's times of the first and the last response that looked
 * so, in epoch milliseconds. `rest`: hash of the installations that are not listed.
 */
export type Digest = Readonly<Record<(typeof MEMBERS)[number], string>> & {
  readonly bot: string;
  readonly at: number;
  readonly last: number;
  readonly isDev?: true;
  readonly installed: readonly Installed[];
  readonly rest?: string;
  readonly causes: readonly (readonly [id: string, words: string])[];
};

export type History = readonly Digest[];

const MAX_HISTORY = 20;
/** Characters of a digest above which installations without a finding become a hash. */
const MAX_DIGEST = 4000;
const MAX_ID = 200;
const MAX_LISTED = 24;

const textOf = (json: Json | undefined, name: string, limit = 60): string =>
  clean(redactText(text.read(member(json, name))?.slice(0, 200) ?? ''), limit);

const byFirst = <T extends readonly string[]>(rows: readonly T[]): readonly T[] =>
  rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

/** `at`: the server's time in epoch milliseconds. */
export function digestOf(record: JsonObject, at: number): Digest {
  const problems = problemsOf(diagnose(record, { now: at, exact: false }));
  const causes = new Map(
    problems.map(finding => {
      const cause = causeOf(finding);
      return [causeId(cause), clean(redactText(cause.words), 120)] as const;
    }),
  );
  const entries = (installedIntegrations(record) ?? []).map(({ key, entry, name }): Installed => {
    const text = (member: string): string => textOf(entry, member);
    const shownKey = clean(redactText(key.slice(0, 200)), 80);
    return [shownKey, clean(name, 60), text('version'), text('status'), text('updatedAt')];
  });
  const installed = byFirst(entries);
  const named = Object.fromEntries(MEMBERS.map(name => [name, textOf(record, name, 80)]));
  const digest: Digest = {
    ...{ bot: ownId(record)?.slice(0, MAX_ID) ?? '', at, last: at },
    ...(named as Pick<Digest, (typeof MEMBERS)[number]>),
    ...(record['dev'] === true && { isDev: true }),
    ...{ installed, causes: byFirst([...causes]).slice(0, MAX_LISTED) },
  };
  if (JSON.stringify(digest).length <= MAX_DIGEST) return digest;
  const failing = new Set(problems.map(({ inner }) => inner));
  const listed = installed.filter(([key]) => failing.has(key)).slice(0, MAX_LISTED);
  const rest = hash('sha256', JSON.stringify(installed.filter(each => !listed.includes(each)).map(lasting)));
  return { ...digest, installed: listed, rest: rest.slice(0, 8) };
}

const lasting = (installed: Installed): readonly string[] => installed.slice(0, 4);

const looksOf = ({ at: _at, last: _last, installed, causes, ...rest }: Digest): string =>
  JSON.stringify([rest, installed.map(lasting), causes.map(([id]) => id)]);

/** A history after one more response; the same one if that is older than the last. */
export function withDigest(history: History, digest: Digest): History {
  const newest = history.at(-1);
  if (newest === undefined) return [digest];
  if (digest.last < newest.last) return history;
  if (looksOf(newest) !== looksOf(digest)) return [...history, digest].slice(-MAX_HISTORY);
  return [...history.slice(0, -1), { ...newest, last: digest.last }];
}

const isTexts = (json: Json | undefined): json is readonly string[] =>
  isList(json) && json.every(each => typeof each === 'string');

/** A time that a date can have, in epoch milliseconds. */
export const isTime = (json: Json | undefined) =>
  typeof json === 'number' && !Number.isNaN(new Date(json).getTime());

export function isDigest(json: JsonObject): boolean {
  const { bot, at, last, installed, causes } = json;
  const areTexts = [bot, ...MEMBERS.map(name => json[name])].every(each => typeof each === 'string');
  const areTimes = [at, last].every(isTime);
  return areTexts && areTimes && [installed, causes].every(each => isList(each) && each.every(isTexts));
}

const histories = new WeakMap<JsonObject, History>();

export const noteHistory = (record: JsonObject, history: History): unknown => histories.set(record, history);

/** The digests of a bot up to this response of the server; none for a copy of its record. */
export const historyOf = (record: JsonObject): History => histories.get(record) ?? [];

/** From when on a loaded bot has had a finding: times of the server in epoch milliseconds. */
export function whenFound(finding: Finding, record: JsonObject): Pick<FoundIn<unknown>, 'since' | 'after'> {
  const history = historyOf(record);
  const id = causeId(causeOf(finding));
  const before = history.findLastIndex(({ causes }) => causes.every(([each]) => each !== id));
  const first = history[before + 1];
  const own = finding.ref?.kind === 'integration' ? epoch(finding.since ?? '') : undefined;
  const without = history[before];
  // Without a look that lacked it, or in the present response alone, it may have begun long before.
  const isDated = without !== undefined && first !== undefined && first.at !== history.at(-1)?.last;
  const seen = isDated ? [first.at] : [];
  const since = Math.min(...(own === undefined ? [] : [own]), ...seen);
  if (Number.isFinite(since)) return { since };
  return first === undefined || without === undefined ? {} : { after: without.last };
}
