import type { SafeText } from '../text/sanitise.ts';

/** How it is. `skipped`: it could not be looked at, or need not be. */
export type State = 'ok' | 'warn' | 'fail' | 'skipped';

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
