import { resourceOf } from '../resources/registry.ts';
import { safe } from '../text/sanitise.ts';
import { bulkDialog } from './bulk-dialog.ts';
import { readVictims, victimOf } from './bulk-reading.ts';
import { sendVictims } from './bulk-sending.ts';
import { emptyEditor } from './editor.ts';
import { whyNoDialog } from './guard.ts';
import type { MarkedRef } from './mark.ts';
import type { Reading } from './reading.ts';
import { keptIn } from './removal.ts';
import { failedRefs, refusalMany } from './victims.ts';
import type { World } from './world.ts';

/** Deleting several: read them all again, ask for the typed number, wait, send one request at a time. */
export type BulkRemover = {
  readonly askMany: (marked: readonly MarkedRef[]) => void;
  /** Enter in the dialog. `alone`: the key was the only one of its read. */
  readonly confirmMany: (alone: boolean) => void;
  /** Esc in the dialog: one step back, or no further delete. */
  readonly leaveMany: () => void;
  /** Asks for those again that were not deleted. */
  readonly retryMany: () => void;
  /** Sends no further one; resolves when none of them is under way any more. */
  readonly haltMany: () => Promise<void>;
};

export function createBulkRemover(world: World, reading: Reading): BulkRemover {
  const { store, keeping, now } = world;
  const dialog = bulkDialog(world);
  // What is under way belongs to one opening of the dialog: late answers for another change nothing.
  let opening = {};
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function askMany(marked: readonly MarkedRef[]): void {
    const state = store.getState();
    const kind = marked[0]?.ref.kind;
    if (kind === undefined) return;
    const held = whyNoDialog({ ...state, now: now() });
    if (held !== undefined) return store.setState({ notice: { tone: 'warn', text: held } });
    const resource = resourceOf(kind);
    const victims = marked.map(each => victimOf(state, resource, each));
    const times = { openedAt: now(), typedAt: now(), since: now(), graceMs: state.guard.graceMs };
    const field = { editor: emptyEditor, isInList: false, cursor: 0 };
    store.setState({
      overlay: {
        is: 'remove-many',
        kind,
        victims,
        phase: 'reading',
        ...field,
        ...times,
        ...keptIn(keeping, state),
      },
    });
    const mine = {};
    opening = mine;
    const isOpen = (): boolean => mine === opening && dialog.present() !== undefined;
    void readVictims(resource, dialog, { readAgain: reading.readAgain, isOpen }).then(() => {
      if (isOpen()) dialog.enter('asking', { openedAt: now() });
    });
  }

  function confirmMany(alone: boolean): void {
    const present = dialog.present();
    if (present?.phase === 'done') return close();
    if (present?.phase !== 'asking') return;
    const hint = whyNoDialog({ ...store.getState(), now: now() }) ?? refusalMany(present, now(), alone);
    // A refused Enter starts the wait anew: one that is held down never gets past it.
    if (hint !== undefined) return dialog.change(() => ({ hint, typedAt: now(), isInList: false }));
    if (present.graceMs === 0) return begin();
    dialog.enter('grace');
    timer = setTimeout(begin, present.graceMs);
  }

  function begin(): void {
    dialog.enter('running');
    running = sendVictims(world, reading, dialog);
  }

  function close(): void {
    clearTimeout(timer);
    opening = {};
    store.setState({ overlay: undefined });
  }

  function leaveMany(): void {
    const phase = dialog.present()?.phase;
    if (phase === 'running') return dialog.enter('stopping');
    if (phase === undefined || phase === 'stopping') return;
    if (phase !== 'grace') return close();
    clearTimeout(timer);
    dialog.enter('asking', { editor: emptyEditor, hint: safe`Stopped in time: nothing was sent.` });
  }

  function retryMany(): void {
    const present = dialog.present();
    if (present?.phase === 'done') askMany(failedRefs(present).map(ref => ({ ref, isHidden: false })));
  }

  function haltMany(): Promise<void> {
    leaveMany();
    return running;
  }

  return { askMany, confirmMany, leaveMany, retryMany, haltMany };
}
