/** Until a slow reader has taken what was written: at the end of the process what it has not is lost. */
export function taken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    // What went wrong with the last of it is told a moment later.
    if (stream.writableLength === 0) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}
