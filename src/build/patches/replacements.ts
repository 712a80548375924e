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

function loadWasmSynchronously(text: string): string {
  const named = swap(text, 'import loadYoga from', 'import loadYoga, { wasm } from');
  return swap(named, 'const Yoga = wrapAssembly(await loadYoga());', YOGA_SYNCHRONOUS);
}

const SHARED = /import \{ c as createFetch \} from '(\.\/shared\/[\w.-]+)';/;

function exportCreateFetch(text: string): string {
  const [, shared] = SHARED.exec(text) ?? [];
  if (shared === undefined) throw new Error(`expected once, found 0 times: ${SHARED.source}`);
  return `export { c as createFetch } from '${shared}';\n`;
}

export const replacements: readonly Replacement[] = [
  ...inkReplacements,
  {
    file: 'yoga-layout/dist/src/index.js',
    reason:
      'yoga loads its WebAssembly by a top-level await, which CommonJS does not allow. Loads it synchronously.',
    edit: loadWasmSynchronously,
  },
  {
    file: YOGA,
    reason:
      'yoga fetches its WebAssembly from a data: URL, for which Node loads its whole HTTP client at every start. ' +
      'Exports the bytes for the replacement above. CommonJS has no import.meta.',
    edit: exposeWasm,
  },
  {
    file: 'ofetch/dist/node.mjs',
    reason:
      "ofetch's entry for Node contains a fetch polyfill, a fifth of the whole bundle, and both of its entries access " +
      "Node's own fetch on loading, which loads an HTTP client: 35 to 50 ms to the first response, not 8 to 10. " +
      'Exports only `createFetch`.',
    edit: exportCreateFetch,
  },
];
