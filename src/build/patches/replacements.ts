export type Replacement = Readonly<{
  /** Below `node_modules`, with forward slashes. */
  file: string;
  edit: (text: string) => string;
}>;

export function swap(text: string, find: string, replacement: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`expected once, found ${parts.length - 1} times: ${find}`);
  return parts.join(replacement);
}

export function cut(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (end < 0) throw new Error(`expected once, found 0 times: ${start < 0 ? from : to}`);
  return swap(text, text.slice(start, end + to.length), '');
}

/** Two generations of 1,000 entries: a screen has about a hundred rows. */
const CACHE = `import QuickLRU from 'quick-lru';
const keep = make => {
    const known = new QuickLRU({ maxSize: 1000 });
    return (key, ...about) => {
        const before = known.get(key);
        if (before !== undefined) return before;
        const made = make(key, ...about);
        known.set(key, made);
        return made;
    };
};
`;

// A line that Ink splits and joins without change is the row, if nothing else is written into it.
const OUTPUT_CACHES = `
const keptWidth = keep(text => stringWidth(text));
const keptLines = keep((_text, split) => split());
const keptSlice = keep((_key, slice) => slice());
const keptRow = keep((_key, draw) => draw());
const isMade = keep((line, caches) => styledCharsToString(caches.getStyledChars(line)) === line);
const nameOf = (width, puts) => width + puts.map(([x, line]) => ' ' + x + ' ' + line.length + ' ' + line).join('');
const INVISIBLE = /^\\p{Default_Ignorable_Code_Point}+$/u;
const isVisible = ({ value }) => value < '\\x7f' || !INVISIBLE.test(value);
const lineAlone = puts => {
    const [[x, line, isWhole] = []] = puts;
    return puts.length === 1 && x === 0 && isWhole ? line.trimEnd() : undefined;
};
class OutputCaches {`;

const DRAW_ROW = `
        const row = Array.from({ length: this.width }, () => ({
            type: 'char',
            value: ' ',
            fullWidth: false,
            styles: [],
        }));
        for (const [x, line] of puts) this.put(row, x, line);
        return styledCharsToString(row.filter(item => item !== undefined)).trimEnd();
    }
    get() {`;

const PUT_AT_ONCE = `
            // Nothing to write (e.g. line was clipped away).
            if (characters.length === 0) {
                continue;
            }`;

// The rest of the loop becomes the body of `put`.
const PUT_LATER = `            currentLine.push([x, line, line === text || isMade(line, this.caches)]);
        }
    }
    put(currentLine, x, line) {
        {
            const characters = this.caches.getStyledChars(line);
            if (characters.length === 0) {
                return;
            }`;

const SWAPS: readonly (readonly [find: string, put: string])[] = [
  ['\nclass OutputCaches {', OUTPUT_CACHES],
  [
    '.filter(character => !/^\\p{Default_Ignorable_Code_Point}+$/u.test(character.value))',
    '.filter(isVisible)',
  ],
  ['cached = stringWidth(text);', 'cached = keptWidth(text);'],
  [
    'const characterLines = [[]];',
    'let lines = keptLines(text, () => {\n        const characterLines = [[]];',
  ],
  [
    'let lines = characterLines.map(line => styledCharsToString(line));',
    'return characterLines.map(line => styledCharsToString(line));\n        });',
  ],
  [
    'return this.sliceLineToColumns(line, from, to);',
    "return keptSlice([from, to, line].join(' '), () => this.sliceLineToColumns(line, from, to));",
  ],
  [`            const characters = this.caches.getStyledChars(line);${PUT_AT_ONCE}`, PUT_LATER],
  ['get() {', `drawRow(puts) {${DRAW_ROW}`],
  [
    '            .map(line => {\n        })',
    '            .map(puts => lineAlone(puts) ?? keptRow(nameOf(this.width, puts), () => this.drawRow(puts)))',
  ],
];

function cacheRows(text: string) {
  const empty = cut(text, '            for (let x = 0; x < this.width; x++) {', '});\n            }\n');
  const bare = cut(empty, '            // See https://github.com/vadimdemedes/ink/pull/564', '.trimEnd();\n');
  return CACHE + SWAPS.reduce((edited, [find, put]) => swap(edited, find, put), bare);
}

const SANITISE = "sanitizeAnsi(text.replaceAll('\\r\\n', '\\n'))";

const cacheSanitised = (text: string) =>
  `${CACHE}const keptSane = keep(text => ${SANITISE});\n${swap(text, SANITISE, 'keptSane(text)')}`;

function measureOnce(text: string) {
  const named = swap(
    text,
    "import widestLine from 'widest-line';",
    "import measureText from './measure-text.js';",
  );
  return swap(named, 'widestLine(text)', 'measureText(text).width');
}

const DEV = "if (process.env['DEV'] === 'true') {\n";

function withoutDevtools(text: string) {
  const connected = cut(text, `${DEV}    // Intentionally`, "await import('./devtools.js');\n    }\n}\n");
  const named = cut(connected, `${DEV}    try {\n        const loaded = await`, '\n}\n');
  return cut(named, 'async function loadPackageJson() {', '\n}\n');
}

const YOGA_SYNCHRONOUS = `
const assembly = {
  instantiateWasm(imports, receive) {
    const module = new WebAssembly.Module(wasm);
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance, module);
    return instance.exports;
  },
};
loadYoga(assembly);
const Yoga = wrapAssembly(assembly);`;

const WASM = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;

function exposeWasm(text: string) {
  const [literal, base64] = WASM.exec(text) ?? [];
  if (literal === undefined) throw new Error(`expected once, found 0 times: ${WASM.source}`);
  const bare = swap(text, literal, '"data:application/octet-stream;base64,"');
  return `${swap(bare, 'import.meta.url', 'undefined')}\nexport const wasm = Buffer.from('${base64}', 'base64');\n`;
}

function loadWasmSynchronously(text: string) {
  const named = swap(text, 'import loadYoga from', 'import loadYoga, { wasm } from');
  return swap(named, 'const Yoga = wrapAssembly(await loadYoga());', YOGA_SYNCHRONOUS);
}

const SHARED = /import \{ c as createFetch \} from '(\.\/shared\/[\w.-]+)';/;

function exportCreateFetch(text: string) {
  const [, shared] = SHARED.exec(text) ?? [];
  if (shared === undefined) throw new Error(`expected once, found 0 times: ${SHARED.source}`);
  return `export { c as createFetch } from '${shared}';\n`;
}

export const replacements: readonly Replacement[] = [
  // Ink 8.0.0: the bundle needs the first change; the others make frames three times as fast (ink-8.0.0.md).
  // It loads the React devtools if DEV=true: a package that is not installed, by a top-level await, which
  // CommonJS does not allow. A define does not remove it: Ink imports `process` as a module.
  { file: 'ink/build/reconciler.js', edit: withoutDevtools },
  { file: 'ink/build/output.js', edit: cacheRows },
  { file: 'ink/build/squash-text-nodes.js', edit: cacheSanitised },
  { file: 'ink/build/render-node-to-output.js', edit: measureOnce },
  // yoga loads its WebAssembly by a top-level await, which CommonJS does not allow: loads it synchronously.
  { file: 'yoga-layout/dist/src/index.js', edit: loadWasmSynchronously },
  // yoga fetches its WebAssembly from a data: URL, for which Node loads its whole HTTP client at every start:
  // exports the bytes for the replacement above. CommonJS has no import.meta.
  { file: 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js', edit: exposeWasm },
  // ofetch's entry for Node contains a fetch polyfill, a fifth of the whole bundle, and both of its entries
  // access Node's own fetch on loading, which loads an HTTP client: 35 to 50 ms to the first response, not 8
  // to 10. Exports only `createFetch`.
  { file: 'ofetch/dist/node.mjs', edit: exportCreateFetch },
];
