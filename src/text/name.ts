/** True if a person may give a bookmark or a profile this name: one word of at most 40 characters. */
export const isName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(text);
