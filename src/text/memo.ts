function cacheResults<I, T>(make: (inputs: I) => T, isSame: (a: I, b: I) => boolean, size: number) {
  let cached: readonly { readonly inputs: I; readonly value: T }[] = [];
  return (inputs: I): T => {
    const hit = cached.find(each => isSame(each.inputs, inputs));
    if (hit !== undefined) return hit.value;
    const value = make(inputs);
    cached = [{ inputs, value }, ...cached].slice(0, size);
    return value;
  };
}

/** Caches the last `size` results of a pure function: the same arguments return the same object again. */
export function memo<Args extends readonly unknown[], T>(make: (...args: Args) => T, size = 1) {
  const areSame = (a: Args, b: Args): boolean =>
    a.length === b.length && a.every((arg, at) => Object.is(arg, b[at]));
  const cached = cacheResults((args: Args) => make(...args), areSame, size);
  return (...args: Args): T => cached(args);
}

/** As `memo`, for a function of one object: the same members return the same result. */
export function memoFields<F extends object, T>(make: (fields: F) => T, size = 1): (fields: F) => T {
  const areSame = (a: F, b: F): boolean => {
    const names = Object.keys(a) as (keyof F)[];
    return names.length === Object.keys(b).length && names.every(name => Object.is(a[name], b[name]));
  };
  return cacheResults(make, areSame, size);
}
