import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import { emptyEditor } from '../state/text-field.ts';
import { readOnlyWords, writesOf } from '../view/write-protection.ts';
import { type Command, PLACES } from './command.ts';

function cannotUnlock({ session: { server, writeProtection: guard } }: State): SafeText | undefined {
  if (server?.readOnly) return readOnlyWords(server);
  return guard.isProtected
    ? undefined
    : safe`Nothing is locked here: protect: true in the settings file does that.`;
}

function lockOrAsk({ store, now, lockDeletes, openDialog }: Explorer): void {
  const protection = store.getState().session.writeProtection;
  if (writesOf({ ...protection, isDry: false }, now()) !== 'locked') return lockDeletes();
  openDialog({ kind: 'unlock', editor: emptyEditor });
}

/** Commands that control requests: dry run, lock, auto-refresh, retries. */
export const safetyCommands: readonly Command[] = [
  {
    id: 'dry.on',
    word: 'dry on',
    keys: [],
    title: safe`dry run: act as if, and send nothing but reads`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { writeProtection: guard } }) =>
      guard.isDry ? safe`It is a dry run already.` : undefined,
    run: ({ setDryRun }) => setDryRun(true),
  },
  {
    id: 'dry.off',
    word: 'dry off',
    keys: [],
    title: safe`end the dry run`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { writeProtection: guard } }) => (guard.isDry ? undefined : safe`It is no dry run.`),
    run: ({ setDryRun }) => setDryRun(false),
  },
  {
    id: 'refresh.cycle',
    word: 'refresh',
    keys: ['R'],
    title: safe`read again by itself: every 5, 15, 60 s, or not`,
    group: 'Look',
    where: PLACES,
    run: ({ cycleRefresh }) => cycleRefresh(),
  },
  {
    id: 'offline.stop',
    word: 'stop',
    keys: ['X'],
    title: safe`offline: stop trying to reach the server`,
    group: 'Act',
    where: PLACES,
    blocked: ({ session: { offline } }) =>
      offline === undefined || offline.isStopped ? safe`Nothing is tried again by itself now.` : undefined,
    run: ({ stopRetries }) => stopRetries(),
  },
  {
    id: 'guard.unlock',
    word: 'unlock',
    keys: ['W'],
    title: safe`unlock deleting where it is protected; again: lock it`,
    group: 'Act',
    where: PLACES,
    blocked: cannotUnlock,
    run: lockOrAsk,
  },
];
