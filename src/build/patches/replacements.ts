import { type Replacement, swap } from './edit.ts';
import { inkReplacements } from './ink-8.0.0.ts';

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

const SHARED = /import \{ c as createFetch \} from '(\.\/shared\/[\w.-]+)';/;

function bareFetch(text: string): string {
  const [, shared] = SHARED.exec(text) ?? [];
  if (shared === undefined) throw new Error(`expected once, found 0 times: ${SHARED.source}`);
  return `export { c as createFetch } from '${shared}';\n`;
}

/** Every change made to other people's code, and nothing else is changed. */
export const replacements: readonly Replacement[] = [
  ...inkReplacements,
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
];
