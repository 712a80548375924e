// Everything up to a space: a URL that is cut inside its host would lead to another host. `\S` excludes the
// byte order mark, which is invisible and does not end a URL for a reader.
const RUN = /https?:\/\/(?:\S|\ufeff)+/g;
const SCHEME = /^https?:\/\//;
// Punctuation that ends a sentence or closes a bracket around the URL.
const CLOSING = /[.,;:!?)\]}"'>]|(?![!-~])\p{P}/u;
const ASCII = /^[!-~]*$/;

/** '' if only the scheme is left. */
function withoutEnd(run: string): string {
  let end = run.length;
  while (end > 0 && CLOSING.test(run.charAt(end - 1))) end--;
  const address = run.slice(0, end);
  return SCHEME.test(address) && address.replace(SCHEME, '') !== '' ? address : '';
}

export const urlsIn = (text: string): readonly string[] =>
  (text.match(RUN) ?? []).map(withoutEnd).filter(address => address !== '');

/**
 * As the browser will open it. One outside ASCII gets its real host, `https://xn--…/`, because letters of
 * other scripts can look like ASCII.
 */
export const shownAddress = (address: string) =>
  ASCII.test(address) ? address : (URL.parse(address)?.href ?? address);

/** If there are several: `https://a [1] or https://b [2]`. */
export function numbered(text: string): string {
  if (urlsIn(text).length < 2) return text;
  let count = 0;
  return text.replace(RUN, run => {
    const address = withoutEnd(run);
    return address === '' ? run : `${address} [${++count}]${run.slice(address.length)}`;
  });
}
