import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOfCommand } from '../helpers/program.ts';
import { causes } from './causes.ts';
import type { Figures, Group } from './group.ts';
import { incidents } from './incidents.ts';
import { keyBytesIn, press, presses } from './keyboard.ts';
import {
  BOTSCOPE,
  BP,
  connection,
  explorerOf,
  FETCH,
  HTTP,
  type Kit,
  node,
  PROGRAM,
  type ServerOptions,
} from './kit.ts';
import { inList, listGroups } from './lists.ts';
import { type Command, runCommand, wakeUps, withoutProc } from './processes.ts';
import { type Launch, type Session, WIDE, withSession } from './session.ts';

const DELAY_MS = 80;
const ALL = { bots: 1000, page: 20, delayMs: DELAY_MS };
/** Takes longer than ten seconds, the period in which 429s are counted. */
const LIMITED = { bots: 60, page: 20, delayMs: DELAY_MS, perSecond: 5 };
/** The pages one after the other, then the bots twelve at a time. */
const IDEAL_MS = (ALL.bots / ALL.page + ALL.bots / 12) * DELAY_MS;

type Counts = { readonly repeated: number; readonly refused: number; readonly latePages: number };
const countsOf = async (baseUrl: string): Promise<Counts> =>
  (await (await fetch(`${baseUrl}/counts`)).json()) as Counts;

/** Returns the milliseconds until the list of a server that checks health by itself shows `isChecked`. */
async function checkedRows(baseUrl: string, isChecked: (text: string) => boolean, size?: Launch['size']) {
  const launch = explorerOf(baseUrl, { BOTSCOPE_HEALTH: 'auto' });
  return withSession({ ...launch, size }, session => session.until(isChecked, 60_000));
}

async function checked(kit: Kit, options: ServerOptions) {
  const baseUrl = await kit.server(options);
  const argv = node(PROGRAM, 'bots', 'health', '-o', 'ndjson');
  const { ms } = await runCommand({ argv, env: connection(baseUrl), lines: options.bots });
  return { ms, ...(await countsOf(baseUrl)) };
}

const health: Group = {
  name: 'health',
  about: `health of a screen, of ${ALL.bots} bots, and of ${LIMITED.bots} at ${LIMITED.perSecond} requests a second; ${DELAY_MS} ms a request`,
  programs: [BOTSCOPE],
  rounds: 1,
  run: async (_name, kit) => {
    const all = await checked(kit, ALL);
    const limited = await checked(kit, LIMITED);
    // Another server than that of the command: each counts its requests.
    const rows = await kit.server({ ...LIMITED, bots: LIMITED.bots - 1 });
    await checkedRows(rows, text => /44 of (\d+\+? checked|44 need)|health paused/.test(text), WIDE);
    const { refused, latePages } = await countsOf(rows);
    // While rows are not checked, the title counts those that are.
    const isChecked = / (?:\d+ needs? attention|no problems found) · 27 loaded ─/;
    const rowsMs = await checkedRows(
      await kit.server({ bots: 27, page: 50, delayMs: DELAY_MS }),
      text => text.includes('row-000026') && isChecked.test(text),
    );
    return {
      'rows ms': rowsMs,
      'all x ideal': all.ms / IDEAL_MS,
      'all repeated': all.repeated,
      'limited 429s in 10 s': limited.refused,
      'limited rows 429s in 10 s': refused,
      'limited rows late pages': latePages,
    };
  },
};

const officialTool = (): string | undefined => process.env['BENCH_BP'] || pathOfCommand('bp');

function officialList(baseUrl: string): Command {
  const login = { token: 'tok', workspaceId: 'ws', apiUrl: baseUrl };
  const flags = ['--workspaceId', login.workspaceId, '--apiUrl', baseUrl];
  return {
    argv: node(officialTool() ?? '', 'bots', 'ls', '--json', ...flags),
    files: { '.botpress/global.cache.json': JSON.stringify(login) },
    // The tool requests its own version from the package registry with each command: this server responds.
    env: { npm_config_registry: `${baseUrl}/` },
  };
}

async function firstMs(name: string, kit: Kit): Promise<number> {
  const baseUrl = await kit.server({ bots: 20, page: 20 });
  if (name === BOTSCOPE)
    return withSession(explorerOf(baseUrl), session => session.until(text => text.includes('row-000000')));
  if (name === BP) return (await runCommand(officialList(baseUrl))).ms;
  return (await runCommand({ argv: node(kit.peer('loop-http'), baseUrl) })).firstMs;
}

const data: Group = {
  name: 'data',
  about: 'from exec to the first bots; of the official tool to its end',
  programs: [BOTSCOPE, HTTP, BP],
  without: name =>
    name === BP && officialTool() === undefined ? 'not installed: BENCH_BP may name it' : undefined,
  run: async (name, kit) => ({ 'first ms': await firstMs(name, kit) }),
};

async function watched(session: Session, name: string): Promise<Figures> {
  await session.quiet(700, 3000);
  const before = wakeUps(session.pid);
  const bytes = session.bytes();
  await sleep(3000);
  return {
    [`${name} bytes/s`]: (session.bytes() - bytes) / 3,
    [`${name} wake-ups/s`]: (wakeUps(session.pid) - before) / 3,
  };
}

/** Time in which Node closes idle connections: until then it wakes up for them. */
const CONNECTIONS_MS = 8000;

export const idle: Group = {
  name: 'idle',
  about: 'bytes, processor and wake-ups a second at rest and while a page never comes, 3 s each; a reload',
  programs: [BOTSCOPE],
  without: withoutProc,
  run: async (name, kit) => {
    const rest = await inList(name, kit, { rows: 1000 }, async session => {
      const { bytes } = await press(session, 'r', { quietMs: 1000, answerMs: 2000 });
      await session.quiet(CONNECTIONS_MS, 3 * CONNECTIONS_MS);
      return { 'reload bytes': bytes, ...(await watched(session, 'rest')) };
    });
    const hanging = explorerOf(await kit.server({ bots: 2000, page: 100, hang: 1 }));
    const loading = await withSession(hanging, async session => {
      await session.until(text => text.includes('row-000010'));
      session.send('M');
      return watched(session, 'loading');
    });
    return { ...rest, ...loading };
  },
};

/** Overview, integrations and raw text, each scrolled. */
const KEYS = ['PageDown', 'G', 'g', '2', 'PageDown', 'G', 'g', '6', 'PageDown', 'G', 'w', 'PageDown', 'g'];

/**
 * Opens a large bot, presses the keys of a text, closes it, opens it again and ends the program by a signal.
 */
const opened = async (holds: NonNullable<ServerOptions['holds']>, kit: Kit) =>
  withSession(explorerOf(await kit.server({ bots: 20, page: 20, holds })), async session => {
    const untilSeen = async (key: string, text: string): Promise<number> => {
      const before = session.send(keyBytesIn(session, key)) - session.startedAt;
      const ms = (await session.until(screen => screen.includes(text))) - before;
      await session.quiet(300);
      return ms;
    };
    await session.until(screen => screen.includes('row-000010'));
    await session.quiet(300);
    const openMs = await untilSeen('Enter', '2 Integrations');
    const read = await presses(session, KEYS, { quietMs: 300, answerMs: 3000 });
    const leaveMs = await untilSeen('Escape', 'row-000010');
    await untilSeen('Enter', '2 Integrations');
    session.send('6G');
    process.kill(session.pid, 'SIGTERM');
    const code = await Promise.race([session.exit, sleep(1000)]);
    return {
      ms: openMs + leaveMs,
      keyMs: Math.max(...read.map(({ ms = 0 }) => ms)),
      unheard: code === 143 ? 0 : 1,
    };
  });

const large: Group = {
  name: 'large',
  about:
    'a bot with 10,000 integrations, and one with a text of 4 MB of one character: opened, read, left, ended',
  programs: [BOTSCOPE],
  run: async (_name, kit) => {
    const integrations = await opened('integrations', kit);
    const text = await opened('text', kit);
    return {
      'integrations ms': integrations.ms,
      'integrations key ms': integrations.keyMs,
      'text ms': text.ms,
      'text key ms': text.keyMs,
      'SIGTERM unheard': integrations.unheard + text.unheard,
    };
  },
};

async function written(name: string, kit: Kit, bots: number) {
  const baseUrl = await kit.server({ bots, page: 100 });
  const words =
    name === BOTSCOPE ? [PROGRAM, 'bots', 'ls', '-o', 'ndjson'] : [kit.peer('loop-fetch'), baseUrl];
  return runCommand({ argv: node(...words), env: connection(baseUrl), toFile: true, lines: bots });
}

const ndjson: Group = {
  name: 'export',
  about: 'bots ls -o ndjson of 100,000 bots, 100 a page, and its memory',
  programs: [BOTSCOPE, FETCH],
  run: async (name, kit) => {
    const few = await written(name, kit, 1000);
    const { ms, peakMb } = await written(name, kit, 100_000);
    return { 'all ms': ms, 'peak MB': peakMb, 'MB more than of 1,000': peakMb - few.peakMb };
  },
};

async function sandboxMs(kit: Kit): Promise<number> {
  const startedAt = performance.now();
  const { baseUrl, token, workspaceId } = await kit.sandbox();
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  const [response] = await once(get(`${baseUrl}/v1/admin/bots`, { headers }), 'response');
  response.resume();
  return performance.now() - startedAt;
}

const packed: Group = {
  name: 'package',
  about: 'what an installation downloads and unpacks, everything it needs included; the start of the sandbox',
  programs: [BOTSCOPE],
  run: async (_name, kit) => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const [all] = Object.values(JSON.parse(output) as Readonly<Record<string, { readonly size: number }>>);
    if (all === undefined) throw new Error('nothing was packed');
    return { 'files to download': 1, 'download MB': all.size / 1e6, 'sandbox ms': await sandboxMs(kit) };
  },
};

const seconds = async (script: string): Promise<number> =>
  (await runCommand({ argv: ['npm', 'run', script] })).ms / 1000;

const tests: Group = {
  name: 'tests',
  about: 'npm test and the whole suite, from a clone that is built',
  programs: [BOTSCOPE],
  rounds: 1,
  isOnRequest: true,
  run: async () => ({ 'npm test s': await seconds('test'), 'whole suite s': await seconds('test:full') }),
};

export const groups: readonly Group[] = [
  health,
  causes,
  data,
  ...listGroups,
  idle,
  large,
  ndjson,
  packed,
  tests,
  incidents,
];
