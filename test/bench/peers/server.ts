import { createServer, type ServerResponse } from 'node:http';

// As little of the service as a list needs, every page made ahead: the server costs as good as nothing, so that what is
// compared is the programs. Arguments: BOTS PAGE DELAY_MS HANG; with HANG 1 the second page never comes.
const [bots = 1000, size = 20, delayMs = 0, hang = 0] = process.argv.slice(2).map(Number);

const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');
const time = (minutes: number): string => new Date(1.7e12 + minutes * 61_000).toISOString();

const summary = (at: number) => ({
  id: `bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ`,
  createdAt: time(at),
  updatedAt: time(at + 5000),
  name: `row-${digits(at)} ${WORDS[at % 8]}-${WORDS[(at * 5 + 3) % 8]}`,
  deployedAt: time(at + 9000),
});

const pages = Array.from({ length: Math.ceil(bots / size) }, (_, page) => {
  const from = page * size;
  const to = Math.min(bots, from + size);
  const rows = Array.from({ length: to - from }, (__, at) => summary(from + at));
  return Buffer.from(JSON.stringify({ bots: rows, meta: to < bots ? { nextToken: `t${page + 1}` } : {} }));
});

function bot(at: number) {
  const states = { config: { type: 'bot', schema: { type: 'object' } } };
  return {
    ...summary(at),
    signingSecret: 'secret',
    integrations: {},
    states,
    configuration: { data: {}, schema: {} },
    tags: {},
    dev: false,
    status: 'active',
  };
}

const WORKSPACE = {
  id: 'ws',
  name: 'Acme',
  ownerId: 'u1',
  createdAt: time(0),
  updatedAt: time(1),
  botCount: bots,
  handle: 'acme',
};

function answer(response: ServerResponse, status: number, body: Buffer | object): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

function reply(response: ServerResponse, { pathname, searchParams }: URL): void {
  const page = Number(searchParams.get('nextToken')?.slice(1) ?? 0);
  if (pathname === '/v1/admin/bots') {
    if (hang > 0 && page >= hang) return;
    return answer(response, 200, pages[page] ?? { bots: [], meta: {} });
  }
  const [, id] = /^\/v1\/admin\/bots\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined) return answer(response, 200, { bot: bot(Number(id.slice(13, 19))) });
  if (pathname.startsWith('/v1/admin/workspaces/')) return answer(response, 200, WORKSPACE);
  // Also for the official tool, which asks the package registry for its own version.
  return answer(response, 404, { code: 404, type: 'NotFound', message: 'no such thing' });
}

const server = createServer({ keepAliveTimeout: 30_000 }, ({ url = '/' }, response) => {
  const asked = new URL(url, 'http://x');
  if (delayMs > 0) setTimeout(reply, delayMs, response, asked);
  else reply(response, asked);
});
server.on('connection', socket => socket.setNoDelay(true));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
