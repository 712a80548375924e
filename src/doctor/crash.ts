import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Breadcrumbs, createBreadcrumbs } from '../explorer/actions/breadcrumbs.ts';
import { currentView, type State } from '../explorer/state/state.ts';
import { makePrivateFolder, writeAtomic } from '../storage/files.ts';
import { stateFolder } from '../storage/paths.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { type Crash, crashText } from './crash-report.ts';

type CrashFacts = Pick<Crash, 'error' | 'version' | 'actions' | 'shown'>;

/** Returns the source text of the program. Error messages that occur in it hold no secrets. */
function programText(): string {
  try {
    return readFileSync(join(dirname(realpathSync(process.argv[1] ?? '')), 'main.cjs'), 'utf8');
  } catch {
    return '';
  }
}

/** Saves a crash report and returns a notice with its path; undefined if it cannot be saved. Never throws. */
export function reportCrash(facts: CrashFacts): SafeText | undefined {
  const { env, stdout } = process;
  const home = homedir();
  const at = new Date();
  const { columns, rows } = stdout;
  const size = stdout.isTTY ? { columns, rows } : undefined;
  try {
    const text = crashText({ ...facts, at, env, size, program: programText(), home });
    const path = saveReport(join(stateFolder(env), 'crashes'), at, text);
    return safe`Crash report (no token, no records): ${clean(path.replace(home, '~'), 300)}`;
  } catch {
    return undefined;
  }
}

type CrashReporter = {
  readonly breadcrumbs: Breadcrumbs;
  /** Adds the kind of the current place to reports from now on. */
  readonly watch: (store: { readonly getState: () => State }) => void;
  readonly report: (error: unknown) => SafeText | undefined;
};

/** Creates the reporter of one run, which knows no place yet. */
export function createCrashReporter(version: string): CrashReporter {
  const breadcrumbs = createBreadcrumbs();
  let shown = (): SafeText | undefined => undefined;
  return {
    breadcrumbs,
    watch: store => {
      shown = () => kindOfPlace(store.getState());
    },
    report: error => reportCrash({ error, version, actions: breadcrumbs.last(), shown: shown() }),
  };
}

/**
 * Returns the kinds of the current place and of the open dialog, without any name or id: `record of bot,
 * log`.
 */
export function kindOfPlace(state: State): SafeText {
  const { place } = currentView(state);
  const kind = place.screen === 'start' ? undefined : place.screen === 'list' ? place.kind : place.ref.kind;
  const of = kind === undefined ? safe`` : safe` of ${clean(kind)}`;
  const over = state.dialog === undefined ? safe`` : safe`, ${clean(state.dialog.kind)}`;
  return safe`${clean(place.screen)}${of}${over}`;
}

const MAX_REPORTS = 5;
const NAME = /^crash-[0-9TZ-]+\.txt$/;

/**
 * Saves a report, readable by its owner only, and removes the oldest reports. Returns its path; may throw.
 */
export function saveReport(folder: string, at: Date, text: string): string {
  const path = join(folder, `crash-${at.toISOString().replace(/[:.]/g, '-')}.txt`);
  makePrivateFolder(folder);
  writeAtomic(path, text);
  const all = readdirSync(folder)
    .filter(name => NAME.test(name))
    .toSorted();
  for (const name of all.slice(0, -MAX_REPORTS)) rmSync(join(folder, name), { force: true });
  return path;
}
