import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { placeOfBot } from './bot-id.ts';
import { type Dice, dice, iso, prefixedId } from './dice.ts';
import { type Finding, findings, hostileFinding } from './records-findings.ts';
import type { Origin, Source, Traits } from './source.ts';

const MOST = 6;
const FIRST_BOT = 4;
const HOSTILE_FROM = 30;

type Found = { readonly workspace: number; readonly bot: number };

/** Made-up ids of issues, for any bot id that is one. */
function foundOf(origin: Origin, parent: Ids): Found {
  const place = placeOfBot(origin.seed, parent['botId'] ?? '');
  return { workspace: place?.workspace ?? 0, bot: place?.index ?? 0 };
}

const start = (origin: Origin, { workspace, bot }: Found, what: string): Dice =>
  dice(origin.seed, what, workspace, bot);

function howMany(origin: Origin, found: Found): number {
  if (found.bot === 0) return FIRST_BOT;
  const from = start(origin, found, 'issues');
  return from.chance(0.45) ? 0 : 1 + from.below(MOST);
}

function issueId(origin: Origin, { workspace, bot }: Found, index: number): string {
  return prefixedId('iss', dice(origin.seed, 'issue', workspace, bot, index));
}

function finding(origin: Origin, found: Found, index: number): Finding {
  if (found.bot >= HOSTILE_FROM && index === 0 && found.bot % 7 === 0) return hostileFinding;
  const first = found.bot === 0 ? 0 : start(origin, found, 'finding').below(findings.length);
  return findings[(first + index) % findings.length] ?? hostileFinding;
}

function issueTraits(origin: Origin, found: Found, index: number): Traits {
  const from = dice(origin.seed, 'issue-times', found.workspace, found.bot, index);
  const createdAt = origin.now - (index + 0.1 + 0.8 * from.fraction()) * 20 * 3_600_000;
  return {
    createdAt: Math.floor(createdAt),
    updatedAt: Math.floor(origin.now - (origin.now - createdAt) * 0.6 * from.fraction()),
  };
}

function issueRecord(origin: Origin, found: Found, index: number): JsonObject {
  const from = dice(origin.seed, 'issue-record', found.workspace, found.bot, index);
  const { createdAt, updatedAt } = issueTraits(origin, found, index);
  const { code, title, description, category, link, groupedData } = finding(origin, found, index);
  return {
    id: issueId(origin, found, index),
    code,
    createdAt: iso(createdAt),
    lastSeenAt: iso(updatedAt),
    title,
    description,
    groupedData,
    eventsCount: from.chance(0.2) ? 1000 + from.below(90_000) : 1 + from.below(60),
    category,
    resolutionLink: link,
  };
}

/** Issues of a bot, the newest first. Spec 2.4. */
export function issueSource(origin: Origin): Source {
  const record = (parent: Ids, index: number): JsonObject =>
    issueRecord(origin, foundOf(origin, parent), index);
  const count = (parent: Ids): number => howMany(origin, foundOf(origin, parent));
  return {
    count,
    indexOf: ids => {
      const found = foundOf(origin, ids);
      const indices = Array.from({ length: count(ids) }, (_, index) => index);
      return indices.find(index => issueId(origin, found, index) === ids['issueId']);
    },
    traits: (parent, index) => issueTraits(origin, foundOf(origin, parent), index),
    item: record,
    record,
  };
}
