import type { Group } from '../group.ts';
import { bare, connection, type Kit, PROGRAM, type Server } from '../kit.ts';
import { BOTSCOPE, officialTool } from '../programs.ts';
import { type Command, demand } from '../run-command.ts';
import { openSession } from '../session.ts';

export const HTTP = 'bare node:http loop';
export const FETCH = 'bare fetch loop';
export const BP = 'bp bots ls';

async function explored(baseUrl: string): Promise<number> {
  const session = await openSession({ argv: [process.execPath, PROGRAM], env: connection(bare(baseUrl)) });
  return session.until(text => text.includes('row-000000')).finally(session.close);
}

/** A command line of the official tool, logged in to a server on this machine. */
function official({ baseUrl, token, workspaceId }: Server, words: readonly string[]): Command {
  const login = JSON.stringify({ token, workspaceId, apiUrl: baseUrl });
  return {
    argv: [
      process.execPath,
      officialTool() ?? '',
      ...words,
      '--workspaceId',
      workspaceId,
      '--apiUrl',
      baseUrl,
    ],
    files: { '.botpress/global.cache.json': login },
    // The tool requests its own version from the package registry with each command: this server responds.
    env: { npm_config_registry: `${baseUrl}/` },
  };
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
