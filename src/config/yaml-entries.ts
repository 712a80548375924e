import type { Document, LineCounter, Node } from 'yaml';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { nearestWord } from '../text/words.ts';

/** A key of a settings file, its value as plain data, and the entries of the map below it, if it has one. */
export type YamlEntry = {
  readonly key: string;
  /** The key after those above it, `profiles.prod.url`. */
  readonly path: string;
  /** Its file and line, `settings.yaml line 3`. */
  readonly origin: SafeText;
  readonly value: unknown;
  readonly entries: readonly YamlEntry[] | undefined;
};

type YamlModule = typeof import('yaml');
/** `left`: entries that may still follow; a few aliases of aliases would make millions. */
type EntryReader = YamlModule & {
  readonly document: Document.Parsed;
  readonly originAt: (offset: number) => SafeText;
  left: number;
};

/** Depth of the deepest setting. */
const MAX_DEPTH = 4;
/** Far above any real file. Each entry costs some microseconds, an alias as much as a hundred entries. */
const MAX_ENTRIES = 10_000;
const ALIAS_COST = 100;
/** Limit for words, punctuation and line ends: parsing a million of them takes longer than anybody waits. */
const MAX_LEXEMES = 20_000;
const TOO_MUCH = 'it is far longer than any settings file';

/** Parses the text of a settings file; errors are in the document. Throws when the text holds too much. */
export function parseYaml(yaml: YamlModule, text: string, lineCounter?: LineCounter): Document.Parsed {
  // Lines count too: a quoted text may have many lines and is only one lexeme.
  let left = MAX_LEXEMES - text.split('\n', MAX_LEXEMES).length;
  for (const _lexeme of new yaml.Lexer().lex(text)) if (left-- <= 0) throw new Error(TOO_MUCH);
  return yaml.parseDocument(text, {
    prettyErrors: false,
    ...(lineCounter === undefined ? {} : { lineCounter }),
  });
}

function entriesOf(
  reader: EntryReader,
  node: unknown,
  above: readonly string[],
): readonly YamlEntry[] | undefined {
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

/** Reads the text of a settings file, or returns why it is broken, with its line. Never throws. */
export async function readEntries(text: string, file: SafeText): Promise<Result<readonly YamlEntry[]>> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const originAt = (offset: number): SafeText => safe`${file} line ${lines.linePos(offset).line}`;
  try {
    const document = parseYaml(yaml, text, lines);
    const [error] = document.errors;
    if (error !== undefined) return err(safe`${originAt(error.pos[0])}: ${shortText(error.message)}`);
    if (document.contents === null) return ok([]);
    const entries = entriesOf({ ...yaml, document, originAt, left: MAX_ENTRIES }, document.contents, []);
    return entries === undefined ? err(safe`${file} line 1: must be a map of settings`) : ok(entries);
  } catch (error) {
    return err(safe`${file} line 1: ${shortText(error instanceof Error ? error.message : 'unreadable')}`);
  }
}

/** Receives an entry that is not valid, and why. */
export type ReportProblem = (entry: YamlEntry, problem: SafeText) => undefined;

export const problemText = ({ origin, path }: YamlEntry, problem: SafeText): SafeText =>
  safe`${origin}: ${shortText(path)}: ${problem}`;

/** Names the nearest known key. The value is left out: it may be a secret. */
export function unknownKey(key: string, known: readonly string[]): SafeText {
  const nearest = nearestWord(key, known);
  return safe`unknown setting${nearest === undefined ? safe`` : safe`; did you mean ${clean(nearest)}?`}`;
}

/** Returns the part of a record that a value sets, or why the value is not valid. */
type PartReader<T> = (value: unknown) => Result<T>;

export const textPart =
  <T>(make: (text: string) => T): PartReader<T> =>
  value =>
    typeof value === 'string' && value.trim() !== '' ? ok(make(value.trim())) : err(safe`must be text`);

export const booleanPart =
  <T>(make: (isOn: boolean) => T): PartReader<T> =>
  value =>
    typeof value === 'boolean' ? ok(make(value)) : err(safe`must be true or false`);

export const isWordList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string' && word !== '');

/** Reads the entries of one record and joins the parts that they set. Problems are reported and left out. */
export function readParts<T extends object>(
  entries: readonly YamlEntry[],
  readers: Readonly<Record<string, PartReader<T>>>,
  report: ReportProblem,
): T {
  const parts = entries.map(entry => {
    const { key, value } = entry;
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const part = reader?.(value) ?? err(unknownKey(key, Object.keys(readers)));
    return part.ok ? part.value : report(entry, part.why);
  });
  return Object.assign({}, ...parts);
}
