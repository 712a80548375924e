import type { Document, LineCounter, Node } from 'yaml';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

/** A key of a settings file with its line, its value as plain data, and the keys below it when it is a map. */
export type Entry = {
  readonly key: string;
  readonly line: number;
  readonly value: unknown;
  readonly entries: readonly Entry[] | undefined;
};

/** What a file holds, or why it cannot be read at all, and on which line. */
export type Read =
  | { readonly is: 'entries'; readonly entries: readonly Entry[] }
  | { readonly is: 'broken'; readonly line: number; readonly why: SafeText };

type Yaml = typeof import('yaml');
type Reader = Yaml & { readonly document: Document.Parsed; readonly lines: LineCounter };

/** No setting lies deeper. */
const DEEPEST = 4;

function entriesOf(reader: Reader, node: unknown, depth: number): readonly Entry[] | undefined {
  const { isMap, isAlias, isNode, document, lines } = reader;
  const map = isAlias(node) ? node.resolve(document) : node;
  if (!isMap(map) || depth > DEEPEST) return undefined;
  return map.items.map(({ key, value }) => {
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
export async function readEntries(text: string): Promise<Read> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  try {
    const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined)
      return { is: 'broken', line: lines.linePos(error.pos[0]).line, why: shortText(error.message) };
    if (document.contents === null) return { is: 'entries', entries: [] };
    const entries = entriesOf({ ...yaml, document, lines }, document.contents, 0);
    return entries === undefined
      ? { is: 'broken', line: 1, why: safe`it has to be a map of settings` }
      : { is: 'entries', entries };
  } catch (error) {
    return { is: 'broken', line: 1, why: shortText(error instanceof Error ? error.message : 'unreadable') };
  }
}
