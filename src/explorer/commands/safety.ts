import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withDeletesLocked, withDryRun } from '../actions/timed.ts';
import { readOnlyWords, writePolicy } from '../facts/write-protection.ts';
import type { State } from '../state/state.ts';
import { emptyEditor } from '../state/text-field.ts';
import { type Command, PLACES } from './command.ts';

function cannotUnlock({ session: { server, writeProtection } }: State): SafeText | undefined {
  if (server?.readOnly) return readOnlyWords(server);
  return writeProtection.isProtected
    ? undefined
    : safe`Not protected. Set \`protect: true\` in settings to lock deletes.`;
}

function lockOrAsk({ store, now, change, openDialog }: Explorer): void {
  const protection = store.getState().session.writeProtection;
  if (writePolicy({ ...protection, isDry: false }, now()) !== 'locked') return change(withDeletesLocked);
  openDialog({ kind: 'unlock', editor: emptyEditor });
}

/** Commands that control requests: dry run, lock, auto-refresh, retries. */
export const safetyCommands: readonly Command[] = [
  {
    id: 'dry.on',
    word: 'dry on',
    keys: [],
    title: safe`dry run: simulate deletes, send only reads`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { writeProtection } }) =>
      writeProtection.isDry ? safe`Dry run is already on.` : undefined,
    change: state => withDryRun(state, true),
  },
  {
    id: 'dry.off',
    word: 'dry off',
    keys: [],
    title: safe`turn the dry run off`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { writeProtection } }) =>
      writeProtection.isDry ? undefined : safe`Dry run is off.`,
    change: state => withDryRun(state, false),
  },
  {
    id: 'refresh.cycle',
    word: 'refresh',
    keys: ['R'],
    title: safe`auto-refresh: 5, 15, 60 s, off`,
    group: 'Look',
    where: PLACES,
    run: ({ cycleRefresh }) => cycleRefresh(),
  },
  {
    id: 'offline.stop',
    word: 'stop',
    keys: ['X'],
    title: safe`stop retrying (work offline)`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { offline } }) =>
      offline === undefined || offline.isStopped ? safe`No retry is pending.` : undefined,
    run: ({ stopRetries }) => stopRetries(),
  },
  {
    id: 'guard.unlock',
    word: 'unlock',
    keys: ['W'],
    title: safe`unlock/lock deletes (protected profile)`,
    group: 'Act',
    where: PLACES,
    blocked: cannotUnlock,
    run: lockOrAsk,
  },
];
