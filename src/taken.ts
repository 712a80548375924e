/** Until a slow reader has taken what was written: at the end of the process what it has not is lost. */
export function taken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
