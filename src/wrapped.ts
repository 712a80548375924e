/** The text of one of our files as it is compiled: a function of what it may use, as Node's own loader makes it. */
export const wrapped = (text: string): string =>
  `(function (exports, require, module, keepCompiled) {${text}\n})`;
