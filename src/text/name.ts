/** Whether a text is a name that people may give a view or a profile: a word of at most 40 letters. */
export const isName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(text);
