import { edit, editorText, emptyEditor, insert } from '../store/editor.ts';
import type { Explorer } from '../store/explorer.ts';
import { lock, readOnlyWords, unlock, unlockWord, writesOf } from '../store/guard.ts';
import { stopTrying } from '../store/offline.ts';
import type { Overlay } from '../store/overlay.ts';
import type { State } from '../store/state.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { type Command, PLACES } from './command.ts';
import type { Press } from './keys.ts';

const DRY = safe`Dry run: deletes are played. Nothing but reads is sent.`;
const NOT_DRY = safe`No dry run any more: a delete that is confirmed is sent.`;

function setDry({ store }: Explorer, isDry: boolean): void {
  const notice = isDry ? ({ tone: 'good', text: DRY } as const) : ({ tone: 'warn', text: NOT_DRY } as const);
  store.setState(({ guard }) => ({ guard: { ...guard, isDry }, notice }));
}

function cannotUnlock({ server, guard }: State): SafeText | undefined {
  if (server?.readOnly) return readOnlyWords(server);
  return guard.isProtected
    ? undefined
    : safe`Nothing is locked here: protect: true in the settings file does that.`;
}

function lockOrAsk(explorer: Explorer): void {
  const state = explorer.store.getState();
  const isLocked = writesOf({ guard: { ...state.guard, isDry: false } }, explorer.now()) === 'locked';
  if (!isLocked) return lock(explorer);
  explorer.store.setState({ overlay: { is: 'unlock', editor: emptyEditor } });
}

/** What is sent, and when: dry run, lock, reading again by itself. */
export const guardCommands: readonly Command[] = [
  {
    id: 'dry.on',
    word: 'dry on',
    keys: [],
    title: safe`dry run: act as if, and send nothing but reads`,
    group: 'Act',
    where: PLACES,
    blocked: ({ guard }) => (guard.isDry ? safe`It is a dry run already.` : undefined),
    run: explorer => setDry(explorer, true),
  },
  {
    id: 'dry.off',
    word: 'dry off',
    keys: [],
    title: safe`end the dry run`,
    group: 'Act',
    where: PLACES,
    blocked: ({ guard }) => (guard.isDry ? undefined : safe`It is no dry run.`),
    run: explorer => setDry(explorer, false),
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
    blocked: ({ offline }) =>
      offline === undefined || offline.isStopped ? safe`Nothing is tried again by itself now.` : undefined,
    run: stopTrying,
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

/** A key while the word that unlocks is typed. */
export function unlockKey(
  explorer: Explorer,
  overlay: Extract<Overlay, { is: 'unlock' }>,
  { key, alone }: Press,
): void {
  const { store } = explorer;
  if (key.name !== 'enter') {
    const editor = edit(overlay.editor, key.name) ?? insert(overlay.editor, key.text);
    return store.setState({ overlay: { is: 'unlock', editor } });
  }
  const word = unlockWord(store.getState().server);
  const isRight = editorText(overlay.editor) === word;
  if (isRight && alone) return unlock(explorer);
  const hint = isRight
    ? safe`It matches. Press Enter once more.`
    : safe`That is not it: ${word} has to be typed.`;
  store.setState({ overlay: { ...overlay, hint } });
}
