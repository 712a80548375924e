import type { Figures, Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM } from '../kit.ts';
import { official } from '../official.ts';
import { BOTSCOPE, officialTool } from '../programs.ts';
import { type Command, demand, type Ran } from '../run-command.ts';
import { BP, FETCH, HTTP } from './data.ts';

const ONE = { bots: 20, page: 20 };
const FEW = { bots: 1000, page: 100 };
const MANY = { bots: 100_000, page: 100 };

/** The bots of a server as lines of JSON, by us or by a bare loop, into a file: what is measured has no reader. */
async function lines(name: string, kit: Kit, options: typeof MANY): Promise<Ran> {
  const baseUrl = await kit.server(options);
  const command =
    name === BOTSCOPE
      ? {
          argv: [process.execPath, PROGRAM, 'bots', 'ls', '-o', 'ndjson'],
          env: connection(bare(baseUrl)),
        }
      : { argv: [process.execPath, kit.peer('loop-fetch'), baseUrl], env: { LINES: '1' } };
  const ran = await demand({ ...command, toFile: true });
  if (ran.lines !== options.bots) throw new Error(`${ran.lines} lines for ${options.bots} bots`);
  return ran;
}

async function onePage(name: string, kit: Kit): Promise<Command> {
  const baseUrl = await kit.server(ONE);
  if (name === BP) return official(bare(baseUrl), ['bots', 'ls', '--json']);
  if (name === BOTSCOPE)
    return { argv: [process.execPath, PROGRAM, 'bots', 'ls', '-o', 'json'], env: connection(bare(baseUrl)) };
  return { argv: [process.execPath, kit.peer(name === HTTP ? 'loop-http' : 'loop-fetch'), baseUrl] };
}

/** Commands without a screen. */
export const headless: Group = {
  name: 'headless',
  about: 'bots ls -o json of one page; bots ls -o ndjson of 100,000 bots, 100 a page, and its memory',
  programs: [BOTSCOPE, HTTP, FETCH, BP],
  without: name => (name === BP && officialTool() === undefined ? 'not installed' : undefined),
  run: async (name, kit): Promise<Figures> => {
    const { ms } = await demand(await onePage(name, kit));
    if (name === HTTP || name === BP) return { 'one page ms': ms };
    const few = await lines(name, kit, FEW);
    const many = await lines(name, kit, MANY);
    return {
      'one page ms': ms,
      '100,000 bots ms': many.ms,
      '100,000 bots peak MB': many.peakMb,
      'MB more than of 1,000 bots': many.peakMb - few.peakMb,
    };
  },
};
