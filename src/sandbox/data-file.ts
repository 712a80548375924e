import { type Json, parseJson } from '../json/json.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import { bodyText } from './http.ts';

const MAX_MIB = 256;
const TOO_DEEP = 'nests too deeply';

/** Place of a value in JSON: names of members and positions in lists. */
export type DataPath = readonly (string | number)[];

const pathText = (path: DataPath): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');

/** `problem`: the end of a sentence about the value at the path. */
export class DataError extends TypeError {
  readonly path: DataPath;

  constructor(path: DataPath, problem: string) {
    super(`${pathText(path)} ${problem}`.trim());
    this.path = path;
  }
}

type DataFile = {
  readonly value: Json;
  readonly lineOf: (path: DataPath) => Promise<number>;
};

/** A number that JSON has, too: only its text has all digits. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Throws the first error, with its line. */
function parseYaml(yaml: typeof import('yaml'), text: string) {
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter, prettyErrors: false });
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
  const lineOf = (path: DataPath): number => {
    for (let end = path.length; end >= 0; end--) {
      const node = document.getIn(path.slice(0, end), true);
      if (yaml.isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { value: document.toJS() as Json, lineOf };
}

/** Parses a text as JSON, else as YAML, which takes longer to load. */
async function parseData(text: string): Promise<DataFile> {
  try {
    const lineOf: DataFile['lineOf'] = async path => parseYaml(await import('yaml'), text).lineOf(path);
    return { value: parseJson(text), lineOf };
  } catch {
    const { value, lineOf } = parseYaml(await import('yaml'), text);
    return { value, lineOf: async path => lineOf(path) };
  }
}

/** May throw for a file that nests too deeply. */
async function problemText(error: unknown, file: DataFile | undefined): Promise<string> {
  if (!(error instanceof Error)) return 'cannot be read';
  if ('code' in error) return `the file cannot be read (${error.code})`;
  const line = error instanceof DataError && file ? `line ${await file.lineOf(error.path)}: ` : '';
  return error instanceof RangeError ? TOO_DEEP : line + error.message;
}

/** Passes the value of a file on. Throws a `TypeError` with its name, and the line of what is wrong. */
export async function readDataFile<T>(path: string, take: (value: Json) => T): Promise<T> {
  let file: DataFile | undefined;
  try {
    const text = bodyText(readOrdinaryFile(path, MAX_MIB).bytes);
    if (text === undefined) throw new TypeError('the file is not UTF-8');
    file = await parseData(text);
    return take(file.value);
  } catch (error) {
    throw new TypeError(`${path}: ${await problemText(error, file).catch(() => TOO_DEEP)}`);
  }
}
