import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** Whether this machine tells what a process does: the figures below come from /proc. */
export const hasProc = read('/proc/self/schedstat') !== '';

const field = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);

/** What all threads of a process have used so far: milliseconds on a processor, and how often they waited. */
export function work(pid: number): { readonly cpuMs: number; readonly waits: number } {
  let threads: readonly string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended meanwhile.
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

/** The most memory a process ever held, in megabytes; NaN once it is gone. */
export const peakMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmHWM') / 1024;
