/** `words` end the sentence "… must be". */
export type Check = Readonly<{ words: string; fits: (value: unknown) => boolean }>;

export const whole = (least: number, most = 999_999_999): Check => ({
  words: `a whole number from ${least} to ${most}`,
  fits: value => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
});

export const text = (words: string, form: RegExp): Check => ({
  words,
  fits: value => typeof value === 'string' && form.test(value),
});

export const oneOf = (...values: readonly (string | boolean)[]): Check => ({
  words: values.join(' or '),
  fits: value => values.some(each => each === value),
});

export type DataPath = readonly (string | number)[];

const pathText = (path: DataPath) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');

/** `status`: of a response that says so. `all`: errors that it stands for. */
export type DataError = TypeError & Readonly<{ path: DataPath; status: number; all?: readonly DataError[] }>;

export const isDataError = (error: unknown): error is DataError =>
  error instanceof TypeError && 'path' in error;

/** Throws a `DataError`. `problem`: the end of a sentence about the value at the path. */
export function refuseData(path: DataPath, problem: string, status = 400): never {
  throw Object.assign(new TypeError(`${pathText(path)} ${problem}`.trim()), { path, status });
}

const MAX_REPORTED = 5;

/** `before`: words before each, such as its line. */
export function problemsText(errors: readonly DataError[], before: (error: DataError) => string): string {
  const more = errors.length > MAX_REPORTED ? [`and ${errors.length - MAX_REPORTED} more`] : [];
  return [...errors.slice(0, MAX_REPORTED).map(each => before(each) + each.message), ...more].join('; ');
}

/** Throws several as one `DataError`. */
export function refuseAll(all: readonly DataError[]): void {
  const [first] = all;
  if (first !== undefined) throw Object.assign(new TypeError(problemsText(all, () => '')), { ...first, all });
}
