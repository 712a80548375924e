import { explain, type Failure, failureLine, unsaid } from '../failure.ts';
import { joinSafe } from '../text/sanitise.ts';
import type { Output } from './outputs.ts';

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
