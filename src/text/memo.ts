/** Caches the last `size` results of a pure function: the same arguments return the same object again. */
export function memo<Args extends readonly unknown[], T>(
  make: (...args: Args) => T,
  size = 1,
): (...args: Args) => T {
  let cached: readonly { readonly args: Args; readonly value: T }[] = [];
  return (...args) => {
    const hit = cached.find(
      each => each.args.length === args.length && args.every((arg, at) => Object.is(arg, each.args[at])),
    );
    if (hit !== undefined) return hit.value;
    const value = make(...args);
    cached = [{ args, value }, ...cached].slice(0, size);
    return value;
  };
}
