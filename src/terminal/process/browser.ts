import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that opens an address in the browser of the person at this screen; undefined where there is none. */
export function openerOf(env: Environment, platform: NodeJS.Platform): string | undefined {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  // Over SSH a browser would open on a screen that nobody is at.
  if (isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return undefined;
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') ? 'xdg-open' : undefined;
}

/** Starts the opener with an address as its only argument, no shell between; false when it could not be started. */
export function openAddress(opener: string, address: string): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
