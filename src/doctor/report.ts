import { clean, type SafeText } from '../text/sanitise.ts';
import { alignColumns, widest } from '../text/width.ts';

const MARKS: { readonly [S in State]: string } = { ok: 'ok', warn: 'warn', fail: 'FAIL', skipped: '-' };

/** 1 when something failed: scripts can ask. */
export const exitCodeOf = (checks: readonly Check[]): 0 | 1 =>
  checks.some(({ state }) => state === 'fail') ? 1 : 0;

function lines(checks: readonly Check[]): readonly string[] {
  const width = widest(checks.map(({ name }) => clean(name)));
  const rows = alignColumns(checks.map(({ name, found }) => [clean(name), found]));
  let last: Check['group'] | undefined;
  return checks.flatMap(({ group, state, advice }, at) => {
    const head = group === last ? [] : [...(last === undefined ? [] : ['']), group];
    last = group;
    const advised = advice === undefined ? [] : [`${' '.repeat(width + 10)}${advice}`];
    return [...head, `  ${MARKS[state].padEnd(6)}${rows[at]}`, ...advised];
  });
}

/** The checks as they are printed. */
export function reportText(checks: readonly Check[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify({ ok: exitCodeOf(checks) === 0, checks }, null, 2)}\n`;
  const failed = checks.filter(({ state }) => state === 'fail').length;
  const warned = checks.filter(({ state }) => state === 'warn').length;
  const sum = failed + warned === 0 ? 'All is well.' : `${failed} failed, ${warned} to look at.`;
  return `${[...lines(checks), '', sum].join('\n')}\n`;
}

/** How it is. `skipped`: it could not be looked at, or need not be. */
type State = 'ok' | 'warn' | 'fail' | 'skipped';

/** One thing that was looked at: what was found, and what to do where it is not as it should be. */
export type Check = {
  readonly group: 'botscope' | 'terminal' | 'settings' | 'files' | 'network' | 'service';
  readonly name: string;
  readonly state: State;
  readonly found: SafeText;
  readonly advice?: SafeText;
};

/** Makes the checks of one group. */
export const checksOf = (group: Check['group']) => {
  const check =
    (state: State) =>
    (name: string, found: SafeText, advice?: SafeText): Check => ({
      group,
      name,
      state,
      found,
      ...(advice === undefined ? {} : { advice }),
    });
  return { ok: check('ok'), warn: check('warn'), fail: check('fail'), skipped: check('skipped') };
};
