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

/** Returns the processor time of all threads of a process in milliseconds, and how often they waited. */
export function work(pid: number): { readonly cpuMs: number; readonly waits: number } {
  let threads: readonly string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // The process has ended.
  }
  let cpuMs = 0;
  let waits = 0;
  for (const thread of threads) {
    const [nanoseconds = '0'] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    cpuMs += Number(nanoseconds) / 1e6;
    waits += field(read(`/proc/${pid}/task/${thread}/status`), 'voluntary_ctxt_switches') || 0;
  }
  return { cpuMs, waits };
}

/** Returns the peak memory of a process in megabytes; NaN once it has ended. */
export const peakMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmHWM') / 1024;
