import type { Refusal } from '../failure.ts';
import { attempt, err, ok, type Result } from '../text/result.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type Ids, type Operation, pathTemplate } from './operation.ts';

const MAX_ID = 512;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Clients resolve `.` and `..` away. */
export function badId(id: string | undefined): SafeText | undefined {
  if (id === undefined || id === '') return safe`the id is empty`;
  if (id === '.' || id === '..') return safe`"${shortText(id)}" is a path, not an id`;
  if (id.length > MAX_ID) return safe`the id has ${id.length} characters`;
  if (!id.isWellFormed()) return safe`the id holds an incomplete character`;
  return undefined;
}

/** Each id is exactly one segment. Spec 4. */
export function fillPath(operation: Operation, ids: Ids): string | Refusal {
  let path = pathTemplate(operation);
  for (const name of operation.parameters) {
    const id = ids[name];
    const reason = badId(id);
    if (reason !== undefined || id === undefined)
      return { kind: 'bad-id', detail: safe`${shortText(name)}: ${reason}` };
    path = path.replace(`{${name}}`, () => encodeURIComponent(id));
  }
  return path;
}

export type BaseUrl = Readonly<{ origin: string; prefix: string }>;

function withoutUser(text: string) {
  const start = text.indexOf('//');
  const end = text.lastIndexOf('@');
  return start < 0 || end < start ? text : text.slice(0, start + 2) + text.slice(end + 1);
}

/** Https, or http on loopback (elsewhere if allowed); no credentials, query or fragment. */
export function parseBaseUrl(text: string, insecureHttp: boolean): Result<BaseUrl> {
  const url = URL.parse(text.trim());
  if (url === null) {
    const shown = shortText(withoutUser(text));
    return err(safe`"${shown}" is not an address: it should look like https://host`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return err(safe`"${shortText(url.protocol)}" addresses are not supported: use https://`);
  if (url.username !== '' || url.password !== '')
    return err(safe`The address must not contain a user name or password`);
  if (url.search !== '' || url.hash !== '') return err(safe`The address must not hold "?" or "#"`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecureHttp)
    return err(
      safe`http://${shortText(url.host)} would send the token in clear text: use https://, or --insecure-http`,
    );
  return ok({ origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') });
}

const MAX_PATH = 4000;
/** A path that is still encoded then is refused. */
const MAX_DECODES = 5;

/** Decodes also next to a percent sign that encodes nothing. */
const decodeAscii = (text: string) =>
  text.replace(/%([0-7][\da-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

function decodedPath(path: string): string | undefined {
  let text = attempt(() => decodeURIComponent(path));
  // Servers may decode again, and leniently: a percent sign may have been encoded itself.
  for (let round = 1; text !== undefined && round < MAX_DECODES; round++) {
    const before: string = text;
    text = decodeAscii(before);
    if (text === before) return text;
  }
  return undefined;
}

/** `/v1/admin/bots?pageSize=2`: cannot lead to another server or out of its folder, also if it is encoded. */
export function parsePath(text: string): Result<Readonly<{ path: string; search: string }>> {
  const [path = ''] = text.split('?');
  const decoded = decodedPath(path);
  if (!text.startsWith('/')) return err(safe`a path begins with /, as /v1/admin/bots`);
  if (text.length > MAX_PATH) return err(safe`it has ${text.length} characters`);
  if (text.includes('#')) return err(safe`it holds a "#": write %23`);
  if (decoded === undefined) return err(safe`it has a "%" that encodes no character`);
  if (/[\x00-\x1f\x7f]/.test(text + decoded)) return err(safe`it holds a control character`);
  if (decoded.includes('//')) return err(safe`it holds "//"`);
  if (decoded.includes('\\')) return err(safe`it holds a backslash`);
  // Spaces at the end are not sent, and a server may ignore others, and what follows a semicolon.
  if (decoded.split('/').some(segment => /^\s*\.\.?\s*(;|$)/.test(segment)))
    return err(safe`it holds "." or ".." as a folder`);
  const url = URL.parse(text, 'http://localhost');
  return url === null ? err(safe`it cannot be sent`) : ok({ path: url.pathname, search: url.search });
}

/** Throws if the parts would lead elsewhere, which is a defect of ours. */
export function requestUrl(base: BaseUrl, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(`${base.origin}${base.prefix}${path}`);
  if (url.origin !== base.origin || url.pathname !== `${base.prefix}${path}`)
    throw new Error('a request address left its base');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function typedSearch(search: string, page: string | undefined): string {
  if (page === undefined) return search;
  const parameters = new URLSearchParams(search);
  parameters.set('nextToken', page);
  return `?${parameters}`;
}
