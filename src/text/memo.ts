/** Caches the last `size` results: equal members return the same result. */
export function memoFields<F extends object, T>(make: (fields: F) => T, size = 1): (fields: F) => T {
  let cached: readonly Readonly<{ fields: F; value: T }>[] = [];
  const areSame = (a: F, b: F) => {
    const names = Object.keys(a) as (keyof F)[];
    return names.length === Object.keys(b).length && names.every(name => Object.is(a[name], b[name]));
  };
  return fields => {
    const hit = cached.find(each => areSame(each.fields, fields));
    if (hit !== undefined) return hit.value;
    const value = make(fields);
    cached = [{ fields, value }, ...cached].slice(0, size);
    return value;
  };
}

export function memo<Args extends readonly unknown[], T>(make: (...args: Args) => T, size = 1) {
  const cached = memoFields((args: Args) => make(...args), size);
  return (...args: Args): T => cached(args);
}

type Cache<K, V> = Readonly<{
  get: (key: K) => V | undefined;
  set: (key: K, value: V) => unknown;
  size?: number;
  clear?: () => void;
}>;

/** A map with `most` values is emptied first. */
export function kept<K, V>(cache: Cache<K, V>, key: K, make: () => V, most = Infinity): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if ((cache.size ?? 0) >= most) cache.clear?.();
  const made = make();
  cache.set(key, made);
  return made;
}
