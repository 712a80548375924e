import { characterReplacements } from './character-replacements.ts';
import { keepRows, keepSanitised, measureOnce } from './kept-rows.ts';
import { cut, type Replacement, swap } from './patches/edit.ts';

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

const YOGA = 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js';

function exposeWasm(text: string): string {
  const [literal, base64] = WASM.exec(text) ?? [];
  if (literal === undefined) throw new Error(`expected once, found 0 times: ${WASM.source}`);
  const bare = swap(text, literal, '"data:application/octet-stream;base64,"');
  return `${swap(bare, 'import.meta.url', 'undefined')}\nexport const wasm = Buffer.from('${base64}', 'base64');\n`;
}

function loadWasmAtOnce(text: string): string {
  const named = swap(text, 'import loadYoga from', 'import loadYoga, { wasm } from');
  return swap(named, 'const Yoga = wrapAssembly(await loadYoga());', YOGA_SYNCHRONOUS);
}

const DEV = "if (process.env['DEV'] === 'true') {\n";

function withoutDevtools(text: string): string {
  const connected = cut(text, `${DEV}    // Intentionally`, "await import('./devtools.js');\n    }\n}\n");
  const named = cut(connected, `${DEV}    try {\n        const loaded = await`, '\n}\n');
  return cut(named, 'async function loadPackageJson() {', '\n}\n');
}

const SHARED = /import \{ c as createFetch \} from '(\.\/shared\/[\w.-]+)';/;

function bareFetch(text: string): string {
  const [, shared] = SHARED.exec(text) ?? [];
  if (shared === undefined) throw new Error(`expected once, found 0 times: ${SHARED.source}`);
  return `export { c as createFetch } from '${shared}';\n`;
}

const LINE = /"line": \{[^}]*\}/;

function spinnerInUse(text: string): string {
  const [line] = LINE.exec(text) ?? [];
  if (line === undefined) throw new Error(`expected once, found 0 times: ${LINE.source}`);
  return `module.exports = { ${swap(line, '"interval": 130', '"interval": 500')} };\n`;
}

/** Every change made to other people's code, and nothing else is changed. */
export const replacements: readonly Replacement[] = [
  {
    file: 'ink/build/reconciler.js',
    reason:
      'Ink looks for the React devtools when DEV=true: a package that is not installed, and a top-level await, ' +
      'which a CommonJS file cannot hold. A define does not remove it: Ink imports `process` as a module.',
    edit: withoutDevtools,
  },
  {
    file: 'ink/build/output.js',
    reason:
      'Ink takes every row of the screen apart into cells and puts it together again for each frame, also the rows ' +
      'that have not changed: half of the time of a frame. Rows that were drawn are kept for the next frames. The pattern ' +
      'for what is not to be seen is made once, and not for every character.',
    edit: keepRows,
  },
  {
    file: 'ink/build/squash-text-nodes.js',
    reason: 'Ink looks through every text for control sequences for each frame. What it found is kept.',
    edit: keepSanitised,
  },
  {
    file: 'ink/build/render-node-to-output.js',
    reason:
      'Ink measures every text again for each frame, though it has kept what it measured for the layout.',
    edit: measureOnce,
  },
  {
    file: 'yoga-layout/dist/src/index.js',
    reason:
      'yoga awaits its WebAssembly at top level, which a CommonJS file cannot hold. Made from the bytes at once instead.',
    edit: loadWasmAtOnce,
  },
  {
    file: YOGA,
    reason:
      'yoga fetches its WebAssembly from a data: URL, which makes Node load its whole HTTP client at every start. ' +
      'The bytes are exported for the replacement above; import.meta does not exist in CommonJS.',
    edit: exposeWasm,
  },
  {
    file: 'ofetch/dist/node.mjs',
    reason:
      "ofetch's entry for Node bundles a fetch polyfill, a fifth of the whole bundle, and both of its entries look at " +
      "Node's own fetch when they are loaded, which loads an HTTP client. Nothing is kept but what makes a fetch of ours.",
    edit: bareFetch,
  },
  {
    file: 'cli-spinners/spinners.json',
    reason:
      'ink-spinner brings the pictures of ninety spinners, 30 kB. We show one, and turn it twice a second: each turn is ' +
      'a frame, and some bytes on a slow line.',
    edit: spinnerInUse,
  },
  ...characterReplacements,
];
