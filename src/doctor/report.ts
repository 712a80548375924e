import { explain, type Failure } from '../failure.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import { alignColumns, widest } from '../text/width.ts';

/** The result of a check. `skipped`: it was impossible or not needed. */
type CheckState = 'ok' | 'warn' | 'fail' | 'skipped';

/** One check: what was found, and what to do if something is wrong. Printed as it is by `-o json`. */
export type Check = {
  readonly group: 'botscope' | 'terminal' | 'settings' | 'files' | 'network' | 'service';
  readonly name: string;
  readonly state: CheckState;
  readonly found: SafeText;
  readonly advice?: SafeText;
  /** Exit code with which every command would end for the same reason. */
  readonly exitCode?: number;
};

/**
 * Returns functions that create the checks of one group: one for each state, and `failed` for a failure that
 * every command would meet.
 */
export const checksOf = (group: Check['group']) => {
  const create =
    (state: CheckState) =>
    (name: string, found: SafeText, advice?: SafeText): Check => ({
      group,
      name,
      state,
      found,
      ...(advice === undefined ? {} : { advice }),
    });
  const fail = create('fail');
  const failed = (name: string, failure: Failure, found?: SafeText): Check => {
    const { title, advice, exitCode } = explain(failure);
    return { ...fail(name, found ?? title, advice[0]), exitCode };
  };
  return { ok: create('ok'), warn: create('warn'), fail, failed, skipped: create('skipped') };
};

const MARKS: { readonly [S in CheckState]: string } = { ok: 'ok', warn: 'warn', fail: 'FAIL', skipped: '-' };

/** Returns the exit code of the first failure that every command would meet, else 1 if any check failed. */
export function exitCodeOf(checks: readonly Check[]): number {
  const failed = checks.filter(({ state }) => state === 'fail');
  const code = failed.map(({ exitCode }) => exitCode).find(each => each !== undefined);
  return code ?? (failed.length === 0 ? 0 : 1);
}

function checkLines(checks: readonly Check[]): readonly string[] {
  const width = widest(checks.map(({ name }) => clean(name)));
  const rows = alignColumns(checks.map(({ name, found }) => [clean(name), found]));
  let last: Check['group'] | undefined;
  return checks.flatMap(({ group, state, advice }, at) => {
    const head = group === last ? [] : [...(last === undefined ? [] : ['']), group];
    last = group;
    const adviceLine = advice === undefined ? [] : [`${' '.repeat(width + 10)}${advice}`];
    return [...head, `  ${MARKS[state].padEnd(6)}${rows[at]}`, ...adviceLine];
  });
}

export function reportText(checks: readonly Check[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify({ ok: exitCodeOf(checks) === 0, checks }, null, 2)}\n`;
  const count = (wanted: CheckState): number => checks.filter(({ state }) => state === wanted).length;
  const [failed, warnings] = [count('fail'), count('warn')];
  const summary =
    failed + warnings === 0
      ? 'All checks passed.'
      : `${failed} failed, ${warnings} warning${warnings === 1 ? '' : 's'}.`;
  return `${[...checkLines(checks), '', summary].join('\n')}\n`;
}
