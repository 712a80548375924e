/** Returns stdout with its own `write` and other members; all others are those of `out`. */
export const wrapStream = (
  out: NodeJS.WriteStream,
  own: { readonly write: (chunk: unknown, ...rest: unknown[]) => unknown; readonly isTTY?: boolean },
): NodeJS.WriteStream =>
  new Proxy(out, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Calls the callback among the last arguments of a write that is not passed on. Returns true, as `write`. */
export function confirmWrite(rest: readonly unknown[]): true {
  const callback = rest.at(-1);
  if (typeof callback === 'function') queueMicrotask(() => callback());
  return true;
}
