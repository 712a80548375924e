import type { Figures, Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM, type ServerOptions } from '../kit.ts';
import { BOTSCOPE } from '../programs.ts';
import { runCommand } from '../run-command.ts';
import { openSession, WIDE } from '../session.ts';

const DELAY_MS = 80;
const ALL = { bots: 1000, page: 20, delayMs: DELAY_MS };
/** Takes longer than ten seconds, the period in which 429s are counted. */
const LIMITED = { bots: 60, page: 20, delayMs: DELAY_MS, perSecond: 5 };
/** The pages one after the other, then the bots twelve at a time. */
const IDEAL_MS = (ALL.bots / ALL.page + ALL.bots / 12) * DELAY_MS;

async function rowsMs(kit: Kit): Promise<number> {
  const server = bare(await kit.server({ bots: 27, page: 50, delayMs: DELAY_MS }));
  const env = { ...connection(server), BOTSCOPE_HEALTH: 'auto' };
  const session = await openSession({ argv: [process.execPath, PROGRAM], env });
  try {
    // While rows are not checked, the title counts those that are.
    const isChecked = / 27 · all loaded · (?:\d+ needs? attention|no problems found) ─/;
    return await session.until(text => text.includes('row-000026') && isChecked.test(text));
  } finally {
    await session.close();
  }
}

/** Returns the counts of a limited server once the rows of a wide screen are checked without a key. */
async function limitedRows(kit: Kit): Promise<Figures> {
  // Another server than that of the command: each counts its requests.
  const baseUrl = await kit.server({ ...LIMITED, bots: LIMITED.bots - 1 });
  const env = { ...connection(bare(baseUrl)), BOTSCOPE_HEALTH: 'auto' };
  const session = await openSession({ argv: [process.execPath, PROGRAM], env, size: WIDE });
  try {
    await session.until(text => /44 of (\d+\+? checked|44 need)|health paused/.test(text), 60_000);
    return (await (await fetch(`${baseUrl}/counts`)).json()) as Figures;
  } finally {
    await session.close();
  }
}

async function checked(kit: Kit, options: ServerOptions): Promise<Figures> {
  const baseUrl = await kit.server(options);
  const env = connection(bare(baseUrl));
  const argv = [process.execPath, PROGRAM, 'bots', 'health', '-o', 'ndjson'];
  const { ms, lines, errors } = await runCommand({ argv, env });
  if (lines !== options.bots) throw new Error(`${lines} lines for ${options.bots} bots\n${errors}`);
  const counts = (await (await fetch(`${baseUrl}/counts`)).json()) as Figures;
  return { ms, ...counts };
}

export const health: Group = {
  name: 'health',
  about: `health of a screen, of ${ALL.bots} bots, and of ${LIMITED.bots} at ${LIMITED.perSecond} requests a second; ${DELAY_MS} ms a request`,
  programs: [BOTSCOPE],
  rounds: 1,
  run: async (_name, kit): Promise<Figures> => {
    const all = await checked(kit, ALL);
    const limited = await checked(kit, LIMITED);
    const rows = await limitedRows(kit);
    return {
      'rows ms': await rowsMs(kit),
      'all x ideal': (all['ms'] ?? Number.NaN) / IDEAL_MS,
      'all repeated': all['repeated'] ?? Number.NaN,
      'limited 429s in 10 s': limited['refused'] ?? Number.NaN,
      'limited rows 429s in 10 s': rows['refused'] ?? Number.NaN,
      'limited rows late pages': rows['latePages'] ?? Number.NaN,
    };
  },
};
