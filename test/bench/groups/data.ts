import type { Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM } from '../kit.ts';
import { official } from '../official.ts';
import { BOTSCOPE, officialTool } from '../programs.ts';
import { demand } from '../run-command.ts';
import { openSession } from '../session.ts';

export const HTTP = 'bare node:http loop';
export const FETCH = 'bare fetch loop';
export const BP = 'bp bots ls';

async function explored(baseUrl: string): Promise<number> {
  const session = await openSession({ argv: [process.execPath, PROGRAM], env: connection(bare(baseUrl)) });
  return session.until(text => text.includes('row-000000')).finally(session.close);
}

async function firstMs(name: string, kit: Kit): Promise<number> {
  const baseUrl = await kit.server({ bots: 20, page: 20 });
  if (name === BOTSCOPE) return explored(baseUrl);
  if (name === BP) return (await demand(official(bare(baseUrl), ['bots', 'ls', '--json']))).ms;
  return (await demand({ argv: [process.execPath, kit.peer('loop-http'), baseUrl] })).firstMs;
}

export const data: Group = {
  name: 'data',
  about: 'from exec to the first bots; of the official tool to its end',
  programs: [BOTSCOPE, HTTP, BP],
  without: name =>
    name === BP && officialTool() === undefined ? 'not installed: BENCH_BP may name it' : undefined,
  run: async (name, kit) => ({ 'first ms': await firstMs(name, kit) }),
};
