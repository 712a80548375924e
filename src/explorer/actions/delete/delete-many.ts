import { deleteMany } from '../../../deletion/batch.ts';
import type { DeleteResult } from '../../../deletion/delete.ts';
import { isGone } from '../../../deletion/results.ts';
import { isSame, type JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { nameOf, type Resource } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import type { RemovingMany, Victim } from '../../state/dialogs.ts';
import type { World } from '../../state/ports.ts';
import { currentView, knownRecord, type State } from '../../state/state.ts';
import { update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { MarkedRef } from '../../view/content/list-marks.ts';
import { whyNoDialog } from '../../view/write-protection.ts';
import type { Reading } from '../load/load.ts';
import { failedRefs, isTarget, refusalMany, tallyOf, tallyWords } from './many-rules.ts';
import { goneBy, keptIn, withoutRecord } from './rules.ts';

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
    const held = whyNoDialog(state, now());
    if (held !== undefined) return store.setState({ notice: { tone: 'warn', text: held } });
    const resource = resourceOf(kind);
    const victims = marked.map(each => victimOf(state, resource, each));
    const { graceMs } = state.session.writeProtection;
    const times = { openedAt: now(), typedAt: now(), since: now(), graceMs };
    const field = { editor: emptyEditor, isInList: false, cursor: 0 };
    store.setState({
      dialog: {
        kind: 'remove-many',
        recordKind: kind,
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
    const hint = whyNoDialog(store.getState(), now()) ?? refusalMany(present, now(), alone);
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
    store.setState({ dialog: undefined });
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

/** The dialog that deletes several, as its parts see and change it. When it is closed, changes do nothing. */
type BulkDialog = {
  readonly present: () => RemovingMany | undefined;
  readonly change: (next: (dialog: RemovingMany) => Partial<RemovingMany>) => void;
  /** Begins a phase; what was said before is gone. */
  readonly enter: (phase: RemovingMany['phase'], rest?: Partial<RemovingMany>) => void;
  /** Changes one of the victims. */
  readonly put: (at: number, part: Partial<Victim>) => void;
};

function bulkDialog({ store, now }: Pick<World, 'store' | 'now'>): BulkDialog {
  function present(): RemovingMany | undefined {
    const { dialog } = store.getState();
    return dialog?.kind === 'remove-many' ? dialog : undefined;
  }

  function change(next: (dialog: RemovingMany) => Partial<RemovingMany>): void {
    const dialog = present();
    if (dialog !== undefined)
      update(store, { dialog: { ...dialog, ...next(dialog) }, session: { now: now() } });
  }

  return {
    present,
    change,
    enter: (phase, rest = {}) => {
      const dialog = present();
      if (dialog === undefined) return;
      const { hint: _hint, ...kept } = dialog;
      update(store, { dialog: { ...kept, phase, since: now(), ...rest }, session: { now: now() } });
    },
    put: (at, part) =>
      change(({ victims }) => ({
        victims: victims.map((victim, index) => (index === at ? { ...victim, ...part } : victim)),
      })),
  };
}

/** How many are read at once before they are deleted. */
const READERS = 2;

/** A victim as it is known when the dialog opens. */
function victimOf(state: State, resource: Resource, { ref, isHidden }: MarkedRef): Victim {
  const record = knownRecord(state, ref);
  const name =
    record === undefined ? clean(ref.ids[ownIdName(resource)] ?? '', 80) : nameOf(resource, record);
  return { ref, name, ...(isHidden ? { isHidden } : {}), ...(record === undefined ? {} : { record }) };
}

/** A victim as it was read again: its name now, and whether a field that was known is another one now. */
function readVictim({ record: before }: Victim, resource: Resource, record: JsonObject): Partial<Victim> {
  const isChanged = (resource.listed ?? []).some(
    field => before !== undefined && Object.hasOwn(before, field) && !isSame(before[field], record[field]),
  );
  return { record, name: nameOf(resource, record), ...(isChanged ? { isChanged } : {}) };
}

/** Reads all victims again, two at a time and in their order, as long as `isOpen`. */
async function readVictims(
  resource: Resource,
  { put, present }: BulkDialog,
  { readAgain, isOpen }: Pick<Reading, 'readAgain'> & { readonly isOpen: () => boolean },
): Promise<void> {
  const waiting = [...(present()?.victims ?? [])].entries();
  async function reader(): Promise<void> {
    for (const [at, victim] of waiting) {
      const outcome = await readAgain(victim.ref);
      if (!isOpen()) return;
      put(at, outcome.ok ? readVictim(victim, resource, outcome.value) : { failure: outcome.failure });
    }
  }
  if (resource.read !== undefined) await Promise.all(Array.from({ length: READERS }, reader));
}

/** Deletes the targets of the dialog, one after another, until it leaves the phase `running`; then says what came of it. */
async function sendVictims(
  { store, client, keeping }: World,
  { readAgain, load }: Reading,
  { present, put, enter }: BulkDialog,
): Promise<void> {
  const dialog = present();
  if (client === undefined || dialog === undefined) return;
  const places = dialog.victims.flatMap((victim, at) => (isTarget(victim) ? [{ at, victim }] : []));
  const placeOf = (index: number): number => places[index]?.at ?? -1;

  /** What is gone leaves the lists and the marks at once; what failed stays marked. */
  function settle(index: number, result: DeleteResult): void {
    const ref = places[index]?.victim.ref;
    if (ref !== undefined && isGone(result))
      update(store, state => withoutRecord(state, ref, goneBy(result)));
    put(placeOf(index), { result });
  }

  await deleteMany(
    places.map(({ victim: { ref, record } }) => ({ ref, record })),
    { ...keeping, client, readAgain, now: Date.now, isDry: store.getState().session.writeProtection.isDry },
    {
      isStopped: () => present()?.phase !== 'running',
      onBegin: index => put(placeOf(index), { result: 'sending' }),
      onResult: settle,
    },
  );
  const ended = present();
  if (ended === undefined) return;
  enter('done', { hint: tallyWords(tallyOf(ended)) });
  load(currentView(store.getState()).place, true);
}
