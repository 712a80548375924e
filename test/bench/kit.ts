import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

export type Kit = Awaited<ReturnType<typeof openKit>>;

export const PROGRAM = join(import.meta.dirname, '../../dist/botscope.cjs');
const PEERS = join(import.meta.dirname, 'peers');

const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');
const name = (at: number): string => `row-${digits(at)}-${WORDS[at % 8]}-${WORDS[(at * 5 + 3) % 8]}`;
const line = (at: number): string =>
  `${name(at).padEnd(36)}bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ  2025-01-01T00:00:00Z`;
const counted = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Builds our own peers as plain JavaScript: stripping types would count as part of their start. */
async function buildPeers(folder: string): Promise<void> {
  await build({
    entryPoints: ['raw-list.ts', 'loop-http.ts', 'loop-fetch.ts'].map(file => join(PEERS, file)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    minify: true,
    format: 'esm',
    logLevel: 'error',
  });
}

export type ServerOptions = {
  readonly bots: number;
  readonly page: number;
  readonly delayMs?: number;
  /** From this page on there are no responses. */
  readonly hang?: number;
  /** Requests allowed a second; the others get a 429. */
  readonly perSecond?: number;
  /** The first bot holds 10,000 integrations, or a text of 4 MB of one character. */
  readonly holds?: 'integrations' | 'text';
};

type Running = { readonly line: string; readonly stop: () => void };

/** Starts a server as a process of its own; resolves with the first line that it prints. */
async function startServer(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', () => reject(new Error(`a server ended: ${args.join(' ')}`)));
  });
  return { line: first, stop: () => child.kill() };
}

export type Server = { readonly baseUrl: string; readonly token: string; readonly workspaceId: string };

export const connection = ({ baseUrl, token, workspaceId }: Server): Record<string, string> => ({
  BP_API_URL: baseUrl,
  BP_TOKEN: token,
  BP_WORKSPACE_ID: workspaceId,
  // Health is checked by a key before a list is measured, so that no check falls between two measured keys.
  BOTSCOPE_HEALTH: 'manual',
});

export const bare = (baseUrl: string): Server => ({ baseUrl, token: 'tok', workspaceId: 'ws' });

/** Files, folders and servers for the measurements: created on first use, removed by `close`. */
export async function openKit() {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-bench-'));
  const made = new Map<string, string>();
  const running: Running[] = [];
  const servers = new Map<string, Promise<string>>();
  await buildPeers(folder);

  const once = (what: string, make: (path: string) => void): string => {
    const path = join(folder, what);
    if (!made.has(what)) make(path);
    made.set(what, path);
    return path;
  };
  const serve = async (options: ServerOptions): Promise<string> => {
    const server = await startServer([join(PEERS, 'server.ts'), JSON.stringify(options)]);
    running.push(server);
    return `http://127.0.0.1:${server.line}`;
  };

  return {
    peer: (file: string) => join(folder, `${file}.mjs`),
    lines: (count: number) =>
      once(`lines-${count}`, path => writeFileSync(path, `${counted(count).map(line).join('\n')}\n`)),
    files: (count: number) =>
      once(`files-${count}`, path => {
        mkdirSync(path);
        for (const at of counted(count)) writeFileSync(join(path, name(at)), '');
      }),
    server: (options: ServerOptions): Promise<string> => {
      const key = JSON.stringify(options);
      const known = servers.get(key) ?? serve(options);
      servers.set(key, known);
      return known;
    },
    sandbox: async (): Promise<Server> => {
      const server = await startServer([PROGRAM, 'serve']);
      running.push(server);
      return JSON.parse(server.line) as Server;
    },
    close: () => {
      for (const { stop } of running) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
