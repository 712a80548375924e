import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Position, positions } from './keyboard.ts';
import { bare, connection, type Kit, PROGRAM } from './kit.ts';
import type { LinkOptions } from './link.ts';
import { type Launch, openSession, type Session } from './session.ts';

/** A program with a list of rows, and how it is used. */
export type Program = {
  readonly launch: (kit: Kit, rows: number) => Promise<Launch>;
  /** The rows are on the screen. */
  readonly isReady: (text: string, rows: number) => boolean;
  /** What is done until all rows are loaded. */
  readonly loadAll?: (session: Session) => Promise<void>;
  readonly position: Position;
  /** Keys that are not named alike everywhere. */
  readonly keys?: { readonly down?: string; readonly pagedown?: string; readonly end?: string };
};

/** Rows a page of the server: as many as it may send, so that loading many does not take long. */
const PAGE = 500;

/** Where a command is, or undefined. */
export function found(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map(folder => join(folder, command))
    .find(path => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The official tool, where it is. */
export const officialTool = (): string | undefined => process.env['BENCH_BP'] || found('bp');

const node = (file: string): readonly string[] => [process.execPath, file];
const hasTenth = (text: string): boolean => text.includes('row-000010');
const { reverse, bold, marked, top } = positions;

export async function loadAll(session: Session): Promise<void> {
  session.send('M');
  for (;;) {
    await session.until(text => /M again|all loaded/.test(text), 60_000);
    if (session.text().includes('all loaded')) return;
    session.send('M');
    await session.more(200);
  }
}

const ofNode = (peer: string, env: Readonly<Record<string, string>> = {}): Program => ({
  launch: async (kit, rows) => ({ argv: node(kit.peer(peer)), env: { N: String(rows), ...env } }),
  isReady: hasTenth,
  position: reverse,
});

const fzf = (flags: string): Program => ({
  launch: async (kit, rows) => ({
    argv: ['sh', '-c', `exec fzf ${flags} --layout=reverse --no-sort < '${kit.lines(rows)}'`],
  }),
  isReady: (text, rows) => text.includes(`${rows}/${rows}`),
  position: marked,
});

export const BOTSCOPE = 'botscope';
export const RAW = 'bare Node list';
export const INK = 'plain Ink list';

export const programs: Readonly<Record<string, Program>> = {
  [BOTSCOPE]: {
    launch: async (kit, rows) => ({
      argv: node(PROGRAM),
      env: connection(bare(await kit.server({ bots: rows, page: PAGE }))),
    }),
    isReady: hasTenth,
    loadAll,
    position: reverse,
    keys: { end: 'G' },
  },
  [RAW]: ofNode('raw-list'),
  [INK]: ofNode('ink-list'),
  fzf: fzf(''),
  'fzf --exact': fzf('--exact'),
  nnn: {
    launch: async (kit, rows) => ({ argv: ['nnn', kit.files(rows)] }),
    isReady: hasTenth,
    position: reverse,
  },
  less: {
    launch: async (kit, rows) => ({ argv: ['less', kit.lines(rows)] }),
    isReady: hasTenth,
    position: top,
    keys: { down: 'j', pagedown: ' ', end: 'G' },
  },
  tig: {
    launch: async (kit, rows) => ({ argv: ['tig'], cwd: kit.repository(rows) }),
    isReady: hasTenth,
    position: bold,
  },
};

/** Whether a program is on this machine; ours always are. */
export const isHere = (program: string): boolean =>
  [BOTSCOPE, RAW, INK].some(name => program.startsWith(name)) ||
  found(program.split(' ')[0] ?? '') !== undefined;

export function programOf(name: string): Program {
  const program = programs[name];
  if (program === undefined) throw new Error(`no such program: ${name}`);
  return program;
}

type ListOptions = {
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly link?: LinkOptions;
  /** All rows are loaded. Default: true. */
  readonly isWhole?: boolean;
  /** It comes to rest. Default: true. */
  readonly rests?: boolean;
};

/** A program with its list on the screen, at rest. */
export async function openList(
  name: string,
  kit: Kit,
  { rows, env, link, isWhole = true, rests = true }: ListOptions,
) {
  const program = programOf(name);
  const launch = await program.launch(kit, rows);
  const session = await openSession({
    ...launch,
    env: { ...launch.env, ...env },
    ...(link === undefined ? {} : { link }),
  });
  try {
    await session.until(text => program.isReady(text, rows), 60_000);
    if (isWhole) await program.loadAll?.(session);
    if (rests) await session.quiet(400);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}
