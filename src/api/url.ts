import type { Refusal } from '../failure.ts';
import { err, ok, type Result } from '../text/result.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type Ids, type Operation, pathTemplate } from './operation.ts';

const MAX_ID = 512;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why a text cannot be an id in a path, or undefined. `.` and `..` would be resolved away by every client. */
export function badId(id: string | undefined): SafeText | undefined {
  if (id === undefined || id === '') return safe`the id is empty`;
  if (id === '.' || id === '..') return safe`"${shortText(id)}" is a path, not an id`;
  if (id.length > MAX_ID) return safe`the id has ${id.length} characters`;
  if (!id.isWellFormed()) return safe`the id holds half a character`;
  return undefined;
}

/** The path with its ids filled in, each exactly one segment; or why it cannot be made. Spec 4. */
export function fillPath(operation: Operation, ids: Ids): string | Refusal {
  let path = pathTemplate(operation);
  for (const name of operation.parameters) {
    const id = ids[name];
    const reason = badId(id);
    if (reason !== undefined || id === undefined) {
      return { kind: 'bad-id', detail: safe`${shortText(name)}: ${reason}` };
    }
    path = path.replace(`{${name}}`, () => encodeURIComponent(id));
  }
  return path;
}

/** Where the service is: scheme, host and an optional prefix, no slash at the end. */
export type BaseUrl = { readonly origin: string; readonly prefix: string };

/** A text that should be an address, without a name and a password in it. */
function withoutUser(text: string): string {
  const start = text.indexOf('//');
  const end = text.lastIndexOf('@');
  return start < 0 || end < start ? text : text.slice(0, start + 2) + text.slice(end + 1);
}

/** Reads a base address. https, or http on loopback (or when allowed); no credentials, query or fragment. */
export function parseBaseUrl(text: string, insecureHttp: boolean): Result<BaseUrl> {
  const url = URL.parse(text.trim());
  if (url === null) {
    const shown = shortText(withoutUser(text));
    return err(safe`"${shown}" is not an address: it should look like https://host`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return err(safe`"${shortText(url.protocol)}" addresses are not known: use https://`);
  }
  if (url.username !== '' || url.password !== '')
    return err(safe`The address must not hold a name or a password`);
  if (url.search !== '' || url.hash !== '') return err(safe`The address must not hold "?" or "#"`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecureHttp) {
    return err(
      safe`http://${shortText(url.host)} would send the token in clear text: use https://, or --insecure-http`,
    );
  }
  return ok({ origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') });
}

/** The whole address of a request; throws when the parts would reach anything else (a defect of ours). */
export function requestUrl(base: BaseUrl, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(`${base.origin}${base.prefix}${path}`);
  if (url.origin !== base.origin || url.pathname !== `${base.prefix}${path}`) {
    throw new Error('a request address left its base');
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
