import { randomUUID } from 'node:crypto';
import { renderToString, Text } from 'ink';
import { createFetch } from 'ofetch';
import { safe } from '../../src/text/sanitise.ts';

declare const BOTSCOPE_VERSION: string;

const modules = process as unknown as { readonly moduleLoadList: readonly string[] };
const text = renderToString(<Text>version {BOTSCOPE_VERSION}</Text>);
const crypto = modules.moduleLoadList.includes('NativeModule crypto') ? 'loaded' : 'not loaded';
const isLoaded = modules.moduleLoadList.some(name => name.includes('undici'));

process.stdout.write(
  `crypto ${crypto}, then an id of ${randomUUID().length} letters\n` +
    `${text}, http client ${isLoaded ? 'loaded' : 'not loaded'}, createFetch ${typeof createFetch}\n`,
);
process.stdout.write(`${safe`…│ 😀 stay`}\n`);
