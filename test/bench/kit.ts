import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

export type Kit = Awaited<ReturnType<typeof openKit>>;

export const BOTSCOPE = 'botscope';
export const RAW = 'bare Node list';
export const HTTP = 'bare node:http loop';
export const FETCH = 'bare fetch loop';
export const BP = 'bp bots ls';

export const PROGRAM = join(import.meta.dirname, '../../dist/botscope.cjs');
const PEERS = join(import.meta.dirname, 'peers');

const WORDS = ['support', 'sales', 'triage', 'billing', 'faq', 'onboarding', 'concierge', 'survey'];
const digits = (value: number): string => String(value).padStart(6, '0');
const name = (at: number): string => `row-${digits(at)}-${WORDS[at % 8]}-${WORDS[(at * 5 + 3) % 8]}`;
const line = (at: number): string =>
  `${name(at).padEnd(36)}bot_01J${digits((at * 7919) % 1e6)}${digits(at)}XKQ7F2M9TBC  2025-01-01T00:00:00Z`;
const counted = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

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

type SandboxLine = Readonly<Record<'baseUrl' | 'token' | 'workspaceId', string>>;

export const connection = (baseUrl: string): Record<string, string> => ({
  BP_API_URL: baseUrl,
  BP_TOKEN: 'tok',
  BP_WORKSPACE_ID: 'ws',
  // Health is checked by a key before a list is measured, so that no check falls between two measured keys.
  BOTSCOPE_HEALTH: 'manual',
});

export const node = (...words: readonly string[]): readonly string[] => [process.execPath, ...words];

export const explorerOf = (baseUrl: string, env: Readonly<Record<string, string>> = {}) => ({
  argv: node(PROGRAM),
  env: { ...connection(baseUrl), ...env },
});

/** Files, folders and servers for the measurements: created on first use, removed by `close`. */
export async function openKit() {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-bench-'));
  const running: ChildProcess[] = [];
  const servers = new Map<string, Promise<string>>();
  // Our own peers as plain JavaScript: stripping types would count as part of their start.
  await build({
    entryPoints: ['raw-list.ts', 'loop-http.ts', 'loop-fetch.ts'].map(file => join(PEERS, file)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    minify: true,
    format: 'esm',
    logLevel: 'error',
  });

  const once = (what: string, make: (path: string) => void): string => {
    const path = join(folder, what);
    if (!existsSync(path)) make(path);
    return path;
  };
  /** Starts a server as a process of its own; resolves with the first line that it prints. */
  const start = async (...args: readonly string[]): Promise<string> => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(child);
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', () => reject(new Error(`a server ended: ${args.join(' ')}`)));
    });
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
    server: async (options: ServerOptions): Promise<string> => {
      const key = JSON.stringify(options);
      const known = servers.get(key) ?? start(join(PEERS, 'server.ts'), key);
      servers.set(key, known);
      return `http://127.0.0.1:${await known}`;
    },
    sandbox: async (...flags: readonly string[]): Promise<SandboxLine> =>
      JSON.parse(await start(PROGRAM, 'serve', ...flags)),
    close: () => {
      for (const child of running) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
