import {
  badArgument,
  explain,
  extraDetail,
  type Failure,
  failureLine,
  titleWithHost,
} from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { redact } from '../../resources/redact.ts';
import { ownId } from '../../resources/resource.ts';
import { fileProblem } from '../../storage/files.ts';
import { clean, escaped, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import type { CommandCall, Output } from './context.ts';

export const INCOMPLETE = 8;

export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'problems found, deletes incomplete, diff differs, wait over, file unread'],
  [2, 'usage error: arguments, a setting or --confirm; nothing changed'],
  [3, 'not found (several to delete: none found)'],
  [4, 'no login: token or workspace'],
  [5, 'no permission'],
  [6, 'network: no response, or none in time'],
  [7, 'server error or refusal, or a record still exists after its DELETE'],
  [INCOMPLETE, 'incomplete result, or no health could be judged; overrides 1'],
  [70, 'internal error'],
  [130, 'stopped by Ctrl-C or a signal'],
];

/** Writes a file, or checks that it can be written. Returns why it cannot. */
export function writeProblem(path: string, write: () => unknown): Failure | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const why = badArgument(safe`${clean(path, 200)} cannot be written: ${fileProblem(error)}.`);
    // No advice to see the help, which knows nothing of it.
    return { ...why, choices: [] };
  }
}

export function errorOf(failure: Failure): JsonObject {
  const { advice, exitCode } = explain(failure);
  const { kind, errorType, errorId, sent } = failure;
  const detail = extraDetail(failure);
  return {
    kind,
    message: titleWithHost(failure),
    advice: joinSafe(advice, ' '),
    ...(detail === undefined ? {} : { detail }),
    ...(errorType === undefined ? {} : { type: errorType }),
    ...(errorId === undefined ? {} : { errorId }),
    ...(sent === undefined ? {} : { method: sent.method, path: sent.path }),
    ...(sent?.status === undefined ? {} : { status: sent.status }),
    exitCode,
  };
}

export const isJsonOutput = (output: Output | undefined): boolean => output === 'json' || output === 'ndjson';

/** Returns a failure as text for standard error: a sentence with advice, or one line of JSON. */
export function failureText(failure: Failure, output: Output | undefined): string {
  if (isJsonOutput(output)) return `${JSON.stringify({ error: redact({}, errorOf(failure)) })}\n`;
  const { advice } = explain(failure);
  return redactText(`botscope: ${failureLine(failure)}\n${advice.map(line => `  ${line}\n`).join('')}`);
}

/** A record that could not be read, or a part of it: `record` is what the list shows. */
export type FailedRead = {
  readonly record: JsonObject;
  readonly failure: Failure;
  /** The part of the record that could not be read. */
  readonly part?: SafeText;
};

/** Writes to standard error that a record, or a part of it, could not be read. */
export function writeFailedRead(
  { context: { io }, values, style: { output } }: CommandCall,
  { record, failure, part }: FailedRead,
): void {
  // The report has an annotation with the same words.
  if (values['output'] === 'github') return;
  const id = ownId(record) ?? '';
  const name = part === undefined ? clean(id, 80) : safe`${part} of ${clean(id, 80)}`;
  io.progress(undefined);
  io.writeError(
    isJsonOutput(output)
      ? `${escaped(JSON.stringify(redact({}, { id, error: errorOf(failure) })))}\n`
      : redactText(`botscope: ${name} could not be read: ${failureLine(failure)}\n`),
  );
}

/** Joins the reasons why a result is incomplete; undefined if there are none. */
export function joinReasons(...reasons: readonly (SafeText | undefined)[]): SafeText | undefined {
  const given = reasons.filter(reason => reason !== undefined);
  return given.length === 0 ? undefined : joinSafe(given, ' ');
}

/** Returns `2 could not be read: 403 … (2).`; undefined if all were read. */
export function failedReadsReason(failures: readonly Failure[]): SafeText | undefined {
  if (failures.length === 0) return undefined;
  const titles = new Map<SafeText, number>();
  for (const failure of failures) {
    const title = titleWithHost(failure);
    titles.set(title, (titles.get(title) ?? 0) + 1);
  }
  const reasons = [...titles].map(([title, count]) => safe`${title} (${count})`);
  return safe`${failures.length} could not be read: ${joinSafe(reasons, ', ')}.`;
}
