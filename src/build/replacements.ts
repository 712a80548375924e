import { characterReplacements } from './character-replacements.ts';
import { type Replacement, swap } from './swap.ts';

/** `text` without the stretch from `from`, which is there once, to the next `to`, both included. Throws if it is not there. */
function cut(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (end < 0) throw new Error(`expected once, found 0 times: ${start < 0 ? from : to}`);
  return swap(text, text.slice(start, end + to.length), '');
}

const YOGA_SYNCHRONOUS = `
const assembly = {
  instantiateWasm(imports, receive) {
    const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance, module);
    return instance.exports;
  },
};
loadYoga(assembly);
const Yoga = wrapAssembly(assembly);`;

const WASM = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;

function exposeWasm(text: string): string {
  const [literal, wasm] = WASM.exec(text) ?? [];
  if (literal === undefined) throw new Error(`expected once, found 0 times: ${WASM.source}`);
  const bare = swap(text, literal, '"data:application/octet-stream;base64,"');
  return `${swap(bare, 'import.meta.url', 'undefined')}\nexport const wasm = '${wasm}';\n`;
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
    file: 'yoga-layout/dist/src/index.js',
    reason:
      'yoga awaits its WebAssembly at top level, which a CommonJS file cannot hold. Made from the bytes at once instead.',
    edit: loadWasmAtOnce,
  },
  {
    file: 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
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
  ...characterReplacements,
];
