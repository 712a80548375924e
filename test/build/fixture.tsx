import { renderToString, Text } from 'ink';

declare const BOTSCOPE_VERSION: string;

const modules = process as unknown as { readonly moduleLoadList: readonly string[] };
const text = renderToString(<Text>version {BOTSCOPE_VERSION}</Text>);
const isLoaded = modules.moduleLoadList.some(name => name.includes('undici'));

// Late, as in the program: ofetch looks at Headers when it is imported, and that loads Node's HTTP client.
void import('ofetch').then(({ ofetch }) => {
  process.stdout.write(
    `${text}, http client ${isLoaded ? 'loaded' : 'not loaded'}, ofetch ${typeof ofetch}\n`,
  );
});
