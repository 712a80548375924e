export const wrapStream = (
  out: NodeJS.WriteStream,
  own: Readonly<{ write: (chunk: unknown, ...rest: unknown[]) => unknown; isTTY?: boolean }>,
): NodeJS.WriteStream =>
  new Proxy(out, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

export function confirmWrite(rest: readonly unknown[]): true {
  const callback = rest.at(-1);
  if (typeof callback === 'function') queueMicrotask(() => callback());
  return true;
}
