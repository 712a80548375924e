// Everything up to a space: an address that ends inside its host would lead to another one. A byte order mark is
// invisible, and no space to a reader.
const RUN = /https?:\/\/(?:\S|\ufeff)+/g;
const SCHEME = /^https?:\/\//;
// Punctuation that ends a sentence or closes a bracket around the address.
const CLOSING = /[.,;:!?)\]}"'>]|(?![!-~])\p{P}/u;
const ASCII = /^[!-~]*$/;

/** A run of characters without the punctuation at its end; '' when nothing but the scheme is left. */
function withoutEnd(run: string): string {
  let end = run.length;
  while (end > 0 && CLOSING.test(run.charAt(end - 1))) end--;
  const address = run.slice(0, end);
  return SCHEME.test(address) && address.replace(SCHEME, '') !== '' ? address : '';
}

/** The web addresses in a text, in their order, each whole: also one outside ASCII. */
export const addressesIn = (text: string): readonly string[] =>
  (text.match(RUN) ?? []).map(withoutEnd).filter(address => address !== '');

/**
 * An address as it is opened. One outside ASCII is shown with its real host, `https://xn--…/`, because a letter of
 * another script may look like one of ASCII.
 */
export const shownAddress = (address: string): string =>
  ASCII.test(address) ? address : (URL.parse(address)?.href ?? address);

/** A text with the number of each address behind it, where there are several: `https://a [1] or https://b [2]`. */
export function numbered(text: string): string {
  if (addressesIn(text).length < 2) return text;
  let count = 0;
  return text.replace(RUN, run => {
    const address = withoutEnd(run);
    return address === '' ? run : `${address} [${++count}]${run.slice(address.length)}`;
  });
}
