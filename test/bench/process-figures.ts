import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

/** True if the machine has /proc, the source of the figures below. */
export const hasProc = read('/proc/self/schedstat') !== '';

const field = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);

export function wakeUps(pid: number): number {
  const waits = readdirSync(`/proc/${pid}/task`).map(
    thread => field(read(`/proc/${pid}/task/${thread}/status`), 'voluntary_ctxt_switches') || 0,
  );
  return waits.reduce((sum, each) => sum + each, 0);
}

/** Returns the peak memory of a process in megabytes; NaN once it has ended. */
export const peakMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmHWM') / 1024;
