import { extraDetail, failureLine } from '../api/failure-line.ts';
import { explain, type Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { ownId } from '../resources/record-ids.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import type { CommandCall } from './context.ts';
import type { Printer } from './output.ts';
import type { Output } from './verbs.ts';

/** Exit code of a read that leaves something out. */
export const INCOMPLETE = 8;

/** Meanings of the exit codes of commands; 70 is a defect of botscope. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'problems were found, or deletes were done in part or could not begin'],
  [2, 'the command line, a setting or --confirm is wrong; nothing was changed'],
  [3, 'there is no such record (of several to delete: none of them)'],
  [4, 'not logged in: token or workspace'],
  [5, 'no permission'],
  [6, 'the network: no answer, or none in time'],
  [7, 'the server refused or failed, or a record is still there after its DELETE'],
  [INCOMPLETE, 'a read left something out that was asked for; stronger than 1'],
  [70, 'a defect of botscope'],
  [130, 'stopped by ctrl+c or a signal'],
];

/** Returns a failure as an object for programs. */
function errorOf(failure: Failure): JsonObject {
  const { title, advice, exitCode } = explain(failure);
  const { kind, errorId, sent } = failure;
  const detail = extraDetail(failure);
  return {
    kind,
    message: title,
    advice: joinSafe(advice, ' '),
    ...(detail === undefined ? {} : { detail }),
    ...(errorId === undefined ? {} : { errorId }),
    ...(sent === undefined ? {} : { method: sent.method, path: sent.path }),
    ...(sent?.status === undefined ? {} : { status: sent.status }),
    exitCode,
  };
}

/** Returns true if errors are printed for a program to read. */
export const isJsonOutput = (output: Output | undefined): boolean => output === 'json' || output === 'ndjson';

/** Returns the text for standard error of a failed command: a sentence and what to do, or one line of JSON. */
export function failureText(failure: Failure, output: Output | undefined): string {
  if (isJsonOutput(output)) return `${JSON.stringify({ error: errorOf(failure) })}\n`;
  const { advice } = explain(failure);
  return `botscope: ${failureLine(failure)}\n${advice.map(line => `  ${line}\n`).join('')}`;
}

/** A record that could not be read, as far as it is known, and why. */
export type UnreadRecord = { readonly record: JsonObject; readonly failure: Failure };

/** Reports a record that could not be read: in its place among the others, and on standard error. */
export function reportUnread(
  { context: { io }, style: { output } }: CommandCall,
  printer: Printer,
  { record, failure }: UnreadRecord,
): Promise<boolean> {
  const id = ownId(record) ?? '';
  const error = errorOf(failure);
  io.progress(undefined);
  io.writeError(
    isJsonOutput(output)
      ? `${JSON.stringify({ id, error })}\n`
      : `botscope: ${clean(id, 80)} could not be read: ${failureLine(failure)}\n`,
  );
  return printer.fail(record, error);
}

/** `2 could not be read: 403 Your token may not do this (2).`; undefined when all were. */
export function unreadReason(failures: readonly Failure[]): SafeText | undefined {
  if (failures.length === 0) return undefined;
  const titles = new Map<SafeText, number>();
  for (const failure of failures) {
    const { title } = explain(failure);
    titles.set(title, (titles.get(title) ?? 0) + 1);
  }
  const reasons = [...titles].map(([title, count]) => safe`${title} (${count})`);
  return safe`${failures.length} could not be read: ${joinSafe(reasons, ', ')}.`;
}
