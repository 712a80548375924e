import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { programOnPath } from './program-path.ts';

/**
 * Compares our process group with that of the terminal, from `/proc/self/stat`. Skips the program's name,
 * which may contain spaces and parentheses.
 */
function isForegroundStat(stat: string): boolean {
  const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === front || Number(front) <= 0;
}

/**
 * Returns true if our job is in the foreground of the terminal: the system stops any other job that changes
 * its settings. True if unknown. Starts `ps` on systems other than Linux: too slow to call on every key.
 */
export function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return isForegroundStat(readFileSync('/proc/self/stat', 'utf8'));
    const ps = programOnPath('ps', process.env['PATH']) ?? '/bin/ps';
    const { stdout } = spawnSync(ps, ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return stdout.trim() === '' || stdout.includes('+');
  } catch {
    return true;
  }
}
