type Fields = Readonly<Record<string, unknown>>;

const areSame = (a: Fields, b: Fields): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every(name => Object.is(a[name], b[name]));
};

/** Caches the last `size` results of a pure function of one object: equal members return the same result. */
export function memoFields<F extends object, T>(make: (fields: F) => T, size = 1): (fields: F) => T {
  let cached: readonly { readonly fields: F; readonly value: T }[] = [];
  return fields => {
    const hit = cached.find(each => areSame(each.fields as Fields, fields as Fields));
    if (hit !== undefined) return hit.value;
    const value = make(fields);
    cached = [{ fields, value }, ...cached].slice(0, size);
    return value;
  };
}

/** Caches the last `size` results of a pure function: the same arguments return the same object again. */
export function memo<Args extends readonly unknown[], T>(
  make: (...args: Args) => T,
  size = 1,
): (...args: Args) => T {
  const cached = memoFields((args: Args) => make(...args), size);
  return (...args) => cached(args);
}
