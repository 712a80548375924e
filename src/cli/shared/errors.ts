import {
  badArgument,
  explain,
  extraDetail,
  type Failure,
  failureLine,
  localFile,
  titleWithHost,
} from '../../failure.ts';
import { defined, type JsonObject } from '../../json/json.ts';
import { redact } from '../../resources/redact.ts';
import { ownId } from '../../resources/resource.ts';
import { fileProblem } from '../../storage/files.ts';
import { clean, escaped, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import type { CommandCall } from './context.ts';

export const INCOMPLETE = 8;

export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'problems, differences, incomplete deletes, time over, unreadable file'],
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
  const { kind, errorType: type, errorId, sent: { method, path, status } = {} } = failure;
  const message = titleWithHost(failure);
  const detail = extraDetail(failure);
  const words = joinSafe(advice, ' ');
  return defined({ kind, message, advice: words, detail, type, errorId, method, path, status, exitCode });
}

export const isJsonOutput = (output: unknown) => output === 'json' || output === 'ndjson';

export function failureText(failure: Failure, output: unknown): string {
  if (isJsonOutput(output)) return `${JSON.stringify({ error: redact({}, errorOf(failure)) })}\n`;
  const { advice } = explain(failure);
  return redactText(`botscope: ${failureLine(failure)}\n${advice.map(line => `  ${line}\n`).join('')}`);
}

export type FailedRead = Readonly<{ record: JsonObject; failure: Failure; part?: SafeText }>;

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

export function joinReasons(...reasons: readonly (SafeText | undefined)[]): SafeText | undefined {
  const given = reasons.filter(reason => reason !== undefined);
  return given.length === 0 ? undefined : joinSafe(given, ' ');
}

export function failedReadsReason(failures: readonly Failure[]): SafeText | undefined {
  if (failures.length === 0) return undefined;
  const titles = Map.groupBy(failures, titleWithHost);
  const reasons = [...titles].map(([title, { length }]) => safe`${title} (${length})`);
  return safe`${failures.length} could not be read: ${joinSafe(reasons)}.`;
}

export function readLocal<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (error) {
    return localFile(error);
  }
}
