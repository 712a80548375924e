import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Position, positions } from './keyboard.ts';
import { bare, connection, type Kit, PROGRAM } from './kit.ts';
import type { LinkOptions } from './link.ts';
import { type Launch, openSession, type Session, SIZE, WIDE } from './session.ts';

/** A program that shows a list of rows, and its keys. */
export type Program = {
  readonly launch: (kit: Kit, rows: number) => Promise<Launch>;
  readonly isReady: (text: string, rows: number) => boolean;
  readonly loadAll?: (session: Session) => Promise<void>;
  /** Fills the rows on the screen, where the program does so by itself for a person. */
  readonly fillRows?: (session: Session) => Promise<void>;
  readonly position: Position;
};

/** Rows a page of the server: the most allowed, so that loading is quick. */
const PAGE = 500;

export function pathOfCommand(command: string): string | undefined {
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

export const officialTool = (): string | undefined => process.env['BENCH_BP'] || pathOfCommand('bp');

const node = (file: string): readonly string[] => [process.execPath, file];
const hasTenth = (text: string): boolean => text.includes('row-000010');
const { reverse, marked } = positions;

export async function loadAll(session: Session): Promise<void> {
  session.send('M');
  for (;;) {
    await session.until(text => /M again|all loaded/.test(text), 60_000);
    if (session.text().includes('all loaded')) return;
    session.send('M');
    await session.more(200);
  }
}

export const BOTSCOPE = 'botscope';
export const RAW = 'bare Node list';

export const programs: Readonly<Record<string, Program>> = {
  [BOTSCOPE]: {
    launch: async (kit, rows) => ({
      argv: node(PROGRAM),
      env: connection(bare(await kit.server({ bots: rows, page: PAGE }))),
    }),
    isReady: hasTenth,
    loadAll,
    fillRows: async session => {
      session.send('H');
      // The rows on the screen come first; the others would take memory.
      await session.until(text => Number(/(\d+) of \d+ checked/.exec(text)?.[1]) > WIDE.rows, 60_000);
      session.send('\u001b');
      await session.until(text => text.includes('bots checked'), 60_000);
      // A key at the first row only takes the message away.
      session.send('k');
      await session.until(text => !text.includes('bots checked'));
    },
    position: reverse,
  },
  [RAW]: {
    launch: async (kit, rows) => ({ argv: node(kit.peer('raw-list')), env: { N: String(rows) } }),
    isReady: hasTenth,
    position: reverse,
  },
  fzf: {
    launch: async (kit, rows) => ({
      argv: ['sh', '-c', `exec fzf --layout=reverse --no-sort < '${kit.lines(rows)}'`],
    }),
    isReady: (text, rows) => text.includes(`${rows}/${rows}`),
    position: marked,
  },
  nnn: {
    launch: async (kit, rows) => ({ argv: ['nnn', kit.files(rows)] }),
    isReady: hasTenth,
    position: reverse,
  },
};

/** Returns why a program is left out, or undefined; ours are always here. */
export const notInstalled = (program: string): string | undefined =>
  [BOTSCOPE, RAW].includes(program) || pathOfCommand(program) !== undefined ? undefined : 'not installed';

export function programOf(name: string): Program {
  const program = programs[name];
  if (program === undefined) throw new Error(`no such program: ${name}`);
  return program;
}

type ListOptions = {
  readonly rows: number;
  readonly link?: LinkOptions;
  readonly size?: Launch['size'];
  /** Loads all rows. Default: true. */
  readonly isWhole?: boolean;
};

/** Starts a program and waits until its list is on the screen, at rest. */
export async function openList(
  name: string,
  kit: Kit,
  { rows, link, size = SIZE, isWhole = true }: ListOptions,
) {
  const program = programOf(name);
  const launch = await program.launch(kit, rows);
  const session = await openSession({ ...launch, size, ...(link === undefined ? {} : { link }) });
  try {
    await session.until(text => program.isReady(text, rows), 60_000);
    if (isWhole) await program.loadAll?.(session);
    await program.fillRows?.(session);
    await session.quiet(400);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Number of arrow keys that move the selection from the first row of any list to the end of the window. */
export const TO_THE_END = SIZE.rows;
export const many = (key: string, count: number): readonly string[] =>
  Array.from({ length: count }, () => key);
