import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kit, Server } from './kit.ts';
import { officialTool } from './programs.ts';
import type { Command } from './run-command.ts';

/** A command of the official tool, logged in to a server of this machine. */
export function official(kit: Kit, server: Server, words: readonly string[]): Command {
  const { baseUrl, token, workspaceId } = server;
  const home = kit.once(`home-${new URL(baseUrl).port}`, path => {
    mkdirSync(join(path, '.botpress'), { recursive: true });
    const login = { token, workspaceId, apiUrl: baseUrl };
    writeFileSync(join(path, '.botpress/global.cache.json'), JSON.stringify(login));
  });
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
    home,
    // It asks the package registry for its own version at each command: answered here.
    env: { npm_config_registry: `${baseUrl}/` },
  };
}
