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
