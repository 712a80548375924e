import type { Server } from './kit.ts';
import { officialTool } from './programs.ts';
import type { Command } from './run-command.ts';

/** A command line of the official tool, logged in to a server on this machine. */
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
    // The tool requests its own version from the package registry with each command: this server responds.
    env: { npm_config_registry: `${baseUrl}/` },
  };
}
