/**
 * Remembers the last answers of a pure function, one of them unless told otherwise: the same arguments give the same
 * object again.
 */
export function memo<Args extends readonly unknown[], T>(
  make: (...args: Args) => T,
  most = 1,
): (...args: Args) => T {
  let known: readonly { readonly args: Args; readonly value: T }[] = [];
  return (...args) => {
    const found = known.find(
      each => each.args.length === args.length && args.every((arg, at) => Object.is(arg, each.args[at])),
    );
    if (found !== undefined) return found.value;
    const value = make(...args);
    known = [{ args, value }, ...known].slice(0, most);
    return value;
  };
}
