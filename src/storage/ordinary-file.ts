import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isatty } from 'node:tty';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Default limit in MiB. */
const MAX_MIB = 64;

/** `/dev/null`, `/dev/stdin`, and `/dev/fd/63` as of `<(command)`: their writer exists, so reading ends. */
const isStream = (path: string): boolean => /^\/dev\/(null|stdin|fd\/\d+)$/.test(path);

/** Returns an error with a code that can be shown in place of a system's one. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

function readToEnd(file: number, maxMib: number): Buffer {
  // The reported size is not trusted: files of /proc report 0, pipes have no end.
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= maxMib * MIB; ) {
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(Buffer.from(chunk.subarray(0, count)));
    bytes += count;
  }
  throw refusal(`larger than ${maxMib} MiB`);
}

/**
 * Reads a regular file that a person or a setting names. Opens it once, so that the checked file is the one
 * that is read. Follows links. Throws for a folder, a device and a named pipe, without waiting for a writer,
 * for a file over the limit, and whenever `open` throws; each error has a code.
 */
export function readOrdinaryFile(
  path: string,
  maxMib = MAX_MIB,
): { readonly bytes: Buffer; readonly stats: Stats } {
  const isAllowed = isStream(path);
  const file = openSync(path, constants.O_RDONLY | (isAllowed ? 0 : constants.O_NONBLOCK));
  try {
    const stats = fstatSync(file);
    if (isatty(file) || !(isAllowed || stats.isFile())) throw refusal('not a regular file');
    return { bytes: readToEnd(file, maxMib), stats };
  } finally {
    closeSync(file);
  }
}
