import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Crash, crashText } from './doctor/crash-report.ts';
import { type Actions, createActions } from './explorer/actions/breadcrumbs.ts';
import type { State } from './explorer/state/state.ts';
import { keepCrash } from './keep/crashes.ts';
import { stateFolder } from './storage/state-file.ts';
import { kindOfPlace } from './store/place-kind.ts';
import { clean, type SafeText, safe } from './text/sanitise.ts';

type Known = Pick<Crash, 'error' | 'version' | 'actions' | 'shown'>;

/** The text of the program itself: what a fault says and stands in there is nobody's secret. */
function ownText(): string {
  try {
    return readFileSync(join(dirname(realpathSync(process.argv[1] ?? '')), 'main.cjs'), 'utf8');
  } catch {
    return '';
  }
}

/** Writes down what is known of a fault, and says where; undefined when that cannot be written. Never throws. */
export function reportCrash(known: Known): SafeText | undefined {
  const { env, stdout } = process;
  const home = homedir();
  const at = new Date();
  const { columns, rows } = stdout;
  const size = stdout.isTTY ? { columns, rows } : undefined;
  try {
    const text = crashText({ ...known, at, env, size, program: ownText(), home });
    const path = keepCrash(join(stateFolder(env), 'crashes'), at, text);
    return safe`A report without token and records is in ${clean(path.replace(home, '~'), 300)}`;
  } catch {
    return undefined;
  }
}

/** What a report of the explorer is made from. */
export type FaultReports = {
  readonly actions: Actions;
  /** From now on a report also tells what kind of place was shown. */
  readonly watch: (store: { readonly getState: () => State }) => void;
  readonly report: (error: unknown) => SafeText | undefined;
};

export function faultReports(version: string): FaultReports {
  const actions = createActions();
  let shown = (): SafeText | undefined => undefined;
  return {
    actions,
    watch: store => {
      shown = () => kindOfPlace(store.getState());
    },
    report: error => reportCrash({ error, version, actions: actions.last(), shown: shown() }),
  };
}
