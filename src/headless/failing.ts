import { explain, type Failure } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { Output } from './outputs.ts';

/** What the server or the system said, where it is not said already as the title or as advice. */
function unsaid(failure: Failure): SafeText | undefined {
  const { title, advice } = explain(failure);
  const { detail } = failure;
  return detail === undefined || detail === title || advice.includes(detail) ? undefined : detail;
}

/** What happened, in one line: which request it was, and what the server said. */
export function failureLine(failure: Failure): SafeText {
  const { title } = explain(failure);
  const { sent, errorId } = failure;
  const detail = unsaid(failure);
  const said = detail === undefined ? safe`` : safe`: ${detail}`;
  const id = errorId === undefined ? safe`` : safe` (${errorId})`;
  return sent === undefined
    ? safe`${title}${said}${id}`
    : safe`${title}${said}${id} [${clean(sent.method)} ${clean(sent.path)}]`;
}

/** A failure as an object for programs. */
function failureObject(failure: Failure): object {
  const { title, advice, exitCode } = explain(failure);
  const { kind, errorId, sent } = failure;
  const detail = unsaid(failure);
  return {
    error: {
      kind,
      message: title,
      advice: joinSafe(advice, ' '),
      ...(detail === undefined ? {} : { detail }),
      ...(errorId === undefined ? {} : { errorId }),
      ...(sent === undefined ? {} : { method: sent.method, path: sent.path }),
      ...(sent?.status === undefined ? {} : { status: sent.status }),
      exitCode,
    },
  };
}

/** Whether a program reads what goes wrong. */
export const saysJson = (output: Output | undefined): boolean => output === 'json' || output === 'ndjson';

/** What is written to standard error when a command fails: a sentence and what to do, or one line of JSON. */
export function failureText(failure: Failure, output: Output | undefined): string {
  if (saysJson(output)) return `${JSON.stringify(failureObject(failure))}\n`;
  const { advice } = explain(failure);
  return `botscope: ${failureLine(failure)}\n${advice.map(line => `  ${line}\n`).join('')}`;
}
