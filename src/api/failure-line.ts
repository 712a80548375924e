import { explain, type Failure, type SentRequest } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';

/** Returns the text of the server or the system, unless title or advice already contain it. */
export function extraDetail(failure: Failure): SafeText | undefined {
  const { title, advice } = explain(failure);
  const { detail } = failure;
  return detail === undefined || detail === title || advice.includes(detail) ? undefined : detail;
}

/** Returns the title for places without the address: a network error names its host, with the port. */
export function titleWithHost(failure: Failure): SafeText {
  const { title, exitCode } = explain(failure);
  const host = exitCode === 6 ? failure.sent?.baseUrl.replace(/^\w+:\/\/|\/.*/g, '') : undefined;
  return host === undefined ? title : safe`${title} (${clean(host, 100)})`;
}

/** Returns the path of the base address, which comes before the path of a request. */
const prefixOf = ({ baseUrl }: SentRequest): string => baseUrl.replace(/^\w+:\/\/[^/]*/, '');

/** Returns a failure as one line: what happened, the text of the server, the request. */
export function failureLine(failure: Failure): SafeText {
  const title = titleWithHost(failure);
  const { sent, errorType, errorId } = failure;
  const detail = extraDetail(failure);
  const more = detail === undefined ? safe`` : safe`: ${detail}`;
  const given = [errorType, errorId].filter(each => each !== undefined);
  const id = given.length === 0 ? safe`` : safe` (${joinSafe(given, ', ')})`;
  return sent === undefined
    ? safe`${title}${more}${id}`
    : safe`${title}${more}${id} [${clean(sent.method)} ${clean(prefixOf(sent) + sent.path)}]`;
}
