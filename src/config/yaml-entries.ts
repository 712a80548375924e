import type { Document, LineCounter, Node } from 'yaml';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

/** A key of a settings file with its line, its value as plain data, and the keys below it when it is a map. */
export type YamlEntry = {
  readonly key: string;
  readonly line: number;
  readonly value: unknown;
  readonly entries: readonly YamlEntry[] | undefined;
};

/** What a file holds, or why it cannot be read at all, and on which line. */
export type YamlContents =
  | { readonly is: 'entries'; readonly entries: readonly YamlEntry[] }
  | { readonly is: 'broken'; readonly line: number; readonly why: SafeText };

type YamlModule = typeof import('yaml');
/** `left`: entries that may still follow; a few aliases of aliases would make millions. */
type EntryReader = YamlModule & {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  left: number;
};

/** No setting lies deeper. */
const DEEPEST = 4;
/** Far more than anybody sets. Each costs some microseconds, an alias as much as a hundred others. */
const MOST_ENTRIES = 10_000;
const ALIAS_COST = 100;
/** Words, marks and line ends of the longest file: to parse a million of them takes longer than anybody waits. */
const MOST_LEXEMES = 20_000;
const TOO_MUCH = 'it holds far more than there is to set';

/** Parses the text of a settings file, its errors in the document. Throws when it holds too much. */
export function parseYaml(yaml: YamlModule, text: string, lineCounter?: LineCounter): Document.Parsed {
  // A text in quotes may have many lines and is one lexeme all the same.
  let left = MOST_LEXEMES - text.split('\n', MOST_LEXEMES).length;
  for (const _lexeme of new yaml.Lexer().lex(text)) if (left-- <= 0) throw new Error(TOO_MUCH);
  return yaml.parseDocument(text, {
    prettyErrors: false,
    ...(lineCounter === undefined ? {} : { lineCounter }),
  });
}

function entriesOf(reader: EntryReader, node: unknown, depth: number): readonly YamlEntry[] | undefined {
  const { isMap, isAlias, isNode, document, lines } = reader;
  const map = isAlias(node) ? node.resolve(document) : node;
  if (!isMap(map) || depth > DEEPEST) return undefined;
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

/** Understands the text of a settings file. Never throws. */
export async function readEntries(text: string): Promise<YamlContents> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  try {
    const document = parseYaml(yaml, text, lines);
    const [error] = document.errors;
    if (error !== undefined)
      return { is: 'broken', line: lines.linePos(error.pos[0]).line, why: shortText(error.message) };
    if (document.contents === null) return { is: 'entries', entries: [] };
    const entries = entriesOf({ ...yaml, document, lines, left: MOST_ENTRIES }, document.contents, 0);
    return entries === undefined
      ? { is: 'broken', line: 1, why: safe`it has to be a map of settings` }
      : { is: 'entries', entries };
  } catch (error) {
    return { is: 'broken', line: 1, why: shortText(error instanceof Error ? error.message : 'unreadable') };
  }
}
