/** A text in small letters. One that is so already is not kept twice: V8 makes a copy of it where it is long. */
export function inSmall(text: string): string {
  const small = text.toLowerCase();
  return small === text ? text : small;
}

/** Which letters are in a text: a bit for each of a to z, shared ones for all other characters. */
export function lettersIn(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << (26 + (code % 5));
    else letters |= 1 << 31;
  }
  return letters;
}

/** Whether a text with these letters can hold a word with those. */
export const canHold = (letters: number | undefined, needed: number): boolean =>
  ((letters ?? 0) & needed) === needed;

/** Whether `lettersIn` tells all of a word: then the text itself need not be looked at. */
export const isOneLetter = (word: string): boolean => /^[a-z]$/.test(word);
