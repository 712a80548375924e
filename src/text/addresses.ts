// Printable ASCII alone, so that what is shown is where it leads; not the sign that ends a sentence.
const ADDRESS = /https?:\/\/[!-~]*[^\s.,;:!?)\]}"'>]/g;

/** The web addresses in a text, in their order. */
export const addressesIn = (text: string): readonly string[] => text.match(ADDRESS) ?? [];

/** A text with the number of each address behind it, where there are several: `https://a [1] or https://b [2]`. */
export function numbered(text: string): string {
  if (addressesIn(text).length < 2) return text;
  let count = 0;
  return text.replace(ADDRESS, address => `${address} [${++count}]`);
}
