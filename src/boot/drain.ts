/** Resolves when stdout is flushed; unflushed output is lost on exit. */
export function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    // The error of the last write is emitted in a later turn.
    if (stream.writableLength === 0) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}
