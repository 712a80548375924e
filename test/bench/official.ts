import type { Server } from './kit.ts';
import { officialTool } from './programs.ts';
import type { Command } from './run-command.ts';

/** A command of the official tool, logged in to a server of this machine. */
export function official({ baseUrl, token, workspaceId }: Server, words: readonly string[]): Command {
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
    // It asks the package registry for its own version at each command: answered here.
    env: { npm_config_registry: `${baseUrl}/` },
  };
}
