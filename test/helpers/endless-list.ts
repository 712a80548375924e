import { rawServer } from './raw-server.ts';

const ROWS = 1000;

/** Starts a server with an endless list of bots: each page has new rows and a next token. */
export async function endlessList() {
  let pages = 0;
  const { url, close } = await rawServer((request, response) => {
    const at = pages;
    if (request.url?.startsWith('/v1/admin/bots')) pages++;
    const bots = Array.from({ length: ROWS }, (_, row) => ({ id: `bot-${at}-${row}`, name: `bot ${at}` }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ bots, meta: { nextToken: `after-${at}` } }));
  });
  return { url, token: 'token', workspaceId: 'wkspace_1', pages: () => pages, close };
}
