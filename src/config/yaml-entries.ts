import type { Document, LineCounter, Node } from 'yaml';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

/**
 * A key of a settings file: its line, its value as plain data, and the entries of the map below it, if it has
 * one.
 */
export type YamlEntry = {
  readonly key: string;
  readonly line: number;
  readonly value: unknown;
  readonly entries: readonly YamlEntry[] | undefined;
};

/** The contents of a settings file, or why and on which line it is broken. */
export type YamlContents =
  | { readonly kind: 'entries'; readonly entries: readonly YamlEntry[] }
  | { readonly kind: 'broken'; readonly line: number; readonly why: SafeText };

type YamlModule = typeof import('yaml');
/** `left`: entries that may still follow; a few aliases of aliases would make millions. */
type EntryReader = YamlModule & {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
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

function entriesOf(reader: EntryReader, node: unknown, depth: number): readonly YamlEntry[] | undefined {
  const { isMap, isAlias, isNode, document, lines } = reader;
  const map = isAlias(node) ? node.resolve(document) : node;
  if (!isMap(map) || depth > MAX_DEPTH) return undefined;
  return map.items.map(({ key, value }) => {
    reader.left -= isAlias(value) ? ALIAS_COST : 1;
    if (reader.left < 0) throw new Error(TOO_MUCH);
    const name = isNode(key) ? (key as Node) : undefined;
    return {
      key: String(name?.toJS(document) ?? key),
      line: lines.linePos(name?.range?.[0] ?? 0).line,
      value: isNode(value) ? value.toJS(document, { maxAliasCount: 100 }) : undefined,
      entries: entriesOf(reader, value, depth + 1),
    };
  });
}

/** Reads the text of a settings file. Never throws. */
export async function readEntries(text: string): Promise<YamlContents> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  try {
    const document = parseYaml(yaml, text, lines);
    const [error] = document.errors;
    if (error !== undefined)
      return { kind: 'broken', line: lines.linePos(error.pos[0]).line, why: shortText(error.message) };
    if (document.contents === null) return { kind: 'entries', entries: [] };
    const entries = entriesOf({ ...yaml, document, lines, left: MAX_ENTRIES }, document.contents, 0);
    return entries === undefined
      ? { kind: 'broken', line: 1, why: safe`must be a map of settings` }
      : { kind: 'entries', entries };
  } catch (error) {
    return { kind: 'broken', line: 1, why: shortText(error instanceof Error ? error.message : 'unreadable') };
  }
}
