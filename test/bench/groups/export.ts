import type { Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM } from '../kit.ts';
import { BOTSCOPE } from '../programs.ts';
import { type CommandRun, demand } from '../run-command.ts';
import { FETCH } from './data.ts';

const FEW = { bots: 1000, page: 100 };
const MANY = { bots: 100_000, page: 100 };

/** Writes the bots of a server as lines of JSON into a file. */
async function lines(name: string, kit: Kit, options: typeof MANY): Promise<CommandRun> {
  const baseUrl = await kit.server(options);
  const ours = { argv: [PROGRAM, 'bots', 'ls', '-o', 'ndjson'], env: connection(bare(baseUrl)) };
  const bareLoop = { argv: [kit.peer('loop-fetch'), baseUrl] };
  const { argv, ...rest } = name === BOTSCOPE ? ours : bareLoop;
  const ran = await demand({ argv: [process.execPath, ...argv], ...rest, toFile: true });
  if (ran.lines !== options.bots) throw new Error(`${ran.lines} lines for ${options.bots} bots`);
  return ran;
}

export const ndjson: Group = {
  name: 'export',
  about: 'bots ls -o ndjson of 100,000 bots, 100 a page, and its memory',
  programs: [BOTSCOPE, FETCH],
  run: async (name, kit) => {
    const few = await lines(name, kit, FEW);
    const many = await lines(name, kit, MANY);
    return { 'all ms': many.ms, 'peak MB': many.peakMb, 'MB more than of 1,000': many.peakMb - few.peakMb };
  },
};
