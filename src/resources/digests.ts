import type { Client } from '../api/client.ts';
import { isObject, type JsonObject, parseJson } from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { attempt } from '../text/result.ts';
import type { SafeText } from '../text/sanitise.ts';
import { bot } from './bot.ts';
import { type Digest, digestOf, type History, isDigest, isTime, noteHistory, withDigest } from './digest.ts';

const MAX_BYTES = 8_000_000;
const KEPT_BYTES = 4_000_000;
const MAX_BOTS = 2000;
const MAX_LINE = 16_000;
/** Age of the newest line about a bot from which a line is written although nothing differs. */
const LINE_MS = 15 * 60_000;

type LogFile = Readonly<{
  append: (...lines: readonly string[]) => SafeText | undefined;
  read: () => readonly string[];
  rewrite: (change: (lines: readonly string[]) => readonly string[]) => void;
  size: () => number;
}>;

const noFile: LogFile = { append: () => undefined, read: () => [], rewrite: () => undefined, size: () => 0 };

/** A digest, with the last time of the one `before`, or only the time of a response that looked like it. */
type LogLine = Readonly<{ bot: string; at: number; before?: number }>;

function lineOf(text: string): (LogLine & Partial<Digest>) | undefined {
  const line = text.length > MAX_LINE ? undefined : attempt(() => parseJson(text));
  if (!isObject(line)) return undefined;
  const isShort = typeof line['bot'] === 'string' && isTime(line['at']) && !('causes' in line);
  return isShort || isDigest(line) ? (line as LogLine) : undefined;
}

type Histories = Map<string, () => History>;

const KEY = /^\{"bot":("(?:[^"\\]|\\.)*")/;

function put(all: Histories, key: string, history: () => History) {
  all.delete(key);
  all.set(key, history);
  const [oldest = key] = all.keys();
  if (all.size > MAX_BOTS) all.delete(oldest);
}

/** Applies the lines about one bot by their times: several processes write the log. */
function historyIn(lines: readonly string[]): History {
  return lines
    .flatMap(text => lineOf(text) ?? [])
    .toSorted((a, b) => a.at - b.at)
    .reduce((history: History, { before, ...line }) => {
      const newest = history.at(-1);
      if (newest === undefined && !isDigest(line)) return history;
      const last = Math.max(newest?.last ?? 0, before ?? 0);
      const known = newest === undefined ? [] : [...history.slice(0, -1), { ...newest, last }];
      const digest = isDigest(line) ? (line as Digest) : { ...newest, at: line.at, last: line.at };
      return withDigest(known, digest as Digest);
    }, []);
}

/** Parsing all of a long log at once would block the screen for half a second. */
function historiesIn(lines: readonly string[]): Histories {
  const all: Histories = new Map();
  const ofBots = Map.groupBy(lines.toReversed(), line => KEY.exec(line)?.[1]);
  for (const [key, own] of [...ofBots].toReversed()) {
    const history = memo(() => historyIn(own.toReversed()));
    if (key !== undefined) put(all, key, history);
  }
  return all;
}

function keptLines(all: Histories): readonly string[] {
  let room = KEPT_BYTES;
  return [...all.values()]
    .flatMap(history => history())
    .toSorted((a, b) => b.last - a.last)
    .map(digest => JSON.stringify(digest))
    .filter(line => {
      room -= Buffer.byteLength(line) + 1;
      return room >= 0;
    })
    .toReversed();
}

/** Opens the digests of a workspace: read when the first one is needed. Without a file in memory only. */
export function createDigests(file: LogFile = noFile) {
  let known: Histories | undefined;
  const writtenAt = new Map<string, number>();

  const read = (): Histories => (known ??= attempt(() => historiesIn(file.read())) ?? new Map());

  function write(line: LogLine) {
    const text = JSON.stringify(line);
    const hasRoom = () => file.size() + Buffer.byteLength(text) < MAX_BYTES;
    if (!hasRoom()) file.rewrite(lines => keptLines(historiesIn(lines)));
    // A log that could not be made shorter gets no longer.
    if (hasRoom() && file.append(text) === undefined) writtenAt.set(line.bot, line.at);
  }

  return {
    /** `at`: the server's time in epoch milliseconds. */
    take: (record: JsonObject, at: number): void => {
      const digest = digestOf(record, at);
      if (digest.bot === '') return;
      const key = JSON.stringify(digest.bot);
      const history = read().get(key)?.() ?? [];
      const newest = history.at(-1);
      const next = withDigest(history, digest);
      noteHistory(record, next);
      if (next === history) return;
      put(read(), key, () => next);
      if (next.at(-1) === digest) write(newest === undefined ? digest : { ...digest, before: newest.last });
      else if (at - (writtenAt.get(digest.bot) ?? newest?.last ?? 0) > LINE_MS)
        write({ bot: digest.bot, at });
    },
    histories: (): readonly History[] => [...read().values()].map(history => history()),
  };
}

export type Digests = ReturnType<typeof createDigests>;

/** Takes a digest of each bot that is loaded, unless its response has no time. */
export function withDigests(client: Client, digests: Digests): Client {
  const send: Client['send'] = async (operation, ids, options) => {
    const outcome = await client.send(operation, ids, options);
    if (outcome.ok && operation.id === bot.read?.id && outcome.date !== undefined)
      digests.take(outcome.value as JsonObject, outcome.date);
    return outcome;
  };
  return { ...client, send };
}
