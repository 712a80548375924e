import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Actions, createActions } from '../explorer/actions/breadcrumbs.ts';
import { currentView, type State } from '../explorer/state/state.ts';
import { makePrivateFolder, writeAtomic } from '../storage/files.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Crash, crashText } from './crash-report.ts';

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
type FaultReports = {
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

/** What kind of place is shown and what covers it, without any name or id: `record of bot, log`. */
export function kindOfPlace(state: State): SafeText {
  const { place } = currentView(state);
  const kind = place.screen === 'start' ? undefined : place.screen === 'list' ? place.kind : place.ref.kind;
  const of = kind === undefined ? safe`` : safe` of ${clean(kind)}`;
  const over = state.dialog === undefined ? safe`` : safe`, ${clean(state.dialog.kind)}`;
  return safe`${clean(place.screen)}${of}${over}`;
}

/** More would be of no more use. */
const MOST = 5;
const NAME = /^crash-[0-9TZ-]+\.txt$/;

/** Keeps a report, readable by its owner only, and takes the oldest away beyond a few. The path of the file; may throw. */
export function keepCrash(folder: string, at: Date, text: string): string {
  const path = join(folder, `crash-${at.toISOString().replace(/[:.]/g, '-')}.txt`);
  makePrivateFolder(folder);
  writeAtomic(path, text);
  const all = readdirSync(folder)
    .filter(name => NAME.test(name))
    .toSorted();
  for (const name of all.slice(0, -MOST)) rmSync(join(folder, name), { force: true });
  return path;
}
