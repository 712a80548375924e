import { type Json, parseJson } from '../json/json.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import { attempt } from '../text/result.ts';
import { type DataPath, isDataError, problemsText } from './checks.ts';
import { bodyText } from './http.ts';

const MAX_MIB = 256;
/** A file of incidents repeats what its bots have in common. */
const MAX_ALIASES = 100_000;
const TOO_DEEP = 'nests too deeply';

/** A number that JSON has, too: only its text has all digits. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** JSON is YAML, too. Throws the first error, with its line. */
async function parseYaml(text: string) {
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter, prettyErrors: false, merge: true });
  yaml.visit(document, {
    Scalar: (at, node) => {
      const digits = node.source ?? '';
      if (typeof node.value === 'number' && NUMBER.test(digits))
        node.value = at === 'key' ? digits : parseJson(digits);
    },
  });
  const [error] = document.errors;
  if (error !== undefined) {
    // The message of the library names its own functions.
    if (error.code === 'RESOURCE_EXHAUSTION') throw new TypeError(TOO_DEEP);
    const problem = error.code === 'MULTIPLE_DOCS' ? 'a second document begins' : error.message;
    throw new TypeError(`line ${lineCounter.linePos(error.pos[0]).line}: ${problem}`);
  }
  const lineOf = (path: DataPath) => {
    for (let end = path.length; end >= 0; end--) {
      const node = document.getIn(path.slice(0, end), true);
      if (yaml.isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as Json, lineOf };
}

const parseData = async (text: string): Promise<Json> =>
  attempt(() => parseJson(text)) ?? (await parseYaml(text)).value;

async function problemText(error: unknown, text: string): Promise<string> {
  if (!(error instanceof Error)) return 'cannot be read';
  if ('code' in error) return `the file cannot be read (${error.code})`;
  if (!isDataError(error)) return error instanceof RangeError ? TOO_DEEP : error.message;
  const { lineOf } = await parseYaml(text);
  return problemsText(error.all ?? [error], ({ path }) => `line ${lineOf(path)}: `);
}

/** Throws a `TypeError` with the name of the file, and the line of what is wrong. */
export async function readDataFile<T>(path: string, take: (value: Json) => T): Promise<T> {
  let text: string | undefined;
  try {
    text = bodyText(readOrdinaryFile(path, MAX_MIB).bytes);
    if (text === undefined) throw new TypeError('the file is not UTF-8');
    return take(await parseData(text));
  } catch (error) {
    throw new TypeError(`${path}: ${await problemText(error, text ?? '').catch(() => TOO_DEEP)}`);
  }
}
