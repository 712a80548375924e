import { createServer, type ServerResponse } from 'node:http';
import type { ServerOptions } from '../kit.ts';

// A minimal server for a list, with all pages built in advance: the benchmark compares the programs, not the
// server. Argument: the options as JSON. `/counts` reports the requests so far.
const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const { bots, page: size, delayMs = 0, hang = 0, perSecond = Number.POSITIVE_INFINITY, holds } = options;

const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');
const time = (minutes: number): string => new Date(1.7e12 + minutes * 61_000).toISOString();

const summary = (at: number) => ({
  id: `bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ7F2M9TBC`,
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

const integration = (at: number, status = 'registered') => ({
  id: `intver_${at}`,
  name: `integration-${at}`,
  version: '1.0.0',
  enabled: true,
  lifecycleStatus: 'published',
  status,
});
const integrations = (): object =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`i${at}`, integration(at)]));
const text = (): string => '?'.repeat(4_000_000);

/** Every third bot needs attention, as in a workspace with an incident. */
const installed = (at: number) => ({
  a: integration(at, at % 3 === 0 ? 'registration_failed' : 'registered'),
});

function bot(at: number) {
  const isLarge = at === 0;
  const states = { config: { type: 'bot', schema: { type: 'object' } } };
  return {
    ...summary(at),
    signingSecret: 'secret',
    integrations: isLarge && holds === 'integrations' ? integrations() : installed(at),
    states,
    actions: {},
    events: {},
    recurringEvents: {},
    subscriptions: { events: {} },
    user: { tags: {} },
    conversation: { tags: {} },
    message: { tags: {} },
    configuration: { data: {}, schema: {} },
    tags: isLarge && holds === 'text' ? { text: text() } : {},
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
  const wait = status === 429 ? { 'retry-after': '1' } : {};
  for (const [name, value] of Object.entries({ 'content-type': 'application/json', ...wait }))
    response.setHeader(name, value);
  response.setHeader('content-length', bytes.length);
  response.writeHead(status);
  response.end(bytes);
}

const LIST = '/v1/admin/bots';
/** Number of responses by address; times of all responses, and of all 429s. */
const answered = new Map<string, number>();
const answeredAt: number[] = [];
const refusedAt: number[] = [];
let latePages = 0;

/** Counts a request. False if it exceeds the rate of the server. */
function isAllowed(url: string): boolean {
  const now = performance.now();
  if (answeredAt.length >= perSecond && now - (answeredAt.at(-perSecond) ?? 0) < 1000) {
    refusedAt.push(now);
    return false;
  }
  answeredAt.push(now);
  const isPage = url.split('?')[0] === LIST;
  if (isPage && [...answered.keys()].some(other => other.startsWith(`${LIST}/`))) latePages++;
  answered.set(url, (answered.get(url) ?? 0) + 1);
  return true;
}

const counts = () => ({
  repeated: [...answered.values()].reduce((sum, times) => sum + times - 1, 0),
  /** Highest number of 429s in ten seconds. */
  refused: Math.max(
    0,
    ...refusedAt.map(from => refusedAt.filter(at => at >= from && at - from <= 10_000).length),
  ),
  latePages,
  /** In epoch milliseconds. */
  lastAt: performance.timeOrigin + (answeredAt.at(-1) ?? 0),
});

function reply(response: ServerResponse, { pathname, searchParams }: URL): void {
  const page = Number(searchParams.get('nextToken')?.slice(1) ?? 0);
  if (pathname === LIST) {
    if (hang > 0 && page >= hang) return;
    return answer(response, 200, pages[page] ?? { bots: [], meta: {} });
  }
  const [, id] = /^\/v1\/admin\/bots\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined) return answer(response, 200, { bot: bot(Number(id.slice(13, 19))) });
  if (pathname.startsWith('/v1/admin/workspaces/')) return answer(response, 200, WORKSPACE);
  // Also for the official tool, which requests its own version from the package registry.
  return answer(response, 404, { code: 404, type: 'NotFound', message: 'no such thing' });
}

/** Announces the rate of the server, as the real service does. */
function announceRate(response: ServerResponse): void {
  const recent = answeredAt.filter(at => performance.now() - at < 1000).length;
  response.setHeader('ratelimit-limit', perSecond);
  response.setHeader('ratelimit-remaining', Math.max(0, perSecond - recent));
  response.setHeader('ratelimit-reset', 1);
}

const server = createServer({ keepAliveTimeout: 30_000 }, ({ url = '/' }, response) => {
  if (url === '/counts') return answer(response, 200, counts());
  const isRefused = !isAllowed(url);
  if (Number.isFinite(perSecond)) announceRate(response);
  const send = (): void =>
    isRefused
      ? answer(response, 429, { code: 429, type: 'RateLimited', message: 'too many requests' })
      : reply(response, new URL(url, 'http://x'));
  if (delayMs > 0) setTimeout(send, delayMs);
  else send();
});
server.on('connection', socket => socket.setNoDelay(true));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
