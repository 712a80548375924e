import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Document, LineCounter, Node } from 'yaml';
import { ownMember } from '../json/json.ts';
import { errorCode } from '../storage/files.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, errorText, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { didYouMean } from '../text/words.ts';

export const SETTINGS_MIB = 1;
const OTHERS_WRITE = 0o002;
/** In such a folder only the owner of a file may replace it. */
const STICKY = 0o1000;
const ROOT = 0;

/** Octal, `0644`. */
export const modeText = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0');

/** `isIgnored`: a project file of another user. */
type SettingsText = { readonly text: string } | Readonly<{ problem: SafeText; isIgnored: boolean }>;

/** Undefined for the user and root, and on systems without owners. */
function foreignOwner({ uid }: Stats): number | undefined {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === ROOT ? undefined : uid;
}

/** Undefined if nobody else could have written the file or folder. */
function tamperingProblem(stats: Stats, path: SafeText): SafeText | undefined {
  const owner = foreignOwner(stats);
  if (owner !== undefined)
    return safe`${path} is not used: it belongs to another user (uid ${owner}). Check it, then make it yours: chown`;
  const isOpen = process.getuid !== undefined && (stats.mode & (OTHERS_WRITE | STICKY)) === OTHERS_WRITE;
  return isOpen
    ? safe`${path} is not used: any user of this machine can write to it (mode ${clean(modeText(stats.mode))}). Check it, then: chmod o-w`
    : undefined;
}

function userText(path: string): SettingsText {
  const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
  // Whoever may write to a folder may replace the file in it, or the link that leads to the file.
  const folders = [dirname(path), dirname(realpathSync(path))].map(
    folder => [folder, statSync(folder)] as const,
  );
  const [problem] = [[path, stats] as const, ...folders].flatMap(
    ([name, each]) => tamperingProblem(each, clean(name, 200)) ?? [],
  );
  return problem === undefined ? { text: bytes.toString('utf8') } : { problem, isIgnored: false };
}

/** Checks the owner before opening, as of a pipe, and again after it: the file may have been replaced. */
function projectText(path: string): SettingsText {
  const ignored = (uid: number): SettingsText => {
    const problem = safe`${clean(path, 200)} is ignored: it belongs to another user (uid ${uid})`;
    return { problem, isIgnored: true };
  };
  const pathOwner = foreignOwner(statSync(path));
  if (pathOwner !== undefined) return ignored(pathOwner);
  const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
  const owner = foreignOwner(stats);
  return owner === undefined ? { text: bytes.toString('utf8') } : ignored(owner);
}

/** Only if nobody but owner, root and group can have written it. Undefined without a file. Never throws. */
export function readSettingsText(path: string, from: 'project' | 'user'): SettingsText | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return from === 'project' ? projectText(path) : userText(path);
  } catch (error) {
    const problem = safe`${clean(path, 200)} cannot be read (${shortText(errorCode(error))})`;
    return { problem, isIgnored: false };
  }
}

/** `value`: plain data; `entries`: of the map below the key. */
export type YamlEntry = Readonly<{
  key: string;
  /** With the keys above, `profiles.prod.url`. */
  path: string;
  origin: SafeText;
  value: unknown;
  entries: readonly YamlEntry[] | undefined;
}>;

type YamlModule = typeof import('yaml');
/** `left`: entries that may still follow; a few aliases of aliases would make millions. */
type EntryReader = YamlModule & {
  readonly document: Document.Parsed;
  readonly originAt: (offset: number) => SafeText;
  left: number;
};

const MAX_DEPTH = 4;
/** Far above any real file. Each entry costs some microseconds, an alias as much as a hundred. */
const MAX_ENTRIES = 10_000;
const ALIAS_COST = 100;
/** Words, punctuation and line ends: parsing a million takes longer than anybody waits. */
const MAX_LEXEMES = 20_000;
const TOO_MUCH = 'it is far longer than any settings file';

/** Errors are in the document. Throws when the text holds too much. */
export function parseYaml(yaml: YamlModule, text: string, lineCounter?: LineCounter): Document.Parsed {
  // Lines count too: a quoted text may have many lines and is only one lexeme.
  let left = MAX_LEXEMES - text.split('\n', MAX_LEXEMES).length;
  for (const _lexeme of new yaml.Lexer().lex(text)) if (left-- <= 0) throw new Error(TOO_MUCH);
  return yaml.parseDocument(text, { prettyErrors: false, ...(lineCounter && { lineCounter }) });
}

function entriesOf(reader: EntryReader, node: unknown, above: readonly string[]): YamlEntry['entries'] {
  const { isMap, isAlias, isNode, document, originAt } = reader;
  const map = isAlias(node) ? node.resolve(document) : node;
  if (!isMap(map) || above.length > MAX_DEPTH) return undefined;
  return map.items.map(({ key: keyNode, value }) => {
    reader.left -= isAlias(value) ? ALIAS_COST : 1;
    if (reader.left < 0) throw new Error(TOO_MUCH);
    const name = isNode(keyNode) ? (keyNode as Node) : undefined;
    const key = String(name?.toJS(document) ?? keyNode);
    const path = [...above, key];
    return {
      key,
      path: path.join('.'),
      origin: originAt(name?.range?.[0] ?? 0),
      value: isNode(value) ? value.toJS(document, { maxAliasCount: 100 }) : undefined,
      entries: entriesOf(reader, value, path),
    };
  });
}

/** The reason names the line. Never throws. */
export async function readEntries(text: string, file: SafeText): Promise<Result<readonly YamlEntry[]>> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const originAt = (offset: number) => safe`${file} line ${lines.linePos(offset).line}`;
  try {
    const document = parseYaml(yaml, text, lines);
    const [error] = document.errors;
    if (error !== undefined) return err(safe`${originAt(error.pos[0])}: ${shortText(error.message)}`);
    if (document.contents === null) return ok([]);
    const entries = entriesOf({ ...yaml, document, originAt, left: MAX_ENTRIES }, document.contents, []);
    return entries === undefined ? err(safe`${file} line 1: must be a map of settings`) : ok(entries);
  } catch (error) {
    return err(safe`${file} line 1: ${errorText(error)}`);
  }
}

export type ReportProblem = (entry: YamlEntry, problem: SafeText) => undefined;

export const problemText = ({ origin, path }: YamlEntry, problem: SafeText) =>
  safe`${origin}: ${shortText(path)}: ${problem}`;

/** Names the nearest known key. The value is left out: it may be a secret. */
export const unknownKey = (key: string, known: readonly string[]) =>
  safe`unknown setting${didYouMean(key, known)}`;

type Reader<T> = (value: unknown) => Result<T>;

export const readText: Reader<string> = value =>
  typeof value === 'string' && value.trim() !== '' ? ok(value.trim()) : err(safe`must be text`);

export const readSwitch: Reader<boolean> = value =>
  typeof value === 'boolean' ? ok(value) : err(safe`must be true or false`);

export const isWordList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string' && word !== '');

/** The member that a key of the file sets, and how its value is read. */
type Part<T> = { [K in keyof T]-?: readonly [member: K, read: Reader<T[K]>] }[keyof T];

/** Problems are reported and left out. */
export function readParts<T extends object>(
  entries: readonly YamlEntry[],
  parts: Readonly<Record<string, Part<T>>>,
  report: ReportProblem,
): Partial<T> {
  const found = entries.flatMap(entry => {
    const { key, value } = entry;
    const unknown = () => err(unknownKey(key, Object.keys(parts)));
    const [member = key, read = unknown] = ownMember(parts, key) ?? [];
    const part = read(value);
    if (part.ok) return [[member, part.value]];
    return report(entry, part.why) ?? [];
  });
  return Object.fromEntries(found) as Partial<T>;
}
