const HIDDEN = '••••';
/** Masking shorter tokens would mangle ordinary words. */
const MIN_LENGTH = 8;

/** Encodes at each offset in a group of bytes, without what depends on its surroundings. */
function base64Parts(text: string): readonly string[] {
  return [0, 1, 2].map(before => {
    const bytes = Buffer.from(' '.repeat(before) + text);
    const whole = bytes.toString('base64url');
    // The first and the last character contain bits of the neighbouring bytes.
    return whole.slice(Math.ceil((before * 4) / 3), bytes.length % 3 === 0 ? undefined : -1);
  });
}

/** A cut token contains at least one of them. None of a short token. */
function halvesOf(token: string): readonly string[] {
  const length = Math.ceil(token.length / 2);
  return length < MIN_LENGTH ? [] : [token.slice(0, length), token.slice(-length)];
}

/** Plain and in both alphabets of base64, slashes escaped or not; and halves: a server may cut a token. */
function formsOf(token: string): readonly string[] {
  const encoded = base64Parts(token).flatMap(part => [part, part.replaceAll('-', '+').replaceAll('_', '/')]);
  const forms = [token, JSON.stringify(token).slice(1, -1), ...encoded, ...halvesOf(token)];
  return [...new Set(forms.flatMap(form => [form, form.replaceAll('/', '\\/')]))];
}

/** An escaped character in JSON inside a string: `\\u0062`, deeper `\\\\u0062`. */
function nestedPattern(character: string) {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  const anyCase = code.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
  // Bounded, so that matching a text of backslashes stays linear.
  return `(?:${character === '/' ? '\\\\{0,8}' : ''}\\u${code}|\\\\{1,8}u${anyCase})`;
}

export function maskOf(token: string): Mask {
  if (token.length < MIN_LENGTH) return text => text;
  const forms = formsOf(token);
  const nested = new RegExp(token.split('').map(nestedPattern).join(''), 'g');
  return text => {
    const masked = forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return masked.includes('\\\\') ? masked.replace(nested, HIDDEN) : masked;
  };
}

/** Printable ASCII, except quote and backslash. */
const ASCII_ESCAPE = /\\u00(?:2[013-9a-f]|[346][0-9a-f]|5[0-9abd-f]|7[0-9a-e])/i;
// Matches escapes from left to right, so that the end of `\\\\u0061` does not count as one.
const ESCAPE = /\\(?:u([0-9a-f]{4})|.)/gi;

/** Escapes of letters only, so that an escaped token is found. The value stays the same. */
export function withoutEscapes(json: string): string {
  if (!ASCII_ESCAPE.test(json)) return json;
  return json.replace(ESCAPE, (sent, code: string | undefined) =>
    code !== undefined && ASCII_ESCAPE.test(sent) ? String.fromCharCode(Number.parseInt(code, 16)) : sent,
  );
}

export type Mask = (text: string) => string;
