import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** From `/proc/self/stat`, behind the name, which may itself hold anything: our group, and the terminal's. */
function isFrontStat(stat: string): boolean {
  const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === front || Number(front) <= 0;
}

/**
 * Whether our job is the one in front of the terminal, which alone may change its settings: the system stops every
 * other that tries. True where nobody can tell. Elsewhere than on Linux it starts `ps`: not for the way of a key.
 */
export function inFront(): boolean {
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return isFrontStat(readFileSync('/proc/self/stat', 'utf8'));
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return stdout.trim() === '' || stdout.includes('+');
  } catch {
    return true;
  }
}
