import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

export function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
