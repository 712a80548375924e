import { explain, type Failure } from '../failure.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';

/** `skipped`: impossible or not needed. */
type CheckState = 'ok' | 'warn' | 'fail' | 'skipped';

/** Printed as it is by `-o json`. */
export type Check = Readonly<{
  name: string;
  state: CheckState;
  found: SafeText;
  advice?: SafeText;
  /** With which every command would end for the same reason. */
  exitCode?: number;
}>;

type Report = {
  readonly [G in 'botscope' | 'terminal' | 'settings' | 'files' | 'network' | 'service']: readonly Check[];
};

/** The settings may have a secret in the wrong place. */
const masked = (text: SafeText) => clean(redactText(text));

const checkOf =
  (state: CheckState) =>
  (name: string, found: SafeText, advice?: SafeText): Check => ({
    name,
    state,
    found: masked(found),
    ...(advice !== undefined && { advice: masked(advice) }),
  });

export const ok = checkOf('ok');
export const warn = checkOf('warn');
export const fail = checkOf('fail');
export const skipped = checkOf('skipped');

export function failed(name: string, failure: Failure, found?: SafeText): Check {
  const { title, advice, exitCode } = explain(failure);
  return { ...fail(name, found ?? title, advice[0]), exitCode };
}

/** That of the first failure that every command would meet, else 1 if any check failed. */
export function exitCodeOf(report: Report): number {
  const failures = Object.values(report)
    .flat()
    .filter(({ state }) => state === 'fail');
  return failures.find(({ exitCode }) => exitCode !== undefined)?.exitCode ?? Math.min(failures.length, 1);
}

const MARKS: { readonly [S in CheckState]: string } = { ok: 'ok', warn: 'warn', fail: 'FAIL', skipped: '-' };

export function reportText(report: Report, asJson: boolean): string {
  const groups = Object.entries(report).filter(([, checks]) => checks.length > 0);
  const all = groups.flatMap(([group, checks]) => checks.map(check => ({ group, ...check })));
  if (asJson) return `${JSON.stringify({ ok: exitCodeOf(report) === 0, checks: all }, null, 2)}\n`;
  const width = Math.max(...all.map(({ name }) => name.length));
  const linesOf = ({ state, name, found, advice }: Check): readonly string[] => [
    `  ${MARKS[state].padEnd(6)}${name.padEnd(width)}  ${found}`,
    ...(advice === undefined ? [] : [' '.repeat(width + 10) + advice]),
  ];
  const blocks = groups.map(([group, checks]) => [group, ...checks.flatMap(linesOf), ''].join('\n'));
  const failures = all.filter(({ state }) => state === 'fail').length;
  const warnings = all.filter(({ state }) => state === 'warn').length;
  const summary =
    failures + warnings === 0
      ? 'All checks passed.'
      : `${failures} failed, ${warnings} warning${warnings === 1 ? '' : 's'}.`;
  return `${[...blocks, summary].join('\n')}\n`;
}
