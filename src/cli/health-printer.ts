import type { JsonObject } from '../json/json.ts';
import type { Diagnosis } from '../resources/diagnosis.ts';
import type { Ref } from '../resources/resource.ts';
import type { CheckedRecord, HealthReport } from './findings/report.ts';
import { isReportFormat, type ReportFile } from './findings/report-formats.ts';
import { diagnosisShape, diagnosisText, printCauses } from './findings/shapes.ts';
import type { OpenIssues } from './open-issues.ts';
import type { KindCall } from './shared/context.ts';
import type { FailedRead } from './shared/errors.ts';
import { listPrinter, type Printer, printRecord } from './shared/output.ts';

/** A run over a list or over records that words name: its report so far, and its flags. */
export type HealthRun = HealthReport & {
  readonly call: KindCall;
  readonly isList: boolean;
  readonly reports: readonly ReportFile[];
  readonly checked: CheckedRecord[];
  readonly unread: FailedRead[];
  /** Open issues, if the person wants them. */
  readonly issues: OpenIssues | undefined;
  missing: HealthReport['missing'];
  gap: HealthReport['gap'];
};

/** A record with its diagnosis, and how formats print it. */
export type Diagnosed = {
  readonly record: JsonObject;
  readonly diagnosis: Diagnosis;
  readonly printed: JsonObject;
};

/** Returns the report format of `-o`; undefined if it prints records, as Markdown does with `--columns`. */
export const reportFormatOf = ({ values: { output }, style: { only } }: KindCall) =>
  isReportFormat(output) && (output !== 'md' || only === undefined) ? output : undefined;

/**
 * Prints diagnoses as they come, or at the end; a report of `-o` is printed after it. Notes in the run which
 * records could not be read.
 */
type HealthPrinter = Pick<Printer, 'fail' | 'end'> & {
  readonly add: (found: readonly Diagnosed[]) => Promise<boolean>;
};

export function printerOf(run: HealthRun, one?: Ref): HealthPrinter {
  const { call, isList } = run;
  const { style } = call;
  const { io } = call.context;
  const context = { io, resource: diagnosisShape, style };
  const none = {
    add: async () => !io.isClosed(),
    fail: async (failed: FailedRead) => run.unread.push(failed) > 0,
    end: async () => undefined,
  };
  if (reportFormatOf(call) !== undefined) return none;
  if (style.output === 'table' && style.only === undefined)
    return isList
      ? { ...none, end: () => printCauses(run, call) }
      : {
          ...none,
          add: found => io.write(found.map(each => diagnosisText(call, run.policy, each)).join('')),
        };
  if (one !== undefined) {
    const print = async (found: readonly Diagnosed[]): Promise<boolean> => {
      for (const { printed } of found) await printRecord(context, printed, one);
      return true;
    };
    return { ...none, add: print };
  }
  const printer = listPrinter(context);
  return {
    ...printer,
    add: found => printer.add(found.map(({ printed }) => printed)),
    fail: failed => {
      run.unread.push(failed);
      return printer.fail(failed);
    },
  };
}
