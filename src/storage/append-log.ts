import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { codeOf, makePrivate, syncFolder } from './files.ts';

/** As much of the end of a file is read, in bytes. */
const MAX_READ = 32 * 1024 * 1024;

/** A file that is only ever added to, line by line. Several processes may do so. */
export type LineFile = {
  /** When it returns, all lines are written; the sentence says why none is. No line holds a line break. */
  readonly append: (...lines: readonly string[]) => SafeText | undefined;
  /** Its lines, the oldest first; none where there is no file. Of a very long file only the last ones. May throw. */
  readonly read: () => readonly string[];
};

const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Whether the last line has its end: a machine that lost its power in the middle of one left it without. */
function endsWhole(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
}

/**
 * Writes a text to the end of a file of `size` bytes, whole or not at all: a disk that fills up takes only a part of
 * it, and that part is cut off again. What another process added meanwhile stays.
 */
function addWhole(file: number, { size, text, flush }: { size: number; text: string; flush: boolean }): void {
  const bytes = Buffer.from(text);
  let written = 0;
  const isAtEnd = (): boolean => fstatSync(file).size === size + written;
  try {
    while (written < bytes.length) {
      // The rest belongs behind its beginning, nowhere else.
      if (written > 0 && !isAtEnd()) throw Object.assign(new Error('in two parts'), { code: 'EAGAIN' });
      const count = writeSync(file, bytes, written);
      if (count === 0) throw Object.assign(new Error('nothing written'), { code: 'ENOSPC' });
      written += count;
    }
    if (flush) fsyncSync(file);
  } catch (error) {
    if (written > 0 && isAtEnd()) ftruncateSync(file, size);
    throw error;
  }
}

function add(path: string, lines: readonly string[], isOurs: boolean): void {
  if (isOurs) makePrivate(dirname(path));
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const about = fstatSync(file);
    if (!about.isFile()) throw Object.assign(new Error('no file'), { code: 'it is no file' });
    fchmodSync(file, 0o600);
    const { size } = about;
    const text = `${endsWhole(file, size) ? '' : '\n'}${lines.join('\n')}\n`;
    addWhole(file, { size, text, flush: isOurs });
    if (isOurs && size === 0) syncFolder(dirname(path));
  } finally {
    closeSync(file);
  }
}

function readEnd(path: string): string {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, MAX_READ);
    const bytes = Buffer.alloc(length);
    const count = readSync(file, bytes, 0, length, size - length);
    const text = bytes.toString('utf8', 0, count);
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}

/** `isOurs`: its folder is only ours too, and every line is on the disk before the work goes on. */
export function openLineFile(path: string, isOurs = true): LineFile {
  return {
    append: (...lines) => {
      try {
        add(path, lines, isOurs);
        return undefined;
      } catch (error) {
        return safe`${clean(path, 200)} cannot be written (${clean(codeOf(error), 40)})`;
      }
    },
    read: () => {
      try {
        return readEnd(path)
          .split('\n')
          .filter(line => line !== '');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },
  };
}
