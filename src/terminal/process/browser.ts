import { spawn } from 'node:child_process';
import { type Environment, isSet } from '../capabilities.ts';
import { programOnPath } from './program-path.ts';

/** Returns the program that opens a URL in the browser on this screen; undefined if there is none. */
export function browserCommand(env: Environment, platform: NodeJS.Platform): string | undefined {
  // Over SSH the browser would open on the wrong machine.
  if (isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY')) return undefined;
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return isSet(env, 'DISPLAY') || isSet(env, 'WAYLAND_DISPLAY') ? 'xdg-open' : undefined;
}

/**
 * Starts the browser without a shell, the URL as its only argument. Resolves to false if there is none on
 * this screen, or if it cannot be started.
 */
export function openUrl(url: string, env: Environment): Promise<boolean> {
  const command = browserCommand(env, process.platform);
  const program = command === undefined ? undefined : programOnPath(command, env['PATH']);
  if (program === undefined) return Promise.resolve(false);
  return new Promise(resolve => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
